// Looks for secrets in all memory that a program can write, for Tests/Scripts/secrets. It is preloaded (LD_PRELOAD).
//
// TEST_SECRETS is a file with a line for each secret: a name, a space, and its bytes in hexadecimal. The memory is
// searched when the program ends, and whenever it receives SIGUSR1. Each time, a line for each secret that is found and
// the line `searched` are written to the file TEST_SECRETS_REPORT, which may be a FIFO.
//
// If a program makes secrets itself, they are known only afterwards. TEST_MEMORY is a file to which the memory is written
// when the program ends. If TEST_SECRETS is set as well, that file is searched instead, and the program does not run.
//
// A secret is found if any 16 of its bytes in a row are, forwards or backwards: in reverse, libcrypto keeps numbers. A
// shorter secret must be found whole.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { window = 16, shortest = 8, most = 1 << 17, buckets = 1 << 17, mapSize = 1 << 20 };

struct secret {
    char name[32];
    // In `inverted`.
    size_t start, count;
    // What was found of it in this search: the longest part.
    size_t longest;
    char place[64];
};

// The bytes of the secrets, inverted, so that the search does not find them here.
static uint8_t inverted[most];
static size_t used;
static struct secret secrets[256];
static int secretCount;
// The windows, by a hash of their first 8 bytes: the place of the newest in `inverted`, and for each place the one
// before it. Places count from 1; 0 is none.
static uint32_t newest[buckets], before[most + 1];

static void stopTest(const char *reason) {
    dprintf(STDERR_FILENO, "test-preload: %s\n", reason);
    abort();
}

static uint64_t load(const uint8_t *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static size_t hash(uint64_t value) { return (value * 0x9E3779B97F4A7C15u) >> 47; }

static size_t windowOf(size_t count) { return count < window ? count : window; }

static uint8_t digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static void learn(const char *name, size_t nameLength, const char *hex, size_t count, bool isReversed) {
    if (secretCount == sizeof secrets / sizeof *secrets || nameLength >= sizeof secrets->name
        || count < shortest || used + count > sizeof inverted)
        stopTest("TEST_SECRETS: too many, too long or too short");
    struct secret *secret = &secrets[secretCount++];
    memcpy(secret->name, name, nameLength);
    secret->start = used;
    secret->count = count;
    uint8_t *bytes = inverted + used;
    used += count;
    for (size_t i = 0; i < count; i++)
        bytes[isReversed ? count - 1 - i : i] = ~(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
    for (size_t from = 0; from + windowOf(count) <= count; from++) {
        uint32_t place = secret->start + from + 1, *bucket = &newest[hash(~load(bytes + from))];
        before[place] = *bucket;
        *bucket = place;
    }
}

static struct secret *ownerOf(size_t start) {
    struct secret *secret = secrets;
    while (start >= secret->start + secret->count) secret++;
    return secret;
}

static void compare(size_t start, const uint8_t *memory, size_t size, const char *place) {
    struct secret *secret = ownerOf(start);
    size_t left = secret->start + secret->count - start, length = 0;
    while (length < left && length < size && memory[length] == (uint8_t)~inverted[start + length]) length++;
    if (length < windowOf(secret->count) || length <= secret->longest) return;
    secret->longest = length;
    strcpy(secret->place, place);
}

static void search(const uint8_t *memory, size_t size, const char *place) {
    for (size_t i = 0; i + shortest <= size; i++) {
        uint64_t value = load(memory + i);
        // Most of a memory is zeros: what shares their bucket must cost no more than a comparison.
        for (uint32_t window = newest[hash(value)]; window; window = before[window])
            if (load(inverted + window - 1) == ~value) compare(window - 1, memory + i, size - i, place);
    }
}

// The list of mappings. A process that may not be dumped can read its own all the same.
static void readMap(char *text) {
    int map = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    ssize_t added;
    while ((added = read(map, text + length, mapSize - 1 - length)) > 0) length += added;
    if (map < 0 || added < 0 || length == mapSize - 1) stopTest("/proc/self/maps cannot be read");
    close(map);
}

// Like dprintf, which allocates: a signal may have come while the program did, and held the lock of its heap.
__attribute__((format(printf, 2, 3))) static void print(int file, const char *format, ...) {
    char line[256];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (length >= (int)sizeof line || write(file, line, length) != length) stopTest("TEST_SECRETS_REPORT: cannot write");
}

static void report(bool isOwnMemory) {
    const char *path = getenv("TEST_SECRETS_REPORT");
    int report = path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    if (report < 0) stopTest("TEST_SECRETS_REPORT: cannot open the file");
    for (int number = 0; number < secretCount; number++) {
        struct secret *secret = &secrets[number];
        if (secret->longest)
            print(report, "%s: %zu of %zu bytes in %s\n", secret->name, secret->longest, secret->count,
                secret->place);
    }
    if (isOwnMemory && prctl(PR_GET_DUMPABLE)) print(report, "the process may be dumped\n");
    print(report, "searched\n");
    close(report);
}

// Calls a function with each part of the memory that can be written.
static void eachPart(void (*body)(const uint8_t *, size_t, const char *)) {
    char *map = mmap(NULL, mapSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) stopTest("no memory");
    readMap(map);
    for (char *line = map; *line; line = strchr(line, '\n') + 1) {
        unsigned long start, end;
        char access[5], name[64] = "other memory";
        if (sscanf(line, "%lx-%lx %4s %*s %*s %*s%*[ ]%63[^\n]", &start, &end, access, name) < 3)
            stopTest("/proc/self/maps is not understood");
        if (access[0] == 'r' && access[1] == 'w') body((const uint8_t *)start, end - start, name);
    }
    munmap(map, mapSize);
}

static void searchAll(void) {
    for (int number = 0; number < secretCount; number++) secrets[number].longest = 0;
    eachPart(search);
    report(true);
}

static int memoryFile = -1;

static void writePart(const uint8_t *memory, size_t size, const char *place) {
    (void)place;
    while (size > 0) {
        ssize_t written = write(memoryFile, memory, size);
        if (written <= 0) stopTest("TEST_MEMORY: cannot write the file");
        memory += written;
        size -= written;
    }
}

static const char *mapFile(const char *path, size_t *size, const char *problem) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status)) stopTest(problem);
    // Read-only, so that it is not searched.
    const char *bytes = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) stopTest(problem);
    close(file);
    *size = status.st_size;
    return bytes;
}

static void searchOnSignal(int number) {
    (void)number;
    searchAll();
}

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("TEST_SECRETS"), *memory = getenv("TEST_MEMORY");
    if (memory && !path) {
        memoryFile = open(memory, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (memoryFile < 0) stopTest("TEST_MEMORY: cannot open the file");
    }
    if (!path) return;
    size_t size;
    const char *text = mapFile(path, &size, "TEST_SECRETS: cannot read the file");
    const char *end = text + size;
    for (const char *line = text, *next; line < end; line = next + 1) {
        next = memchr(line, '\n', end - line);
        const char *space = next ? memchr(line, ' ', next - line) : NULL;
        if (!space) stopTest("TEST_SECRETS: expected NAME HEX");
        size_t count = (next - space - 1) / 2;
        learn(line, space - line, space + 1, count, false);
        learn(line, space - line, space + 1, count, true);
    }
    munmap((void *)text, size);
    if (memory) {
        const char *bytes = mapFile(memory, &size, "TEST_MEMORY: cannot read the file");
        search((const uint8_t *)bytes, size, "the memory");
        report(false);
        secretCount = 0;
        _exit(0);
    }
    signal(SIGUSR1, searchOnSignal);
}

// signet ends with it.
void _exit(int status) {
    static void (*next)(int);
    if (!next) next = dlsym(RTLD_NEXT, "_exit");
    if (secretCount) searchAll();
    if (memoryFile >= 0) eachPart(writePart);
    next(status);
    __builtin_unreachable();
}
