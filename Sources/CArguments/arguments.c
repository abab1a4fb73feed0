#include "arguments.h"

static int argument_count;
static char **arguments;

// glibc hands every function that runs before main what it hands main.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
    argument_count = argc;
    arguments = argv;
}

// Weak, so that a Swift runtime that needs its own for something else can have it.
__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
    *count = argument_count;
    return arguments;
}
