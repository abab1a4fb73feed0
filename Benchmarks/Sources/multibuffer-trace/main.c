// Looks for secrets in the way the multi-buffer engine runs: two processes sign other messages with other keys, at
// the same addresses, one instruction at a time, and are compared after each: multibuffer-trace [BITS]
//
// That both execute the same instructions shows that no branch depended on what was different. Where a general
// register differs, an address might; these are the lines to be read in the source. It takes minutes.

#include <multibuffer_keys.h>
#include <openssl/rand.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { max_differing = 4096 };

static uint8_t *messages, *signatures;

// A process that signs between two stops.
static pid_t start(const MultiBufferKeys *from, const MultiBufferKeys *to, mb_scratch *scratch) {
    pid_t child = fork();
    if (child != 0) return child;
    // Another key in the same place.
    memcpy(to->private_key, from->private_key, mb_private_key_size());
    memcpy(to->public_key, from->public_key, mb_public_key_size());
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
    static unsigned long long differing[max_differing];
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
        // The flags come after what is compared here; the thread's base registers are the same or nobody's business.
        if (!memcmp(&a, &b, offsetof(struct user_regs_struct, orig_rax))) continue;
        size_t known = 0;
        while (known < places && differing[known] != a.rip) known++;
        if (known == places && places < max_differing) differing[places++] = a.rip;
    }
    int parted = signals[0] != SIGSTOP || signals[1] != SIGSTOP;
    for (int i = 0; i < 2; i++) kill(children[i], SIGKILL);
    printf("RSA-%d: %llu instructions of the engine, %s; general registers differ before %zu of its places:\n", bits,
           inside, parted ? "NOT the same in both" : "the same in both", places);
    for (size_t i = 0; i < places; i++) printf("mb_sign%+lld\n", (long long)(differing[i] - (size_t)mb_sign));
    return parted;
}
