#define _GNU_SOURCE
#include "CSystem.h"

#include <alloca.h>
#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <sys/platform/x86.h>
#endif

// glibc passes the arguments to constructors as to main.
static int argument_count;
static char **arguments;
__attribute__((constructor)) static void keep_arguments(int count, char **texts) {
    argument_count = count;
    arguments = texts;
}

// What CommandLine of Swift's standard library asks for. The linker finds these first and leaves out the library's own,
// which search /proc/self/maps at every start: that takes 3 % of the start, and /proc may not be mounted.
char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
    *count = argument_count;
    return arguments;
}
void _swift_stdlib_overrideUnsafeArgvArgc(char **texts, int count) { keep_arguments(count, texts); }

// Where the runtime looks for the program that reports crashes: nowhere, because it would take one from the current
// folder.
const char *swift_copyAuxiliaryExecutablePath(const char *name) { return NULL; }

void signet_refuse_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

void signet_lock_heap(void) {
    // A process may run several commands, as the fuzzer's does.
    static bool is_locked;
    if (is_locked) return;
    is_locked = true;
    // 1 MiB in the largest blocks that glibc takes from the heap. They are free memory afterwards, and the last one, which
    // stays, keeps it from returning to the kernel.
    enum { count = 9, size = 120 << 10 };
    void *volatile blocks[count];
    for (int i = 0; i < count; i++) blocks[i] = malloc(size);
    for (int i = 0; i < count - 1; i++) free(blocks[i]);
#if __GLIBC_PREREQ(2, 33)
    size_t length = mallinfo2().arena;
#else
    size_t length = mallinfo().arena;
#endif
    char *start = (char *)sbrk(0) - length;
    // Pages are locked when they are first used, so that those that stay unused cost nothing. A refusal is not a lack of
    // memory, which ENOMEM would say at a crash.
    int before = errno;
    syscall(SYS_mlock2, start, length, MLOCK_ONFAULT);
    madvise(start, length, MADV_DONTDUMP);
    errno = before;
}

// The bytes below this function that may be written. The stack of the main thread may be limited to fewer than are wiped
// (ulimit -s); other threads have stacks of their own, elsewhere, with room enough.
static size_t room_below(void) {
    struct rlimit limit;
    // The kernel puts this name at the very top of the main thread's stack.
    uintptr_t top = getauxval(AT_EXECFN), here = (uintptr_t)__builtin_frame_address(0);
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur > top || here > top || here < top - limit.rlim_cur)
        return SIZE_MAX;
    size_t room = here - (top - limit.rlim_cur), margin = 16 << 10;
    return room > margin ? room - margin : 0;
}

__attribute__((noinline)) void signet_wipe_stack(void) {
#if defined(__x86_64__)
    // memcpy and AES leave bytes in vector registers, and the dynamic linker writes all of these to the stack whenever
    // it looks up a function. Callers do not expect their contents to be kept.
    if (CPU_FEATURE_ACTIVE(AVX)) __asm__ volatile("vzeroall");
    if (CPU_FEATURE_ACTIVE(AVX512F))
        __asm__ volatile(".irp n, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n"
                         "vpxorq %zmm\\n, %zmm\\n, %zmm\\n\n"
                         ".endr");
#endif
    // Calls into libcrypto have been seen to reach 80 KiB deep.
    size_t used = 128 << 10, most = room_below();
    size_t size = used < most ? used : most;
    // If the kernel has no memory for a deeper stack, the handler of the crash must know: it asks errno.
    int error = errno;
    errno = ENOMEM;
    if (size) explicit_bzero(alloca(size), size);
    errno = error;
}
