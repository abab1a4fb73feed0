// Makes system calls of a program fail, for Tests/FaultTests. It is preloaded (LD_PRELOAD) and stands between the
// program, with the libcrypto in it, and the C library.
//
// TEST_FAULTS is a list of rules, separated by commas: KIND:NUMBER:ACTION. NUMBER counts the calls of a kind from 1,
// and `3+` means the third and all later ones. ACTION is an errno (`28`), `short` (write or read only half), or a
// signal that is raised before the call (`SIG9`). Kind `any` counts the calls of all kinds but memory.
//
// TEST_FAULT_COUNTS is an existing file of 32 bytes for each kind. A record is the name of a kind and the number of
// calls so far. It is mapped, so that it is right even after SIGKILL.
//
// Calls inside the C library itself (fopen reads a file, for example) cannot be intercepted.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// `tmpfile` is an open with O_TMPFILE. `memory` is an allocation of a large block.
#define KINDS(X) \
    X(any) X(open) X(tmpfile) X(read) X(write) X(seek) X(sync) X(truncate) X(mode) X(close) X(link) X(rename) \
    X(unlink) X(mkdir) X(status) X(list) X(pipe) X(poll) X(lock) X(thread) X(clock) X(random) X(memory)

#define ENUMERATOR(name) k_##name,
#define NAME(name) #name,
enum kind { KINDS(ENUMERATOR) kinds };
static const char *const names[] = {KINDS(NAME)};

// In bytes. Smaller blocks are too many, and neither Swift nor this program can survive without them.
static const size_t largeBlock = 64 << 10;

struct record {
    char name[24];
    _Atomic uint64_t count;
};

struct rule {
    enum kind kind;
    uint64_t number;
    bool repeats;
    bool isShort;
    int signal;
    int error;
};

static struct record privateRecords[kinds];
static struct record *records = privateRecords;
static struct rule rules[8];
static int ruleCount;
static bool isActive;

static void stopTest(const char *reason) {
    dprintf(STDERR_FILENO, "test-preload: %s\n", reason);
    _exit(99);
}

static void readRule(char *text) {
    if (ruleCount == sizeof rules / sizeof *rules) stopTest("too many rules");
    char *number = strchr(text, ':');
    char *action = number ? strchr(number + 1, ':') : NULL;
    if (!action) stopTest("TEST_FAULTS: expected KIND:NUMBER:ACTION");
    *number++ = *action++ = 0;
    struct rule rule = {.kind = kinds, .number = strtoull(number, NULL, 10)};
    for (int kind = 0; kind < kinds; kind++)
        if (!strcmp(text, names[kind])) rule.kind = kind;
    if (rule.kind == kinds || !rule.number) stopTest("TEST_FAULTS: unknown kind or number");
    rule.repeats = strchr(number, '+') != NULL;
    if (!strcmp(action, "short")) rule.isShort = true;
    else if (!strncmp(action, "SIG", 3)) rule.signal = atoi(action + 3);
    else rule.error = atoi(action);
    if (!rule.isShort && !rule.signal && !rule.error) stopTest("TEST_FAULTS: unknown action");
    rules[ruleCount++] = rule;
}

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("TEST_FAULT_COUNTS");
    const char *text = getenv("TEST_FAULTS");
    if (!path && !text) return;
    if (path) {
        int file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
        void *place = (void *)syscall(
            SYS_mmap, NULL, sizeof privateRecords, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (place == MAP_FAILED) stopTest("TEST_FAULT_COUNTS: cannot map the file");
        syscall(SYS_close, file);
        records = place;
    }
    for (int kind = 0; kind < kinds; kind++) strcpy(records[kind].name, names[kind]);
    if (text) {
        char *copy = strdup(text), *state;
        for (char *rule = strtok_r(copy, ",", &state); rule; rule = strtok_r(NULL, ",", &state)) readRule(rule);
        free(copy);
    }
    isActive = true;
}

enum outcome { passes, fails, isCutShort };

static enum outcome apply(enum kind kind) {
    uint64_t number = atomic_fetch_add(&records[kind].count, 1) + 1;
    for (int i = 0; i < ruleCount; i++) {
        struct rule rule = rules[i];
        if (rule.kind != kind || (rule.repeats ? number < rule.number : number != rule.number)) continue;
        if (rule.isShort) return isCutShort;
        if (rule.error) {
            errno = rule.error;
            return fails;
        }
        int before = errno;
        kill(getpid(), rule.signal);
        errno = before;
    }
    return passes;
}

// Counts a call, and sets errno if it is to fail.
static enum outcome meet(enum kind kind) {
    if (!isActive) return passes;
    enum outcome outcome = kind == k_memory ? passes : apply(k_any);
    return outcome == passes ? apply(kind) : outcome;
}

static size_t half(size_t count) { return count > 1 ? count / 2 : count; }

// Defines a function that fails by returning `failure`, and otherwise calls the C library's.
#define WRAP(kind, result, failure, function, parameters, arguments) \
    result function parameters { \
        static result (*next) parameters; \
        if (!next) next = dlsym(RTLD_NEXT, #function); \
        if (meet(k_##kind) == fails) return failure; \
        return next arguments; \
    }

// The same for a transfer of `count` bytes, which may also be cut short.
#define WRAP_TRANSFER(kind, function, parameters, arguments) \
    ssize_t function parameters { \
        static ssize_t (*next) parameters; \
        if (!next) next = dlsym(RTLD_NEXT, #function); \
        enum outcome outcome = meet(k_##kind); \
        if (outcome == fails) return -1; \
        if (outcome == isCutShort) count = half(count); \
        return next arguments; \
    }

WRAP_TRANSFER(read, read, (int file, void *bytes, size_t count), (file, bytes, count))
WRAP_TRANSFER(read, pread, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at))
WRAP_TRANSFER(write, write, (int file, const void *bytes, size_t count), (file, bytes, count))
WRAP_TRANSFER(write, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))

WRAP(seek, off_t, -1, lseek, (int file, off_t offset, int whence), (file, offset, whence))
WRAP(sync, int, -1, fsync, (int file), (file))
WRAP(sync, int, -1, fdatasync, (int file), (file))
WRAP(truncate, int, -1, ftruncate, (int file, off_t size), (file, size))
WRAP(mode, int, -1, fchmod, (int file, mode_t mode), (file, mode))
WRAP(mode, int, -1, chmod, (const char *path, mode_t mode), (path, mode))
WRAP(link, int, -1, link, (const char *from, const char *to), (from, to))
WRAP(link, int, -1, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
WRAP(rename, int, -1, rename, (const char *from, const char *to), (from, to))
WRAP(rename, int, -1, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
WRAP(rename, int, -1, renameat2, (int a, const char *from, int b, const char *to, unsigned flags),
    (a, from, b, to, flags))
WRAP(unlink, int, -1, unlink, (const char *path), (path))
WRAP(mkdir, int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP(status, int, -1, stat, (const char *path, struct stat *status), (path, status))
WRAP(status, int, -1, lstat, (const char *path, struct stat *status), (path, status))
WRAP(status, int, -1, fstat, (int file, struct stat *status), (file, status))
WRAP(status, int, -1, access, (const char *path, int mode), (path, mode))
WRAP(status, char *, NULL, realpath, (const char *path, char *resolved), (path, resolved))
WRAP(list, DIR *, NULL, opendir, (const char *path), (path))
WRAP(list, struct dirent *, NULL, readdir, (DIR *folder), (folder))
WRAP(pipe, int, -1, pipe, (int ends[2]), (ends))
WRAP(poll, int, -1, poll, (struct pollfd *waits, nfds_t count, int timeout), (waits, count, timeout))
WRAP(lock, int, -1, mlock, (const void *place, size_t size), (place, size))
WRAP(clock, int, -1, clock_gettime, (clockid_t clock, struct timespec *time), (clock, time))
WRAP(random, ssize_t, -1, getrandom, (void *bytes, size_t count, unsigned flags), (bytes, count, flags))
WRAP(random, int, -1, getentropy, (void *bytes, size_t count), (bytes, count))
WRAP(open, FILE *, NULL, fopen, (const char *path, const char *mode), (path, mode))
WRAP(open, FILE *, NULL, fopen64, (const char *path, const char *mode), (path, mode))
// It returns its errno.
WRAP(thread, int, errno, pthread_create,
    (pthread_t * thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument),
    (thread, attributes, body, argument))

// The descriptor is closed all the same, as on Linux.
int close(int file) {
    enum outcome outcome = meet(k_close);
    int error = errno;
    int result = syscall(SYS_close, file);
    if (outcome != fails) return result;
    errno = error;
    return -1;
}

static int openAt(int folder, const char *path, int flags, mode_t mode) {
    bool isTemporary = (flags & O_TMPFILE) == O_TMPFILE;
    if (meet(isTemporary ? k_tmpfile : k_open) == fails) return -1;
    return syscall(SYS_openat, folder, path, flags, mode);
}

#define OPEN(function, parameters, folder) \
    int function parameters { \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        return openAt(folder, path, flags, mode); \
    }
OPEN(open, (const char *path, int flags, ...), AT_FDCWD)
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD)
OPEN(openat, (int folder, const char *path, int flags, ...), folder)
OPEN(openat64, (int folder, const char *path, int flags, ...), folder)

// libcrypto asks for random bytes in this way.
long syscall(long number, ...) {
    static long (*next)(long, ...);
    if (!next) next = dlsym(RTLD_NEXT, "syscall");
    va_list rest;
    va_start(rest, number);
    long a[6];
    for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_getrandom && meet(k_random) == fails) return -1;
    return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

// dlsym allocates memory, so these use the C library's own names.
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static bool hasRoom(size_t size) { return size < largeBlock || meet(k_memory) != fails; }

void *malloc(size_t size) { return hasRoom(size) ? __libc_malloc(size) : NULL; }
void *calloc(size_t count, size_t size) { return hasRoom(count * size) ? __libc_calloc(count, size) : NULL; }
void *realloc(void *block, size_t size) { return hasRoom(size) ? __libc_realloc(block, size) : NULL; }
void *aligned_alloc(size_t alignment, size_t size) {
    return hasRoom(size) ? __libc_memalign(alignment, size) : NULL;
}
int posix_memalign(void **block, size_t alignment, size_t size) {
    if (!hasRoom(size)) return errno;
    void *place = __libc_memalign(alignment, size);
    if (!place) return ENOMEM;
    *block = place;
    return 0;
}
WRAP(memory, void *, MAP_FAILED, mmap,
    (void *place, size_t size, int protection, int flags, int file, off_t offset),
    (place, size, protection, flags, file, offset))
