// Looks for secrets in the way the multi-buffer engine runs: two processes sign other messages with other keys, at
// the same addresses, one instruction at a time, and are compared after each: multibuffer-trace [BITS | CURVE KERNEL]
//
// That both execute the same instructions shows that no branch depended on what was different. Where general registers
// differ, an address might: llvm-objdump says which instructions stand there, and those are listed that have such a
// register in an address. There must be none. Many registers hold what nobody reads any more. It takes minutes.

#define _GNU_SOURCE
#include "rsa_keys.h"

#include <openssl/rand.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_reach = 0x100000, register_count = 15 };

// The general registers in the order of struct user_regs_struct.
static const char *const names[register_count] = {"r15", "r14", "r13", "r12", "rbp", "rbx", "r11", "r10",
                                                  "r9",  "r8",  "rax", "rcx", "rdx", "rsi", "rdi"};

// Where registers differed: a bit for each of them, for each place of the engine's code.
static unsigned short differences[2 * most_reach];

static uint8_t *messages, *signatures;

typedef struct {
    // NULL for RSA.
    const Curve *curve;
    MultiBufferKeys rsa[2];
    mb_scratch *rsa_scratch;
    mb_curve *set;
    void *key;
    mb_curve_scratch *scratch;
} Work;

static int sign(const Work *work) {
    if (!work->curve) {
        const MultiBufferKeys *keys = &work->rsa[0];
        return mb_sign(keys->private_key, keys->public_key, work->rsa_scratch, messages, signatures) == 0xFF;
    }
    // The messages have sizes of one to three blocks, and the secret head is as long as a scalar.
    uint8_t *secret = messages, *hashed = messages + 80, *nonces = messages + 2048, *hashes = nonces + 8 * 80;
    if (work->curve->id != mb_ed25519) {
        mb_ecdsa_nonces(work->set, secret, 8, hashed, hashes, nonces);
        return mb_ecdsa_sign(work->set, work->key, work->scratch, 8, nonces, hashes, signatures) == 0xFF;
    }
    const size_t ends[8] = {0, 50, 150, 250, 450, 700, 1000, 1300};
    mb_sha512(work->set, 8, secret, 32, 0, hashed, ends, nonces);
    mb_ed25519_commit(work->set, work->scratch, 8, nonces, signatures);
    mb_ed25519_respond(work->set, work->key, work->scratch, 8, hashes, signatures + 8 * 32);
    // The halves are in the wrong places, so this says that they are wrong, after all its work.
    mb_ed25519_check(work->set, work->key, work->scratch, 8, nonces, hashes, signatures);
    return 1;
}

// A process that signs between two stops. Each has a key of its own in the same place.
static pid_t start(const Work *work, int which) {
    pid_t child = fork();
    if (child != 0) return child;
    RAND_bytes(messages, 4096);
    if (work->curve) {
        uint8_t scalar[66];
        RAND_bytes(scalar, sizeof scalar);
        scalar[0] = 0;
        // The key does not belong to a public key, so this says that it is wrong, and stores it.
        if (work->curve->id == mb_ed25519) mb_ed25519_key_set(work->set, work->key, work->scratch, scalar, messages);
        else mb_ecdsa_key_set(work->set, work->key, work->scratch, scalar, messages);
    } else {
        memmove(work->rsa[0].private_key, work->rsa[which].private_key, mb_private_key_size());
        memmove(work->rsa[0].public_key, work->rsa[which].public_key, mb_public_key_size());
        for (size_t lane = 0; lane < 8; lane++) messages[lane * (size_t)work->rsa[0].bits / 8] = 0;
    }
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    int good = sign(work);
    raise(SIGSTOP);
    _exit(good ? 0 : 1);
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

static Work prepare(const char *name, const Kernel *kernel) {
    Work work = {0};
    for (size_t i = 0; i < curve_count; i++)
        if (strcmp(name, curves[i].name) == 0) work.curve = &curves[i];
    messages = room(4096);
    signatures = room(4096);
    if (work.curve) {
        mb_curve_sizes sizes = mb_sizes(kernel->id, work.curve->id);
        work.set = room(sizes.curve);
        work.key = room(sizes.key);
        work.scratch = room(sizes.scratch);
        mb_curve_set(kernel->id, work.curve->id, work.set, room(sizes.work));
    } else {
        int bits = atoi(name);
        if (bits != 2048 && bits != 3072 && bits != 4096)
            exit((fputs("multibuffer-trace: 2048, 3072, 4096, or a curve\n", stderr), 2));
        for (int i = 0; i < 2; i++) work.rsa[i] = make_keys(bits);
        work.rsa_scratch = room(mb_scratch_size());
    }
    return work;
}

// Lists the instructions that have a register in an address that differed there. symbol: whose place is `reach`.
static int list_addresses(const char *symbol, size_t reach) {
    char path[4096], command[4200], line[512], label[64];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length < 0) return perror("multibuffer-trace"), 1;
    path[length] = 0;
    snprintf(command, sizeof command, "llvm-objdump -d --no-show-raw-insn '%s'", path);
    snprintf(label, sizeof label, " <%s>:", symbol);
    long long base = -1;
    int found = 0, looked_at = 0;
    // Once to find the symbol, then for what stands around it.
    for (int again = 0; again < 2; again++) {
        FILE *text = popen(command, "r");
        if (!text) return perror("multibuffer-trace"), 1;
        while (fgets(line, sizeof line, text)) {
            char *rest;
            long long address = (long long)strtoull(line, &rest, 16);
            if (!again && strncmp(rest, label, strlen(label)) == 0) base = address - (long long)reach;
            if (!again || *rest != ':' || address < base || address >= base + 2 * (long long)reach) continue;
            unsigned short registers = differences[address - base];
            looked_at += registers != 0;
            // What only computes an address, or nothing.
            const bool accesses = !strstr(rest, "\tlea") && !strstr(rest, "\tnop");
            char *open = registers && accesses ? strchr(rest, '(') : NULL;
            for (int i = 0; open && i < register_count; i++) {
                char name[8], *close = strchr(open, ')');
                snprintf(name, sizeof name, "%%%s", names[i]);
                char *at = strstr(open, name);
                // r1 is not r10.
                if (registers >> i & 1 && at && at < close && !strchr("0123456789", at[strlen(name)])) {
                    found++;
                    fputs(line, stdout);
                }
            }
        }
        if (pclose(text) != 0) return fputs("multibuffer-trace: llvm-objdump is needed\n", stderr), 1;
    }
    printf("%d of these places looked at, %d with such a register in an address\n", looked_at, found);
    return found > 0 || looked_at == 0;
}

int main(int count, char **arguments) {
    const char *name = count > 1 ? arguments[1] : "2048";
    const Kernel *kernel = &kernels[count > 2 && strcmp(arguments[2], kernels[1].name) == 0];
    if (kernel->id == mb_ifma && !mb_is_supported(mb_processor_features()))
        return fputs("multibuffer-trace: this processor has no AVX-512 IFMA\n", stderr), 2;
    // They take turns, which is quickest on one processor.
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    const Work work = prepare(name, kernel);
    pid_t children[2];
    int signals[2];
    for (int i = 0; i < 2; i++) {
        children[i] = start(&work, i);
        if (!stopped(children[i], &signals[i])) return fputs("multibuffer-trace: no process\n", stderr), 2;
    }
    // The engine's code stands together.
    const size_t middle = work.curve ? (size_t)mb_ecdsa_sign : (size_t)mb_sign, reach = work.curve ? most_reach : 0x10000;
    const size_t from = middle - reach, to = middle + reach;
    size_t places = 0;
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
        for (int i = 0; i < register_count; i++)
            if (((unsigned long long *)&a)[i] != ((unsigned long long *)&b)[i])
                differences[a.rip - from] |= (unsigned short)(1u << i);
    }
    for (size_t place = 0; place < to - from; place++) places += differences[place] != 0;
    int parted = signals[0] != SIGSTOP || signals[1] != SIGSTOP;
    for (int i = 0; i < 2; i++) kill(children[i], SIGKILL);
    printf("%s: %llu instructions of the engine, %s; general registers differ before %zu of its places\n", name,
           inside, parted ? "NOT the same in both" : "the same in both", places);
    int found = list_addresses(work.curve ? "mb_ecdsa_sign" : "mb_sign", reach);
    return parted || found;
}
