// The functions of <math.h>, and nothing else of the C library: pure targets compute with them, and can reach no file.
#include <math.h>
