// Compares the multi-buffer engine with what `openssl speed` measures, and with Intel's crypto_mb if its library is
// named, all in this process, on one processor, in turn: multibuffer-speed [ROUNDS [LIBRARY]]
//
// RSA in groups of eight under one key; curves with each kernel in groups of 64 under one key, of eight, and of 64 under
// three keys; crypto_mb in groups of eight, which is all it takes, under one key. RSA and `ifma` are left out on processors
// without AVX-512 IFMA.
//
// For each kernel and curve it also compares small groups with libcrypto, and fails if the kernel's table is wrong, which
// says from how many signatures on the kernel is used.
//
// Every RSA signature is verified before it counts: by mb_sign itself, and for crypto_mb with its public operation.
// crypto_mb's ECDSA signatures must be the engine's, for the same nonces. Hashes and nonces are made before; libcrypto
// makes its own.

#define _GNU_SOURCE
#include "rsa_keys.h"

#include <dlfcn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <sched.h>
#include <time.h>

enum { lanes = mb_lanes, group = mb_curve_group, key_count = 3, kinds = 8, most_rounds = 101 };

// Seconds that the processor has worked for this process, as `openssl speed` counts them too: others may be at work.
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *figures, int count) {
    qsort(figures, (size_t)count, sizeof *figures, compare);
    return figures[count / 2];
}

// Measures eight kinds of work in turn, and prints each beside libcrypto's, which is the first of four. A kind without
// a name is left out. once: does one group, and returns how many signatures those are; 0 if they are wrong.
static void measure(const char *what, const char *const names[kinds], int (*once)(int kind, void *work), void *work,
                    int rounds) {
    static double figures[kinds][most_rounds], ratios[kinds][most_rounds];
    for (int round = 0; round < rounds; round++)
        for (int kind = 0; kind < kinds; kind++) {
            if (!names[kind]) continue;
            double start = now(), end;
            long done = 0;
            do {
                int more = once(kind, work);
                if (!more) exit((fprintf(stderr, "multibuffer-speed: %s, %s: wrong\n", what, names[kind]), 1));
                done += more;
                end = now();
            } while (end - start < 0.3);
            figures[kind][round] = (double)done / (end - start);
            ratios[kind][round] = figures[kind][round] / figures[kind / 4 * 4][round];
        }
    for (int kind = 0; kind < kinds; kind++)
        if (names[kind])
            printf("%-19s %-20s %9.0f/s %6.2f\n", what, names[kind], median(figures[kind], rounds),
                   median(ratios[kind], rounds));
}

// Compares the smallest groups for which the kernel is used with as many signatures of libcrypto, and the largest ones for
// which it is not used. sign: makes `count` signatures; with the kernel, or if 0, one with libcrypto.
static bool is_table_right(const char *what, unsigned least, int (*sign)(unsigned count, void *work), void *work,
                           int rounds) {
    enum { libcrypto, below, at, sizes };
    const unsigned counts[sizes] = {0, least - 1, least};
    static double seconds[sizes][most_rounds];
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < sizes; i++) {
            if (i == below && least == 1) continue;
            double start = now(), end;
            int times = 0;
            do {
                if (!sign(counts[i], work)) exit((fprintf(stderr, "multibuffer-speed: %s: wrong\n", what), 1));
                times++;
                end = now();
            } while (end - start < 0.05);
            seconds[i][round] = (end - start) / times;
        }
    const double one = median(seconds[libcrypto], rounds);
    const double ratio = median(seconds[at], rounds) / (one * least);
    const double ratio_below = least == 1 ? 0 : median(seconds[below], rounds) / (one * (least - 1));
    // What is about equal may be either.
    const bool is_right = ratio < 1.1 && (least == 1 || ratio_below > 0.9);
    printf("%-19s used from %u signatures on, which take %.2f of libcrypto's time", what, least, ratio);
    if (least > 1) printf(", and %u would take %.2f", least - 1, ratio_below);
    printf("%s\n", is_right ? "" : ": WRONG");
    return is_right;
}

typedef struct {
    MultiBufferKeys keys;
    EVP_PKEY_CTX *sign, *verify;
    const mb_public_key *public_keys[lanes];
    mb_scratch *scratch;
    uint8_t digest[32], *messages, *signatures;
    struct CryptoMBKey *crypto_mb;
} RSABench;

static RSABench prepare_rsa(int bits) {
    RSABench b = {.keys = make_keys(bits), .scratch = room(mb_scratch_size())};
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
        b.public_keys[lane] = b.keys.public_key;
        b.digest[0] = (uint8_t)lane;
        size_t length = size;
        EVP_PKEY_sign(b.sign, b.signatures + lane * size, &length, b.digest, sizeof b.digest);
    }
    mb_open(b.public_keys, b.scratch, b.signatures, b.messages);
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

static CryptoMB load(void *library) {
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

typedef struct CryptoMBKey {
    const CryptoMB *mb;
    const uint64_t *n[8], *p[8], *q[8], *dp[8], *dq[8], *qi[8];
    const uint8_t *messages[8], *signed_[8];
    uint8_t *signatures[8], *opened[8], *buffer;
} CryptoMBKey;

static CryptoMBKey for_crypto_mb(const RSABench *b, const CryptoMB *mb) {
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

enum { openssl_sign, engine_sign, crypto_mb_sign, openssl_verify = 4, engine_open, crypto_mb_open };

static int rsa_once(int kind, void *work) {
    RSABench *b = work;
    CryptoMBKey *c = b->crypto_mb;
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
        return mb_open(b->public_keys, b->scratch, b->signatures, out) == 0xFF &&
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

static void measure_rsa(int bits, void *library, int rounds) {
    RSABench b = prepare_rsa(bits);
    const char *names[kinds] = {"sign,   libcrypto", "sign,   multi-buffer", NULL, NULL,
                                "verify, libcrypto", "verify, multi-buffer", NULL, NULL};
    CryptoMB functions;
    CryptoMBKey key;
    if (library) {
        functions = load(library);
        key = for_crypto_mb(&b, &functions);
        b.crypto_mb = &key;
        names[crypto_mb_sign] = "sign,   crypto_mb";
        names[crypto_mb_open] = "verify, crypto_mb";
    }
    char what[16];
    snprintf(what, sizeof what, "RSA-%d", bits);
    measure(what, names, rsa_once, &b, rounds);
}

// crypto_mb's functions for a curve, and what they take for each lane: r and s, the digest with zeros before it, the nonce,
// the private key, and the coordinates of the public key. Only for curves that crypto_mb has.
typedef struct {
    unsigned (*sign)(uint8_t *const r[8], uint8_t *const s[8], const uint8_t *const digests[8],
                     const uint64_t *const nonces[8], const uint64_t *const keys[8], uint8_t *);
    unsigned (*verify)(const uint8_t *const r[8], const uint8_t *const s[8], const uint8_t *const digests[8],
                       const uint64_t *const x[8], const uint64_t *const y[8], const uint64_t *const z[8], uint8_t *);
    uint8_t *r[8], *s[8], *digests[8], signatures[8 * 132];
    const uint64_t *nonces[8], *keys[8], *x[8], *y[8];
} CryptoMBCurve;

typedef struct {
    const Curve *curve;
    mb_curve_sizes sizes;
    mb_curve *set;
    mb_curve_work *work;
    mb_curve_scratch *scratch;
    mb_ecdsa_key *key;
    const mb_comb *one[group], *several[group];
    EC_KEY *keys[key_count];
    ECDSA_SIG *signature;
    uint8_t nonces[group * 80], digests[group * 64], signatures[group * 132], point[1 + 132];
    CryptoMBCurve crypto_mb;
} CurveBench;

enum { ecdsa_sign, sign_64, sign_8, crypto_mb_sign_8, ecdsa_verify, verify_64, verify_keys, crypto_mb_verify_8 };

static void prepare_curve(CurveBench *w, const Curve *curve, mb_kernel kernel) {
    w->curve = curve;
    w->sizes = mb_sizes(kernel, curve->id);
    w->set = room(w->sizes.curve);
    w->work = room(w->sizes.work);
    w->scratch = room(w->sizes.scratch);
    w->key = room(w->sizes.key);
    mb_curve_set(kernel, curve->id, w->set, w->work);
    mb_comb *combs[key_count];
    for (int k = key_count - 1; k >= 0; k--) {
        w->keys[k] = must(EC_KEY_new_by_curve_name(curve->nid));
        EC_KEY_generate_key(w->keys[k]);
        EC_POINT_point2oct(EC_KEY_get0_group(w->keys[k]), EC_KEY_get0_public_key(w->keys[k]),
                           POINT_CONVERSION_UNCOMPRESSED, w->point, sizeof w->point, NULL);
        combs[k] = room(w->sizes.comb);
        mb_comb_set(w->set, combs[k], w->point + 1, w->work);
    }
    uint8_t scalar[66];
    BN_bn2binpad(EC_KEY_get0_private_key(w->keys[0]), scalar, (int)w->sizes.scalar);
    if (!mb_ecdsa_key_set(w->set, w->key, w->scratch, scalar, w->point + 1))
        exit((fputs("multibuffer-speed: the key is wrong\n", stderr), 1));
    RAND_bytes(w->nonces, sizeof w->nonces);
    RAND_bytes(w->digests, sizeof w->digests);
    for (int i = 0; i < group; i++) w->one[i] = combs[0], w->several[i] = combs[i % key_count];
    w->signature = must(ECDSA_do_sign(w->digests, (int)w->sizes.digest, w->keys[0]));
    mb_ecdsa_sign(w->set, w->key, w->scratch, group, w->nonces, w->digests, w->signatures);
}

// The same keys, nonces and digests for crypto_mb.
static void prepare_crypto_mb(CurveBench *w, void *library) {
    CryptoMBCurve *c = &w->crypto_mb;
    const size_t size = w->sizes.scalar;
    const int number_size = (int)(size + 7) / 8 * 8; // in bytes, of whole words
    char name[64];
    snprintf(name, sizeof name, "mbx_nistp%s_ecdsa_sign_mb8", w->curve->name + 2);
    c->sign = must(dlsym(library, name));
    snprintf(name, sizeof name, "mbx_nistp%s_ecdsa_verify_mb8", w->curve->name + 2);
    c->verify = must(dlsym(library, name));
    const EC_GROUP *curve = EC_KEY_get0_group(w->keys[0]);
    BIGNUM *x = must(BN_new()), *y = must(BN_new()), *nonce = must(BN_new());
    BN_CTX *context = must(BN_CTX_new());
    EC_POINT_get_affine_coordinates(curve, EC_KEY_get0_public_key(w->keys[0]), x, y, context);
    for (size_t lane = 0; lane < lanes; lane++) {
        c->r[lane] = c->signatures + lane * 2 * size;
        c->s[lane] = c->r[lane] + size;
        c->digests[lane] = room(size);
        memcpy(c->digests[lane] + size - w->sizes.digest, w->digests + lane * w->sizes.digest, w->sizes.digest);
        BN_bin2bn(w->nonces + lane * w->sizes.nonce, (int)w->sizes.nonce, nonce);
        BN_mod(nonce, nonce, EC_GROUP_get0_order(curve), context);
        c->nonces[lane] = words(nonce, number_size);
        c->keys[lane] = words(EC_KEY_get0_private_key(w->keys[0]), number_size);
        c->x[lane] = words(x, number_size);
        c->y[lane] = words(y, number_size);
    }
    BN_free(x);
    BN_free(y);
    BN_free(nonce);
    BN_CTX_free(context);
}

static int curve_once(int kind, void *work) {
    CurveBench *w = work;
    CryptoMBCurve *c = &w->crypto_mb;
    static uint8_t out[group * 132];
    uint64_t undecided;
    switch (kind) {
    case ecdsa_sign:
        ECDSA_SIG_free(must(ECDSA_do_sign(w->digests, (int)w->sizes.digest, w->keys[0])));
        return 1;
    case sign_64:
        return mb_ecdsa_sign(w->set, w->key, w->scratch, group, w->nonces, w->digests, out) == ~UINT64_C(0) ? group : 0;
    case sign_8: return mb_ecdsa_sign(w->set, w->key, w->scratch, 8, w->nonces, w->digests, out) == 0xFF ? 8 : 0;
    case crypto_mb_sign_8:
        return !c->sign(c->r, c->s, (void *)c->digests, c->nonces, c->keys, NULL) &&
                       !memcmp(c->signatures, w->signatures, lanes * 2 * w->sizes.scalar) ? lanes : 0;
    case ecdsa_verify:
        return ECDSA_do_verify(w->digests, (int)w->sizes.digest, w->signature, w->keys[0]) == 1;
    case verify_64:
        return mb_ecdsa_verify(w->set, w->scratch, group, w->one, w->digests, w->signatures, &undecided) == ~UINT64_C(0)
                   ? group : 0;
    case verify_keys: // two thirds of them are other keys'
        return mb_ecdsa_verify(w->set, w->scratch, group, w->several, w->digests, w->signatures, &undecided) ==
                       0x9249249249249249 ? group : 0;
    case crypto_mb_verify_8:
        return c->verify((void *)c->r, (void *)c->s, (void *)c->digests, c->x, c->y, NULL, NULL) ? 0 : lanes;
    default: return 0;
    }
}

static int sign_ecdsa(unsigned count, void *work) {
    const CurveBench *w = work;
    static uint8_t out[group * 132];
    if (count == 0) return curve_once(ecdsa_sign, work);
    return mb_ecdsa_sign(w->set, w->key, w->scratch, count, w->nonces, w->digests, out) != 0;
}

// Returns whether the kernel's table is right.
static bool measure_curve(const Curve *curve, const Kernel *kernel, void *library, int rounds) {
    static CurveBench bench;
    prepare_curve(&bench, curve, kernel->id);
    const char *names[kinds] = {"sign,   libcrypto", "sign,   groups of 64", "sign,   groups of 8", NULL,
                                "verify, libcrypto", "verify, one key", "verify, three keys", NULL};
    // crypto_mb has the curves of NIST.
    if (library && kernel->id == mb_ifma && curve->id != mb_secp256k1) {
        prepare_crypto_mb(&bench, library);
        names[crypto_mb_sign_8] = "sign,   crypto_mb";
        names[crypto_mb_verify_8] = "verify, crypto_mb";
    }
    char what[32];
    snprintf(what, sizeof what, "%s, %s", curve->name, kernel->name);
    measure(what, names, curve_once, &bench, rounds);
    double start = now();
    mb_comb_set(bench.set, (mb_comb *)bench.several[1], bench.point + 1, bench.work);
    printf("%-19s a key's comb: %.0f microseconds\n", what, (now() - start) * 1e6);
    return is_table_right(what, bench.sizes.least_group, sign_ecdsa, &bench, rounds);
}

// Ed25519: what the engine computes for a signature, which is checked before it leaves, as in `signet`.
typedef struct {
    EVP_PKEY *key;
    EVP_MD_CTX *sign, *verify;
    mb_curve *set;
    mb_curve_scratch *scratch;
    mb_ed25519_key *engine_key;
    const mb_comb *combs[group];
    uint8_t messages[group][32], nonces[group * 64], challenges[group * 64], signatures[group * 64];
} EdwardsBench;

static void prepare_edwards(EdwardsBench *w, mb_kernel kernel) {
    const mb_curve_sizes sizes = mb_sizes(kernel, mb_ed25519);
    mb_curve_work *work = room(sizes.work);
    w->set = room(sizes.curve);
    w->scratch = room(sizes.scratch);
    w->engine_key = room(sizes.key);
    mb_curve_set(kernel, mb_ed25519, w->set, work);
    w->key = must(EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"));
    uint8_t seed[32], point[32], expanded[64];
    size_t size = sizeof seed;
    EVP_PKEY_get_raw_private_key(w->key, seed, &size);
    EVP_PKEY_get_raw_public_key(w->key, point, &size);
    SHA512(seed, sizeof seed, expanded);
    expanded[0] &= 0xF8;
    expanded[31] = (expanded[31] & 0x7F) | 0x40;
    if (!mb_ed25519_key_set(w->set, w->engine_key, w->scratch, expanded, point))
        exit((fputs("multibuffer-speed: the key is wrong\n", stderr), 1));
    mb_comb *comb = room(sizes.comb);
    mb_comb_set(w->set, comb, point, work);

    RAND_bytes(w->nonces, sizeof w->nonces);
    RAND_bytes(w->messages[0], sizeof w->messages);
    uint8_t points[group * 32];
    mb_ed25519_commit(w->set, w->scratch, group, w->nonces, points);
    for (int i = 0; i < group; i++) {
        uint8_t hashed[96];
        memcpy(hashed, points + 32 * i, 32);
        memcpy(hashed + 32, point, 32);
        memcpy(hashed + 64, w->messages[i], 32);
        SHA512(hashed, sizeof hashed, w->challenges + 64 * i);
        w->combs[i] = comb;
    }
    w->sign = must(EVP_MD_CTX_new());
    w->verify = must(EVP_MD_CTX_new());
    EVP_DigestSignInit(w->sign, NULL, NULL, NULL, w->key);
    EVP_DigestVerifyInit(w->verify, NULL, NULL, NULL, w->key);
}

// Signs `count` messages with the engine, and checks the signatures.
static int sign_edwards(EdwardsBench *w, unsigned count) {
    uint8_t points[group * 32], scalars[group * 32];
    mb_ed25519_commit(w->set, w->scratch, count, w->nonces, points);
    mb_ed25519_respond(w->set, w->engine_key, w->scratch, count, w->challenges, scalars);
    for (unsigned i = 0; i < count; i++) {
        memcpy(w->signatures + 64 * i, points + 32 * i, 32);
        memcpy(w->signatures + 64 * i + 32, scalars + 32 * i, 32);
    }
    const uint64_t all = ~UINT64_C(0) >> (group - count);
    return mb_ed25519_check(w->set, w->engine_key, w->scratch, count, w->nonces, w->challenges, w->signatures) == all
               ? (int)count : 0;
}

static int edwards_once(int kind, void *work) {
    EdwardsBench *w = work;
    uint8_t out[64];
    size_t size = sizeof out;
    switch (kind) {
    case ecdsa_sign: return EVP_DigestSign(w->sign, out, &size, w->messages[0], 32) == 1;
    case sign_64: return sign_edwards(w, group);
    case sign_8: return sign_edwards(w, 8);
    case ecdsa_verify: return EVP_DigestVerify(w->verify, w->signatures, 64, w->messages[0], 32) == 1;
    case verify_64:
        return mb_ed25519_verify(w->set, w->scratch, group, w->combs, w->challenges, w->signatures) == ~UINT64_C(0) ? group : 0;
    default: return 0;
    }
}

static int sign_ed25519(unsigned count, void *work) {
    return count == 0 ? edwards_once(ecdsa_sign, work) : sign_edwards(work, count);
}

static bool measure_edwards(const Kernel *kernel, int rounds) {
    static EdwardsBench bench;
    prepare_edwards(&bench, kernel->id);
    const char *names[kinds] = {"sign,   libcrypto", "sign,   groups of 64", "sign,   groups of 8", NULL,
                                "verify, libcrypto", "verify, one key", NULL, NULL};
    char what[32];
    snprintf(what, sizeof what, "Ed25519, %s", kernel->name);
    measure(what, names, edwards_once, &bench, rounds);
    return is_table_right(what, mb_sizes(kernel->id, mb_ed25519).least_group, sign_ed25519, &bench, rounds);
}

int main(int count, char **arguments) {
    int rounds = count > 1 ? atoi(arguments[1]) : 7;
    if (rounds < 1 || rounds > most_rounds) return fputs("multibuffer-speed: from 1 to 101 rounds\n", stderr), 2;
    const bool has_ifma = mb_is_supported(mb_processor_features());
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    void *library = count > 2 ? dlopen(arguments[2], RTLD_NOW) : NULL;
    if (count > 2 && !library) return fprintf(stderr, "multibuffer-speed: %s\n", dlerror()), 2;
    if (has_ifma)
        for (int bits = 2048; bits <= 4096; bits += 1024) measure_rsa(bits, library, rounds);
    bool is_right = true;
    for (int k = has_ifma ? 0 : 1; k < kernel_count; k++) {
        for (int i = 0; i < curve_count; i++)
            if (curves[i].id != mb_ed25519) is_right &= measure_curve(&curves[i], &kernels[k], library, rounds);
        is_right &= measure_edwards(&kernels[k], rounds);
    }
    return !is_right;
}
