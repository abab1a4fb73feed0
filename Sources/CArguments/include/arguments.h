#ifndef SIGNET_ARGUMENTS_H
#define SIGNET_ARGUMENTS_H

/// What Swift's `CommandLine` asks for its words. Taking the place of the function of the same name in the Swift
/// runtime keeps that one out of the binary, and with it what runs at each start: a search of /proc/self/maps for the
/// stack, line by line, because a library is not told the arguments. A program is.
char **_swift_stdlib_getUnsafeArgvArgc(int *count);

#endif
