// The same for the portable kernel.
#define PORTABLE
#include "faults.c"
