// Only <math.h> of the C library, so that pure targets can compute, but not access files.
#include <math.h>
