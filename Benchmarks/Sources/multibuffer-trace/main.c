// Looks for secrets in the way the multi-buffer engine runs: two processes sign other messages with other keys, at
// the same addresses, one instruction at a time, and are compared after each: multibuffer-trace [BITS]
//
// That both execute the same instructions shows that no branch depended on what was different. Where general registers
// differ, an address might: the places are listed with the registers, none of which may be part of an address there.
// Many hold what nobody reads any more. It takes minutes.

#define _GNU_SOURCE
#include <multibuffer_keys.h>
#include <openssl/rand.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { max_places = 4096, register_count = 15 };

// The general registers in the order of struct user_regs_struct.
static const char *const names[register_count] = {"r15", "r14", "r13", "r12", "rbp", "rbx", "r11", "r10",
                                                  "r9",  "r8",  "rax", "rcx", "rdx", "rsi", "rdi"};

// Where registers differed, with a bit for each of them.
typedef struct {
    unsigned long long place;
    unsigned registers;
} Difference;

static uint8_t *messages, *signatures;

// A process that signs between two stops.
static pid_t start(const MultiBufferKeys *from, const MultiBufferKeys *to, mb_scratch *scratch) {
    pid_t child = fork();
    if (child != 0) return child;
    // Another key in the same place.
    memmove(to->private_key, from->private_key, mb_private_key_size());
    memmove(to->public_key, from->public_key, mb_public_key_size());
    size_t size = (size_t)to->bits / 8;
    RAND_bytes(messages, (int)(8 * size));
    for (size_t lane = 0; lane < 8; lane++) messages[lane * size] = 0;
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    int good = mb_sign(to->private_key, to->public_key, scratch, messages, signatures);
    raise(SIGSTOP);
    _exit(good == 0xFF ? 0 : 1);
}

static int stopped(pid_t child, int *signal) {
    int status;
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return 0;
    *signal = WSTOPSIG(status);
    return 1;
}

static struct user_regs_struct step(pid_t child, int *signal) {
    struct user_regs_struct registers = {0};
    ptrace(PTRACE_SINGLESTEP, child, NULL, NULL);
    if (stopped(child, signal)) ptrace(PTRACE_GETREGS, child, NULL, &registers);
    return registers;
}

int main(int count, char **arguments) {
    int bits = count > 1 ? atoi(arguments[1]) : 2048;
    if (bits != 2048 && bits != 3072 && bits != 4096)
        return fputs("multibuffer-trace: 2048, 3072 or 4096\n", stderr), 2;
    if (!mb_is_supported(mb_processor_features()))
        return fputs("multibuffer-trace: this processor has no AVX-512 IFMA\n", stderr), 2;
    // They take turns, which is quickest on one processor.
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    MultiBufferKeys keys[2] = {make_keys(bits), make_keys(bits)};
    mb_scratch *scratch = room(mb_scratch_size());
    messages = room((size_t)bits);
    signatures = room((size_t)bits);
    pid_t children[2];
    int signals[2];
    for (int i = 0; i < 2; i++) {
        children[i] = start(&keys[i], &keys[0], scratch);
        if (!stopped(children[i], &signals[i])) return fputs("multibuffer-trace: no process\n", stderr), 2;
    }
    static Difference differences[max_places];
    size_t places = 0, from = (size_t)mb_sign - 0x10000, to = from + 0x20000;
    unsigned long long inside = 0;
    for (;;) {
        struct user_regs_struct a = step(children[0], &signals[0]), b = step(children[1], &signals[1]);
        if (a.rip != b.rip || signals[0] != signals[1]) {
            printf("the ways part after %llu instructions: %llx and %llx\n", inside, a.rip, b.rip);
            break;
        }
        // The second stop: what libc does for it is not looked at.
        if (signals[0] == SIGSTOP) break;
        if (a.rip < from || a.rip >= to) continue;
        inside++;
        unsigned registers = 0;
        for (int i = 0; i < register_count; i++)
            if (((unsigned long long *)&a)[i] != ((unsigned long long *)&b)[i]) registers |= 1u << i;
        if (!registers) continue;
        size_t known = 0;
        while (known < places && differences[known].place != a.rip) known++;
        if (known == max_places) continue;
        if (known == places) differences[places++].place = a.rip;
        differences[known].registers |= registers;
    }
    int parted = signals[0] != SIGSTOP || signals[1] != SIGSTOP;
    for (int i = 0; i < 2; i++) kill(children[i], SIGKILL);
    printf("RSA-%d: %llu instructions of the engine, %s; general registers differ before %zu of its places:\n", bits,
           inside, parted ? "NOT the same in both" : "the same in both", places);
    for (size_t place = 0; place < places; place++) {
        printf("mb_sign%+lld:", (long long)(differences[place].place - (size_t)mb_sign));
        for (int i = 0; i < register_count; i++)
            if (differences[place].registers >> i & 1) printf(" %s", names[i]);
        puts("");
    }
    return parted;
}
