// The XML of Xcode workspaces.
#include <expat.h>
