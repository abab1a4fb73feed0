#ifndef SIGNET_CSYSTEM_H
#define SIGNET_CSYSTEM_H

#include <sys/xattr.h>

/// memrchr(3), which glibc declares only for GNU sources.
void *memrchr(const void *bytes, int byte, unsigned long count);

/// Lets nobody but root read the memory of this process: no core file, not even one that the kernel pipes to a program
/// and that RLIMIT_CORE does not prevent (core(5)), no debugger, no /proc/PID/mem.
void signet_refuse_dumps(void);

/// Keeps the heap of the main thread, as far as keys usually reach, out of swap and of core files that root makes. If
/// the limits of the process do not allow it (RLIMIT_MEMLOCK), nothing is locked.
void signet_lock_heap(void);

/// Overwrites what functions that have returned left on the stack.
void signet_wipe_stack(void);

#endif
