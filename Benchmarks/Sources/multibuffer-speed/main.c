// Compares the multi-buffer engine with what `openssl speed` measures, and with Intel's crypto_mb where its library
// is named, all in this process, on one processor, in turn: multibuffer-speed [ROUNDS [LIBRARY]]
//
// Every signature is verified before it counts: by mb_sign itself, and for crypto_mb with its public operation.

#define _GNU_SOURCE
#include "measure.h"

#include <dlfcn.h>
#include <multibuffer_keys.h>
#include <openssl/bn.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { lanes = mb_lanes, max_rounds = 101 };

typedef struct {
    MultiBufferKeys keys;
    EVP_PKEY_CTX *sign, *verify;
    mb_scratch *scratch;
    uint8_t digest[32], *messages, *signatures;
} Bench;

// Seconds that the processor has worked for this process, as `openssl speed` counts them too: others may be at work.
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static Bench prepare(int bits) {
    Bench b = {.keys = make_keys(bits), .scratch = room(mb_scratch_size())};
    b.sign = must(EVP_PKEY_CTX_new(b.keys.key, NULL));
    b.verify = must(EVP_PKEY_CTX_new(b.keys.key, NULL));
    EVP_PKEY_sign_init(b.sign);
    EVP_PKEY_verify_init(b.verify);
    EVP_PKEY_CTX_set_signature_md(b.sign, EVP_sha256());
    EVP_PKEY_CTX_set_signature_md(b.verify, EVP_sha256());
    size_t size = (size_t)bits / 8;
    b.messages = must(malloc(lanes * size));
    b.signatures = must(malloc(lanes * size));
    // What a digest of zeros signs to, turned back, is its encoded message.
    for (size_t lane = 0; lane < lanes; lane++) {
        b.digest[0] = (uint8_t)lane;
        size_t length = size;
        EVP_PKEY_sign(b.sign, b.signatures + lane * size, &length, b.digest, sizeof b.digest);
    }
    mb_open(b.keys.public_key, b.scratch, b.signatures, b.messages);
    return b;
}

// crypto_mb, by its own names.
typedef struct {
    const void *(*private_method)(int), *(*public_method)(int);
    int (*buffer_size)(const void *);
    unsigned (*private_crt)(const uint8_t *const[8], uint8_t *const[8], const uint64_t *const[8],
                            const uint64_t *const[8], const uint64_t *const[8], const uint64_t *const[8],
                            const uint64_t *const[8], int, const void *, uint8_t *);
    unsigned (*public)(const uint8_t *const[8], uint8_t *const[8], const uint64_t *const[8], int, const void *,
                       uint8_t *);
} CryptoMB;

static CryptoMB load(const char *path) {
    void *library = dlopen(path, RTLD_NOW);
    if (!library) exit((fprintf(stderr, "multibuffer-speed: %s\n", dlerror()), 2));
    return (CryptoMB){must(dlsym(library, "mbx_RSA_private_crt_Method")),
                      must(dlsym(library, "mbx_RSA_pub65537_Method")),
                      must(dlsym(library, "mbx_RSA_Method_BufSize")),
                      must(dlsym(library, "mbx_rsa_private_crt_mb8")), must(dlsym(library, "mbx_rsa_public_mb8"))};
}

static const uint64_t *words(const BIGNUM *number, int size) {
    void *words = must(calloc(1, (size_t)size));
    BN_bn2lebinpad(number, words, size);
    return words;
}

typedef struct {
    const CryptoMB *mb;
    const uint64_t *n[8], *p[8], *q[8], *dp[8], *dq[8], *qi[8];
    const uint8_t *messages[8], *signed_[8];
    uint8_t *signatures[8], *opened[8], *buffer;
} CryptoMBKey;

static CryptoMBKey for_crypto_mb(const Bench *b, const CryptoMB *mb) {
    CryptoMBKey key = {.mb = mb, .buffer = room(1 << 20)};
    size_t size = (size_t)b->keys.bits / 8;
    for (size_t lane = 0; lane < lanes; lane++) {
        key.n[lane] = words(b->keys.n, (int)size);
        key.p[lane] = words(b->keys.p, (int)size / 2);
        key.q[lane] = words(b->keys.q, (int)size / 2);
        key.dp[lane] = words(b->keys.dp, (int)size / 2);
        key.dq[lane] = words(b->keys.dq, (int)size / 2);
        key.qi[lane] = words(b->keys.qi, (int)size / 2);
        key.messages[lane] = b->messages + lane * size;
        key.signed_[lane] = key.signatures[lane] = room(size);
        key.opened[lane] = room(size);
    }
    return key;
}

typedef enum { openssl_sign, engine_sign, crypto_mb_sign, openssl_verify, engine_open, crypto_mb_open, kinds } Kind;

static int once(Kind kind, Bench *b, CryptoMBKey *c) {
    size_t size = (size_t)b->keys.bits / 8, length = size;
    static uint8_t out[lanes * 512];
    switch (kind) {
    case openssl_sign: return EVP_PKEY_sign(b->sign, out, &length, b->digest, sizeof b->digest) == 1 ? 1 : 0;
    case openssl_verify: // the digest is the last lane's
        return EVP_PKEY_verify(b->verify, b->signatures + 7 * size, size, b->digest, sizeof b->digest) == 1;
    case engine_sign:
        return mb_sign(b->keys.private_key, b->keys.public_key, b->scratch, b->messages, out) == 0xFF &&
                       !memcmp(out, b->signatures, lanes * size) ? lanes : 0;
    case engine_open:
        return mb_open(b->keys.public_key, b->scratch, b->signatures, out) == 0xFF &&
                       !memcmp(out, b->messages, lanes * size) ? lanes : 0;
    case crypto_mb_sign:
        if (c->mb->private_crt(c->messages, c->signatures, c->p, c->q, c->dp, c->dq, c->qi, b->keys.bits,
                               c->mb->private_method(b->keys.bits), c->buffer))
            return 0;
        // fall through
    case crypto_mb_open:
        if (c->mb->public(c->signed_, c->opened, c->n, b->keys.bits, c->mb->public_method(b->keys.bits), c->buffer)) return 0;
        for (size_t lane = 0; lane < lanes; lane++)
            if (memcmp(c->opened[lane], b->messages + lane * size, size)) return 0;
        return lanes;
    default: return 0;
    }
}

static double rate(Kind kind, Bench *b, CryptoMBKey *c, double seconds) {
    double start = now(), end;
    long done = 0;
    do {
        int more = once(kind, b, c);
        if (!more) exit((fprintf(stderr, "multibuffer-speed: kind %d is wrong\n", kind), 1));
        done += more;
        end = now();
    } while (end - start < seconds);
    return (double)done / (end - start);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *figures, int count) {
    qsort(figures, (size_t)count, sizeof *figures, compare);
    return figures[count / 2];
}

int main(int count, char **arguments) {
    int rounds = count > 1 ? atoi(arguments[1]) : 7;
    if (rounds < 1 || rounds > max_rounds) return fputs("multibuffer-speed: from 1 to 101 rounds\n", stderr), 2;
    if (!mb_is_supported(mb_processor_features()))
        return fputs("multibuffer-speed: this processor has no AVX-512 IFMA\n", stderr), 2;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    CryptoMB library = {0};
    if (count > 2) library = load(arguments[2]);
    const char *names[] = {"libcrypto", "multi-buffer", "crypto_mb"};
    for (int bits = 2048; bits <= 4096; bits += 1024) {
        Bench b = prepare(bits);
        CryptoMBKey c = {0};
        if (count > 2) {
            c = for_crypto_mb(&b, &library);
            rate(crypto_mb_sign, &b, &c, 0); // the signatures that crypto_mb opens later
        }
        double figures[kinds][max_rounds], ratios[kinds][max_rounds];
        for (int round = 0; round < rounds; round++)
            for (Kind kind = 0; kind < kinds; kind++) {
                if (kind % 3 == 2 && count <= 2) continue;
                figures[kind][round] = rate(kind, &b, &c, 0.3);
                ratios[kind][round] = figures[kind][round] / figures[kind / 3 * 3][round];
            }
        for (Kind kind = 0; kind < kinds; kind++) {
            if (kind % 3 == 2 && count <= 2) continue;
            printf("RSA-%d %s, %-12s %9.0f/s %6.2f\n", bits, kind < 3 ? "sign  " : "verify", names[kind % 3],
                   median(figures[kind], rounds), median(ratios[kind], rounds));
        }
    }
    measure_curves(rounds, now, median);
    return 0;
}
