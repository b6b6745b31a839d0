// Deflate: a history holds texts in a tenth of their size.
#include <zlib.h>
