// Puts faults into the computation of signatures on curves, and looks at what leaves: multibuffer-faults [COUNT]
//
// The results of a kernel's operations are counted: vector instructions, or for the portable kernel, operations on words
// and products. In each run one of them, drawn at random, has one bit in one lane changed. Each signature that comes out
// is the right one, because the bit did not matter; or nothing, because a check found the fault; or another one. If
// libcrypto accepts that one, another nonce was used from the beginning. If not, the program says where the fault was.
//
// The kernel's source is included here, so that its results can be changed. PORTABLE selects the kernel.

#ifndef PORTABLE
#include <immintrin.h>
#endif
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <stdbool.h>
#include <stdint.h>

// The results so far, the one to be changed, and its bit.
static uint64_t executed, changed_result;
static unsigned lane_changed, bit_changed;

#define IS_CHOSEN __builtin_expect(++executed == changed_result, 0)

#ifdef PORTABLE
#define RESULT(x) \
    ({ \
        __typeof__(x) result = (x); \
        if (IS_CHOSEN) result ^= (__typeof__(result))1 << bit_changed % (8 * sizeof result); \
        result; \
    })
#include "../CMultiBuffer/portable.c"
static const mb_kernel kernel = mb_portable;
// Not linked here.
const mb_curve_functions *const mb_ifma_curves[1];
#else
#define RESULT(x) \
    ({ \
        __m512i result = (x); \
        if (IS_CHOSEN) { \
            uint64_t bits[8] = {0}; \
            bits[lane_changed] = UINT64_C(1) << bit_changed % 64; \
            result = _mm512_xor_si512(result, _mm512_loadu_si512(bits)); \
        } \
        result; \
    })
#include "../CMultiBuffer/ifma.c"
static const mb_kernel kernel = mb_ifma;
const mb_curve_functions *const mb_portable_curves[1];
#endif

#include "../CMultiBuffer/curves.c"

#include "shared.h"

enum { signatures_made = 8, most_bytes = 132 };

typedef struct {
    mb_curve_id id;
    mb_curve_sizes sizes;
    mb_curve *curve;
    mb_curve_scratch *scratch;
    void *key;
    // ECDSA
    uint8_t random[signatures_made * mb_random_size], nonces[signatures_made * 80], digests[signatures_made * 64];
    EC_KEY *ec_key;
    uint8_t scalar[66], point[132];
    // Ed25519
    EVP_PKEY *ed25519_key;
    uint8_t expanded[64], public_key[32], messages[signatures_made][32];
} Signing;

// As Swift's side does it.
static uint64_t sign_ed25519(Signing *s, uint8_t *signatures) {
    enum { n = signatures_made };
    uint8_t nonces[n * 64], challenges[n * 64], points[n * 32], scalars[n * 32], heads[n * 64];
    size_t ends[n];
    for (size_t i = 0; i < n; i++) ends[i] = (i + 1) * sizeof s->messages[0];
    for (int again = 0; again < 2; again++) {
        mb_sha512(s->curve, n, s->expanded + 32, 32, 0, s->messages[0], ends, nonces);
        if (!again) mb_ed25519_commit(s->curve, s->scratch, n, nonces, points);
        for (int i = 0; i < n; i++) {
            memcpy(heads + 64 * i, points + 32 * i, 32);
            memcpy(heads + 64 * i + 32, s->public_key, 32);
        }
        mb_sha512(s->curve, n, heads, 64, 64, s->messages[0], ends, challenges);
        if (!again) mb_ed25519_respond(s->curve, s->key, s->scratch, n, challenges, scalars);
    }
    for (int i = 0; i < n; i++) {
        memcpy(signatures + 64 * i, points + 32 * i, 32);
        memcpy(signatures + 64 * i + 32, scalars + 32 * i, 32);
    }
    return mb_ed25519_check(s->curve, s->key, s->scratch, n, nonces, challenges, signatures);
}

// Loads the key and signs.
static uint64_t sign(Signing *s, uint8_t *signatures) {
    executed = 0;
    if (s->id == mb_ed25519) {
        if (!mb_ed25519_key_set(s->curve, s->key, s->scratch, s->expanded, s->public_key)) return 0;
        return sign_ed25519(s, signatures);
    }
    if (!mb_ecdsa_key_set(s->curve, s->key, s->scratch, s->scalar, s->point)) return 0;
    mb_ecdsa_nonces(s->curve, s->scalar, signatures_made, s->random, s->digests, s->nonces);
    return mb_ecdsa_sign(s->curve, s->key, s->scratch, signatures_made, s->nonces, s->digests, signatures);
}

// Whether libcrypto takes one of the signatures.
static bool is_valid(const Signing *s, size_t i, const uint8_t *signatures) {
    const int size = (int)s->sizes.scalar;
    const uint8_t *bytes = signatures + 2 * s->sizes.scalar * i;
    bool valid;
    if (s->id == mb_ed25519) {
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        EVP_DigestVerifyInit(context, NULL, NULL, NULL, s->ed25519_key);
        valid = EVP_DigestVerify(context, bytes, 64, s->messages[i], sizeof s->messages[i]) == 1;
        EVP_MD_CTX_free(context);
    } else {
        ECDSA_SIG *signature = ECDSA_SIG_new();
        ECDSA_SIG_set0(signature, BN_bin2bn(bytes, size, NULL), BN_bin2bn(bytes + size, size, NULL));
        const uint8_t *digest = s->digests + s->sizes.digest * i;
        valid = ECDSA_do_verify(digest, (int)s->sizes.digest, signature, s->ec_key) == 1;
        ECDSA_SIG_free(signature);
    }
    return valid;
}

static void set_up(Signing *s, const Curve *c) {
    s->id = c->id;
    s->sizes = mb_sizes(kernel, c->id);
    s->curve = room(s->sizes.curve);
    s->scratch = room(s->sizes.scratch);
    s->key = room(s->sizes.key);
    mb_curve_work *work = room(s->sizes.work);
    mb_curve_set(kernel, c->id, s->curve, work);
    if (c->id == mb_ed25519) {
        uint8_t seed[32];
        size_t size = sizeof s->public_key;
        RAND_bytes(seed, sizeof seed);
        s->ed25519_key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, sizeof seed);
        EVP_PKEY_get_raw_public_key(s->ed25519_key, s->public_key, &size);
        SHA512(seed, sizeof seed, s->expanded);
        s->expanded[0] &= 0xF8;
        s->expanded[31] = (s->expanded[31] & 0x7F) | 0x40;
        RAND_bytes((uint8_t *)s->messages, sizeof s->messages);
    } else {
        uint8_t point[1 + sizeof s->point];
        s->ec_key = EC_KEY_new_by_curve_name(c->nid);
        EC_KEY_generate_key(s->ec_key);
        BN_bn2binpad(EC_KEY_get0_private_key(s->ec_key), s->scalar, (int)s->sizes.scalar);
        EC_POINT_point2oct(EC_KEY_get0_group(s->ec_key), EC_KEY_get0_public_key(s->ec_key),
                           POINT_CONVERSION_UNCOMPRESSED, point, sizeof point, NULL);
        memcpy(s->point, point + 1, sizeof s->point);
        RAND_bytes(s->random, sizeof s->random);
        RAND_bytes(s->digests, sizeof s->digests);
    }
    free(work);
}

int main(int count, char **arguments) {
    const int runs = count > 1 ? atoi(arguments[1]) : 10000;
#ifndef PORTABLE
    if (!__builtin_cpu_supports("avx512ifma"))
        return fputs("multibuffer-faults: this processor has no AVX-512 IFMA\n", stderr), 2;
#endif
    for (size_t c = 0; c < curve_count; c++) {
        static Signing signing;
        uint8_t right[signatures_made * most_bytes], signatures[signatures_made * most_bytes];
        set_up(&signing, &curves[c]);
        const size_t size = 2 * signing.sizes.scalar;
        changed_result = 0;
        if (sign(&signing, right) != 0xFF) return fputs("multibuffer-faults: it is wrong anyway\n", stderr), 1;
        const uint64_t all = executed;
        long same = 0, found = 0, valid = 0, wrong = 0;
        for (int run = 0; run < runs; run++) {
            uint64_t random[3];
            RAND_bytes((uint8_t *)random, sizeof random);
            lane_changed = random[1] % 8;
            bit_changed = random[2] % 128;
            changed_result = 1 + random[0] % all;
            memset(signatures, 0, sizeof signatures);
            const uint64_t written = sign(&signing, signatures);
            // Signatures that share an inversion are withheld together.
            bool is_withheld = false, is_changed = false, is_wrong = false;
            for (unsigned i = 0; i < signatures_made; i++) {
                if (!(written >> i & 1)) is_withheld = true;
                else if (memcmp(signatures + i * size, right + i * size, size) == 0) continue;
                else if (is_valid(&signing, i, signatures)) is_changed = true;
                else is_wrong = true;
            }
            if (is_wrong) {
                wrong++;
                printf("%s: a wrong signature after a fault in result %llu of %llu, lane %u, bit %u\n", curves[c].name,
                       (unsigned long long)changed_result, (unsigned long long)all, lane_changed, bit_changed);
            } else if (is_changed) valid++;
            else if (is_withheld) found++;
            else same++;
        }
        printf("%s: %llu results for a key and %d signatures, %d faults: %ld made no difference, %ld were found, "
               "%ld changed the nonce, %ld were not found\n",
               curves[c].name, (unsigned long long)all, signatures_made, runs, same, found, valid, wrong);
    }
    return 0;
}
