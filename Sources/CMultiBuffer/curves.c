#include "curves.h"

#include <string.h>

#if defined(__x86_64__)

#include "lanes.h"

#define NOINLINE __attribute__((noinline)) IFMA

enum {
    window_bits = 6, // bits of a scalar per step
    entries = 1 << (window_bits - 1),
    power_bits = 4, // bits of an exponent per step
    powers_kept = 1 << power_bits,
    mb_lanes = 8,
    mb_most = mb_curve_group,
    most_vectors = mb_most / mb_lanes
};

#include "field.h"

// Selects one of 32 numbers in each lane, by the low five bits of the index. All of them are read.
INLINE vector choose(const uint64_t *row, vector index) {
    const vector *quarter = (const vector *)row;
    const vector lower = _mm512_permutex2var_epi64(quarter[0], index, quarter[1]);
    const vector upper = _mm512_permutex2var_epi64(quarter[2], index, quarter[3]);
    const vector is_upper = hidden(subtract(zero(), and(_mm512_srli_epi64(index, 4), broadcast(1))));
    return blend(is_upper, upper, lower);
}

#define W(word) UINT64_C(0x##word)
#define BIT(bit) (UINT64_C(1) << (bit))

// P-256 (SP 800-186 §3.2.1.3): p = 2^256 - 2^224 + 2^192 + 2^96 - 1, a = -3.
static const field p256_p = {
    .limb = LIMBS4(W(ffffffff00000001), W(0000000000000000), W(00000000ffffffff), W(ffffffffffffffff)),
    .plus = {0, BIT(44), 0, BIT(36), BIT(48) - BIT(16)},
    .fold_plus = {1, 0, 0, 0, BIT(16)}, .fold_minus = {0, BIT(44), 0, BIT(36)},
    .bits = 256
};
static const field p256_n = {
    .limb = LIMBS4(W(ffffffff00000000), W(ffffffffffffffff), W(bce6faada7179e84), W(f3b9cac2fc632551)),
    .plus = LIMBS4(W(ffffffff00000000), W(ffffffffffffffff), W(bce6faada7179e84), W(f3b9cac2fc632552)),
    .bits = 256
};
static const uint64_t
    p256_a[] = LIMBS4(W(ffffffff00000001), W(0000000000000000), W(00000000ffffffff), W(fffffffffffffffc)),
    p256_b[] = LIMBS4(W(5ac635d8aa3a93e7), W(b3ebbd55769886bc), W(651d06b0cc53b0f6), W(3bce3c3e27d2604b)),
    p256_gx[] = LIMBS4(W(6b17d1f2e12c4247), W(f8bce6e563a440f2), W(77037d812deb33a0), W(f4a13945d898c296)),
    p256_gy[] = LIMBS4(W(4fe342e2fe1a7f9b), W(8ee7eb4a7c0f9e16), W(2bce33576b315ece), W(cbb6406837bf51f5));
enum { p256_scalar_bits = 256, p256_bytes = 32, p256_digest_bytes = 32, p256_wide_bytes = 64 };
#define CURVE p256
#define LIMBS 5
#include "weierstrass.h"

// P-384 (§3.2.1.4): p = 2^384 - 2^128 - 2^96 + 2^32 - 1, a = -3.
static const field p384_p = {
    .limb = LIMBS6(W(ffffffffffffffff), W(ffffffffffffffff), W(ffffffffffffffff), W(fffffffffffffffe),
                   W(ffffffff00000000), W(00000000ffffffff)),
    .plus = {BIT(32), 0, 0, 0, 0, 0, 0, BIT(20)}, .minus = {0, BIT(44), BIT(24)},
    .bits = 384
};
static const field p384_n = {
    .limb = LIMBS6(W(ffffffffffffffff), W(ffffffffffffffff), W(ffffffffffffffff), W(c7634d81f4372ddf),
                   W(581a0db248b0a77a), W(ecec196accc52973)),
    .plus = LIMBS6(W(ffffffffffffffff), W(ffffffffffffffff), W(ffffffffffffffff), W(c7634d81f4372ddf),
                   W(581a0db248b0a77a), W(ecec196accc52974)),
    .bits = 384
};
static const uint64_t
    p384_a[] = LIMBS6(W(ffffffffffffffff), W(ffffffffffffffff), W(ffffffffffffffff), W(fffffffffffffffe),
                      W(ffffffff00000000), W(00000000fffffffc)),
    p384_b[] = LIMBS6(W(b3312fa7e23ee7e4), W(988e056be3f82d19), W(181d9c6efe814112), W(0314088f5013875a),
                      W(c656398d8a2ed19d), W(2a85c8edd3ec2aef)),
    p384_gx[] = LIMBS6(W(aa87ca22be8b0537), W(8eb1c71ef320ad74), W(6e1d3b628ba79b98), W(59f741e082542a38),
                       W(5502f25dbf55296c), W(3a545e3872760ab7)),
    p384_gy[] = LIMBS6(W(3617de4a96262c6f), W(5d9e98bf9292dc29), W(f8f41dbd289a147c), W(e9da3113b5f0b8c0),
                       W(0a60b1ce1d7e819d), W(7a431d7c90ea0e5f));
enum { p384_scalar_bits = 384, p384_bytes = 48, p384_digest_bytes = 48, p384_wide_bytes = 64 };
#define CURVE p384
#define LIMBS 8
#include "weierstrass.h"

// P-521 (§3.2.1.5): p = 2^521 - 1, a = -3.
#define ONES W(ffffffffffffffff)
static const field p521_p = {
    .limb = LIMBS9(W(1ff), ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES),
    .plus = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2},
    .bits = 521
};
static const field p521_n = {
    .limb = LIMBS9(W(1ff), ONES, ONES, ONES, W(fffffffffffffffa), W(51868783bf2f966b), W(7fcc0148f709a5d0),
                  W(3bb5c9b8899c47ae), W(bb6fb71e91386409)),
    .plus = LIMBS9(W(1ff), ONES, ONES, ONES, W(fffffffffffffffa), W(51868783bf2f966b), W(7fcc0148f709a5d0),
                  W(3bb5c9b8899c47ae), W(bb6fb71e9138640a)),
    .bits = 521
};
static const uint64_t
    p521_a[] = LIMBS9(W(1ff), ONES, ONES, ONES, ONES, ONES, ONES, ONES, W(fffffffffffffffc)),
    p521_b[] = LIMBS9(W(051), W(953eb9618e1c9a1f), W(929a21a0b68540ee), W(a2da725b99b315f3), W(b8b489918ef109e1),
                     W(56193951ec7e937b), W(1652c0bd3bb1bf07), W(3573df883d2c34f1), W(ef451fd46b503f00)),
    p521_gx[] = LIMBS9(W(0c6), W(858e06b70404e9cd), W(9e3ecb662395b442), W(9c648139053fb521), W(f828af606b4d3dba),
                      W(a14b5e77efe75928), W(fe1dc127a2ffa8de), W(3348b3c1856a429b), W(f97e7e31c2e5bd66)),
    p521_gy[] = LIMBS9(W(118), W(39296a789a3bc004), W(5c8a5fb42c7d1bd9), W(98f54449579b4468), W(17afbd17273e662c),
                      W(97ee72995ef42640), W(c550b9013fad0761), W(353c7086a272c240), W(88be94769fd16650));
enum { p521_scalar_bits = 521, p521_bytes = 66, p521_digest_bytes = 64, p521_wide_bytes = 80 };
#define CURVE p521
#define LIMBS 11
#include "weierstrass.h"

// secp256k1 (SEC 2 §2.4.1): p = 2^256 - 2^32 - 977, a = 0.
static const field k256_p = {
    .limb = LIMBS4(ONES, ONES, ONES, W(fffffffefffffc2f)),
    .plus = {0, 0, 0, 0, BIT(48)}, .minus = {BIT(32) + 976},
    .fold_plus = {BIT(32) + 977},
    .bits = 256
};
static const field k256_n = {
    .limb = LIMBS4(ONES, W(fffffffffffffffe), W(baaedce6af48a03b), W(bfd25e8cd0364141)),
    .plus = LIMBS4(ONES, W(fffffffffffffffe), W(baaedce6af48a03b), W(bfd25e8cd0364142)),
    .bits = 256
};
static const uint64_t
    k256_a[most_limbs] = {0}, k256_b[most_limbs] = {7},
    k256_gx[] = LIMBS4(W(79be667ef9dcbbac), W(55a06295ce870b07), W(029bfcdb2dce28d9), W(59f2815b16f81798)),
    k256_gy[] = LIMBS4(W(483ada7726a3c465), W(5da4fbfc0e1108a8), W(fd17b448a6855419), W(9c47d08ffb10d4b8));
enum { k256_scalar_bits = 256, k256_bytes = 32, k256_digest_bytes = 32, k256_wide_bytes = 64 };
#define CURVE k256
#define LIMBS 5
#include "weierstrass.h"

// edwards25519 (RFC 8032 §5.1): p = 2^255 - 19, d = -121665 / 121666.
static const field ed25519_p = {
    .limb = LIMBS4(W(7fffffffffffffff), ONES, ONES, W(ffffffffffffffed)),
    .plus = {0, 0, 0, 0, BIT(47)}, .minus = {18},
    .bits = 255
};
static const field ed25519_n = {
    .limb = LIMBS4(W(1000000000000000), W(0000000000000000), W(14def9dea2f79cd6), W(5812631a5cf5d3ed)),
    .plus = LIMBS4(W(1000000000000000), W(0000000000000000), W(14def9dea2f79cd6), W(5812631a5cf5d3ee)),
    .bits = 253
};
static const uint64_t
    ed25519_d[] = LIMBS4(W(52036cee2b6ffe73), W(8cc740797779e898), W(00700a4d4141d8ab), W(75eb4dca135978a3)),
    ed25519_root[] = LIMBS4(W(2b8324804fc1df0b), W(2b4d00993dfbd7a7), W(2f431806ad2fe478), W(c4ee1b274a0ea0b0));
// y = 4 / 5, and x even.
static const uint8_t ed25519_base[32] = {
    0x58, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
    0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
};
enum { ed25519_scalar_bits = 253 };
#define CURVE ed25519
#define LIMBS 5
#include "edwards.h"

// Overwrites the stack below, because compilers may have spilled secrets to it.
static __attribute__((noinline)) void clear_stack(void) {
    uint8_t below[16 << 10];
    memset(below, 0, sizeof below);
    __asm__ volatile("" : : "r"(below) : "memory");
}

// For functions that leave secrets behind: when they return, all registers that a callee may change are zero, and those
// of 512 bits completely.
#define LEAVES_NOTHING IFMA __attribute__((zero_call_used_regs("all")))

// Selects the code of a curve.
#define FOR_CURVE(curve, action) \
    switch (curve) { \
    case mb_ed25519: break; \
    case mb_p256: action(p256); break; \
    case mb_p384: action(p384); break; \
    case mb_p521: action(p521); break; \
    case mb_secp256k1: action(k256); break; \
    }

mb_curve_sizes mb_sizes(mb_curve_id id) {
    mb_curve_sizes sizes = {0};
#define SIZES(c) \
    sizes = (mb_curve_sizes){c##_bytes, c##_digest_bytes, c##_wide_bytes, sizeof(c##_curve), sizeof(c##_comb), \
                             sizeof(c##_key), sizeof(c##_scratch), sizeof(c##_work)}
    FOR_CURVE(id, SIZES)
    enum { ed25519_bytes = 32, ed25519_digest_bytes = 64, ed25519_wide_bytes = 64 };
    if (id == mb_ed25519) SIZES(ed25519);
    return sizes;
}

void mb_curve_set(mb_curve_id id, mb_curve *curve, mb_curve_work *work) {
#define SET_CURVE(c) c##_set_curve((c##_curve *)curve, (c##_work *)work)
    FOR_CURVE(id, SET_CURVE)
    if (id == mb_ed25519) SET_CURVE(ed25519);
}

bool mb_comb_set(mb_curve_id id, const mb_curve *curve, mb_comb *comb, const uint8_t *point, mb_curve_work *work) {
    bool is_set = true;
#define SET_COMB(c) is_set = c##_set_comb((c##_comb *)comb, (const c##_curve *)curve, point, (c##_work *)work)
    FOR_CURVE(id, SET_COMB)
    if (id == mb_ed25519) SET_COMB(ed25519);
    return is_set;
}

LEAVES_NOTHING bool mb_ecdsa_key_set(mb_curve_id id, const mb_curve *curve, mb_ecdsa_key *key, mb_curve_scratch *scratch,
                                     const uint8_t *d, const uint8_t *point) {
    bool is_right = false;
#define SET_KEY(c) is_right = c##_set_key((c##_key *)key, (const c##_curve *)curve, (c##_scratch *)scratch, d, point)
    FOR_CURVE(id, SET_KEY)
    clear_stack();
    return is_right;
}

LEAVES_NOTHING uint32_t mb_ecdsa_sign(mb_curve_id id, const mb_curve *curve, const mb_ecdsa_key *key,
                                      mb_curve_scratch *scratch, unsigned count, const uint8_t *nonces,
                                      const uint8_t *digests, uint8_t *signatures) {
    uint32_t written = 0;
    if (count == 0) return 0;
#define SIGN(c) \
    written = c##_sign((const c##_curve *)curve, (const c##_key *)key, (c##_scratch *)scratch, count, nonces, \
                       digests, signatures)
    FOR_CURVE(id, SIGN)
    clear_stack();
    return written;
}

uint32_t mb_ecdsa_verify(mb_curve_id id, const mb_curve *curve, mb_curve_scratch *scratch, unsigned count,
                         const mb_comb *const *combs, const uint8_t *digests, const uint8_t *signatures,
                         uint32_t *undecided) {
    uint32_t valid = 0;
    *undecided = 0;
    if (count == 0) return 0;
#define VERIFY(c) \
    valid = c##_verify((const c##_curve *)curve, (c##_scratch *)scratch, count, (const c##_comb *const *)combs, \
                       digests, signatures, undecided)
    FOR_CURVE(id, VERIFY)
    return valid;
}

LEAVES_NOTHING void mb_ed25519_key_set(const mb_curve *curve, mb_ed25519_key *key, const uint8_t *a) {
    ed25519_set_key((ed25519_key *)key, (const ed25519_curve *)curve, a);
    clear_stack();
}

LEAVES_NOTHING void mb_ed25519_commit(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count,
                                      const uint8_t *nonces, uint8_t *points) {
    if (count == 0) return;
    ed25519_commit((const ed25519_curve *)curve, (ed25519_scratch *)scratch, count, nonces, points);
    clear_stack();
}

LEAVES_NOTHING void mb_ed25519_respond(const mb_curve *curve, const mb_ed25519_key *key, mb_curve_scratch *scratch,
                                       unsigned count, const uint8_t *nonces, const uint8_t *challenges,
                                       uint8_t *scalars) {
    ed25519_respond((const ed25519_curve *)curve, (const ed25519_key *)key, (ed25519_scratch *)scratch, count,
                    nonces, challenges, scalars);
    clear_stack();
}

uint32_t mb_ed25519_verify(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count,
                           const mb_comb *const *combs, const uint8_t *challenges, const uint8_t *signatures) {
    if (count == 0) return 0;
    return ed25519_verify((const ed25519_curve *)curve, (ed25519_scratch *)scratch, count,
                          (const ed25519_comb *const *)combs, challenges, signatures);
}

void mb_test_field(mb_curve_id id, mb_operation operation, bool in_n, mb_curve_scratch *scratch, uint64_t *x,
                   const uint64_t *y) {
#define TEST(c) c##_test(operation, in_n, &((c##_scratch *)scratch)->powers, (vector *)x, (const vector *)y)
    FOR_CURVE(id, TEST)
    if (id == mb_ed25519) TEST(ed25519);
}

#else

#include <stdlib.h>

// On other processors nothing is supported, so none of these functions is called.

mb_curve_sizes mb_sizes(mb_curve_id id) { abort(); }
void mb_curve_set(mb_curve_id id, mb_curve *curve, mb_curve_work *work) { abort(); }
bool mb_comb_set(mb_curve_id id, const mb_curve *curve, mb_comb *comb, const uint8_t *point, mb_curve_work *work) {
    abort();
}
bool mb_ecdsa_key_set(mb_curve_id id, const mb_curve *curve, mb_ecdsa_key *key, mb_curve_scratch *scratch,
                      const uint8_t *d, const uint8_t *point) {
    abort();
}
uint32_t mb_ecdsa_sign(mb_curve_id id, const mb_curve *curve, const mb_ecdsa_key *key, mb_curve_scratch *scratch,
                       unsigned count, const uint8_t *nonces, const uint8_t *digests, uint8_t *signatures) {
    abort();
}
uint32_t mb_ecdsa_verify(mb_curve_id id, const mb_curve *curve, mb_curve_scratch *scratch, unsigned count,
                         const mb_comb *const *combs, const uint8_t *digests, const uint8_t *signatures,
                         uint32_t *undecided) {
    abort();
}
void mb_ed25519_key_set(const mb_curve *curve, mb_ed25519_key *key, const uint8_t *a) { abort(); }
void mb_ed25519_commit(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count, const uint8_t *nonces,
                       uint8_t *points) {
    abort();
}
void mb_ed25519_respond(const mb_curve *curve, const mb_ed25519_key *key, mb_curve_scratch *scratch, unsigned count,
                        const uint8_t *nonces, const uint8_t *challenges, uint8_t *scalars) {
    abort();
}
uint32_t mb_ed25519_verify(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count,
                           const mb_comb *const *combs, const uint8_t *challenges, const uint8_t *signatures) {
    abort();
}
void mb_test_field(mb_curve_id id, mb_operation operation, bool in_n, mb_curve_scratch *scratch, uint64_t *x,
                   const uint64_t *y) {
    abort();
}

#endif
