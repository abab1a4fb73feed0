// The numbers of the curves as the standards print them, and the code for each curve. Included once, by ifma.c or
// portable.c, after field.h and the products, with these defined: the sizes of limbs, what fields wrap by, LIMBS_P384,
// LIMBS_P521, and KERNEL, the name of the kernel.

enum {
    window_bits = 6, // bits of a scalar per step
    entries = table_entries, // 2^(window_bits - 1)
    power_bits = 4, // bits of an exponent per step
    powers_kept = 1 << power_bits,
    mb_most = mb_curve_group,
    most_vectors = mb_most / lanes
};

#define PASTE(a, b) a##_##b
#define EXPANDED(a, b) PASTE(a, b)
#define NAME(name) EXPANDED(CURVE, name)

// One bit for each of `count` numbers, of which there is at least one.
INLINE uint64_t all_of(unsigned count) { return ~UINT64_C(0) >> (mb_most - count); }

#define W(word) UINT64_C(0x##word)

// P-256 (SP 800-186 §3.2.1.3): p = 2^256 - 2^224 + 2^192 + 2^96 - 1, a = -3.
static const field p256_p = {
    .limbs = 5, .limb_bits = bits_p256,
    .limb = LIMBS4(bits_p256, W(ffffffff00000001), W(0000000000000000), W(00000000ffffffff), W(ffffffffffffffff)),
    .plus = LIMBS4(bits_p256, W(ffffffff00000001), W(0), W(100000000), W(0)),
    .fold_plus = LIMBS4(bits_p256, W(100000000), W(0), W(0), W(1)),
    .fold_minus = LIMBS4(bits_p256, W(1), W(0), W(100000000), W(0)),
    .bits = 256
};
static const field p256_n = {
    .limbs = 5, .limb_bits = bits_p256,
    .limb = LIMBS4(bits_p256, W(ffffffff00000000), W(ffffffffffffffff), W(bce6faada7179e84), W(f3b9cac2fc632551)),
    .plus = LIMBS4(bits_p256, W(ffffffff00000000), W(ffffffffffffffff), W(bce6faada7179e84), W(f3b9cac2fc632552)),
    .bits = 256
};
static const uint64_t
    p256_a[] = LIMBS4(bits_p256, W(ffffffff00000001), W(0000000000000000), W(00000000ffffffff), W(fffffffffffffffc)),
    p256_b[] = LIMBS4(bits_p256, W(5ac635d8aa3a93e7), W(b3ebbd55769886bc), W(651d06b0cc53b0f6), W(3bce3c3e27d2604b)),
    p256_gx[] = LIMBS4(bits_p256, W(6b17d1f2e12c4247), W(f8bce6e563a440f2), W(77037d812deb33a0), W(f4a13945d898c296)),
    p256_gy[] = LIMBS4(bits_p256, W(4fe342e2fe1a7f9b), W(8ee7eb4a7c0f9e16), W(2bce33576b315ece), W(cbb6406837bf51f5));
enum { p256_scalar_bits = 256, p256_bytes = 32, p256_digest_bytes = 32, p256_wide_bytes = 64 };
#define CURVE p256
#define LIMBS 5
#include "weierstrass.h"

// P-384 (§3.2.1.4): p = 2^384 - 2^128 - 2^96 + 2^32 - 1, a = -3.
static const field p384_p = {
    .limbs = LIMBS_P384, .limb_bits = bits_p384,
    .limb = LIMBS6(bits_p384, W(ffffffffffffffff), W(ffffffffffffffff), W(ffffffffffffffff), W(fffffffffffffffe),
                   W(ffffffff00000000), W(00000000ffffffff)),
    .plus = LIMBS9(bits_p384, W(0), W(0), W(1), W(0), W(0), W(0), W(0), W(0), W(100000000)),
    .minus = LIMBS6(bits_p384, W(0), W(0), W(0), W(1), W(100000000), W(0)),
    .bits = 384
};
static const field p384_n = {
    .limbs = LIMBS_P384, .limb_bits = bits_p384,
    .limb = LIMBS6(bits_p384, W(ffffffffffffffff), W(ffffffffffffffff), W(ffffffffffffffff), W(c7634d81f4372ddf),
                   W(581a0db248b0a77a), W(ecec196accc52973)),
    .plus = LIMBS6(bits_p384, W(ffffffffffffffff), W(ffffffffffffffff), W(ffffffffffffffff), W(c7634d81f4372ddf),
                   W(581a0db248b0a77a), W(ecec196accc52974)),
    .bits = 384
};
static const uint64_t
    p384_a[] = LIMBS6(bits_p384, W(ffffffffffffffff), W(ffffffffffffffff), W(ffffffffffffffff), W(fffffffffffffffe),
                      W(ffffffff00000000), W(00000000fffffffc)),
    p384_b[] = LIMBS6(bits_p384, W(b3312fa7e23ee7e4), W(988e056be3f82d19), W(181d9c6efe814112), W(0314088f5013875a),
                      W(c656398d8a2ed19d), W(2a85c8edd3ec2aef)),
    p384_gx[] = LIMBS6(bits_p384, W(aa87ca22be8b0537), W(8eb1c71ef320ad74), W(6e1d3b628ba79b98), W(59f741e082542a38),
                       W(5502f25dbf55296c), W(3a545e3872760ab7)),
    p384_gy[] = LIMBS6(bits_p384, W(3617de4a96262c6f), W(5d9e98bf9292dc29), W(f8f41dbd289a147c), W(e9da3113b5f0b8c0),
                       W(0a60b1ce1d7e819d), W(7a431d7c90ea0e5f));
enum { p384_scalar_bits = 384, p384_bytes = 48, p384_digest_bytes = 48, p384_wide_bytes = 64 };
#define CURVE p384
#define LIMBS LIMBS_P384
#include "weierstrass.h"

// P-521 (§3.2.1.5): p = 2^521 - 1, a = -3.
#define ONES W(ffffffffffffffff)
static const field p521_p = {
    .limbs = LIMBS_P521, .limb_bits = bits_p521,
    .limb = LIMBS9(bits_p521, W(1ff), ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES),
    .plus = LIMBS9(bits_p521, W(200), W(0), W(0), W(0), W(0), W(0), W(0), W(0), W(0)),
    .wrap = wrap_p521,
    .bits = 521
};
static const field p521_n = {
    .limbs = LIMBS_P521, .limb_bits = bits_p521,
    .limb = LIMBS9(bits_p521, W(1ff), ONES, ONES, ONES, W(fffffffffffffffa), W(51868783bf2f966b), W(7fcc0148f709a5d0),
                  W(3bb5c9b8899c47ae), W(bb6fb71e91386409)),
    .plus = LIMBS9(bits_p521, W(1ff), ONES, ONES, ONES, W(fffffffffffffffa), W(51868783bf2f966b), W(7fcc0148f709a5d0),
                  W(3bb5c9b8899c47ae), W(bb6fb71e9138640a)),
    .tight = LIMBS_P521 * bits_p521 < 521 + 4,
    .bits = 521
};
static const uint64_t
    p521_a[] = LIMBS9(bits_p521, W(1ff), ONES, ONES, ONES, ONES, ONES, ONES, ONES, W(fffffffffffffffc)),
    p521_b[] = LIMBS9(bits_p521, W(051), W(953eb9618e1c9a1f), W(929a21a0b68540ee), W(a2da725b99b315f3), W(b8b489918ef109e1),
                     W(56193951ec7e937b), W(1652c0bd3bb1bf07), W(3573df883d2c34f1), W(ef451fd46b503f00)),
    p521_gx[] = LIMBS9(bits_p521, W(0c6), W(858e06b70404e9cd), W(9e3ecb662395b442), W(9c648139053fb521), W(f828af606b4d3dba),
                      W(a14b5e77efe75928), W(fe1dc127a2ffa8de), W(3348b3c1856a429b), W(f97e7e31c2e5bd66)),
    p521_gy[] = LIMBS9(bits_p521, W(118), W(39296a789a3bc004), W(5c8a5fb42c7d1bd9), W(98f54449579b4468), W(17afbd17273e662c),
                      W(97ee72995ef42640), W(c550b9013fad0761), W(353c7086a272c240), W(88be94769fd16650));
enum { p521_scalar_bits = 521, p521_bytes = 66, p521_digest_bytes = 64, p521_wide_bytes = 80 };
#define CURVE p521
#define LIMBS LIMBS_P521
#include "weierstrass.h"

// secp256k1 (SEC 2 §2.4.1): p = 2^256 - 2^32 - 977, a = 0.
static const field k256_p = {
    .limbs = 5, .limb_bits = bits_k256,
    .limb = LIMBS4(bits_k256, ONES, ONES, ONES, W(fffffffefffffc2f)),
    .plus = LIMBS9(bits_k256, W(0), W(0), W(0), W(0), W(1), W(0), W(0), W(0), W(0)), .minus = {W(1000003d0)},
    .fold_plus = {W(1000003d1)},
    .bits = 256
};
static const field k256_n = {
    .limbs = 5, .limb_bits = bits_k256,
    .limb = LIMBS4(bits_k256, ONES, W(fffffffffffffffe), W(baaedce6af48a03b), W(bfd25e8cd0364141)),
    .plus = LIMBS4(bits_k256, ONES, W(fffffffffffffffe), W(baaedce6af48a03b), W(bfd25e8cd0364142)),
    .bits = 256
};
static const uint64_t
    k256_a[most_limbs] = {0}, k256_b[most_limbs] = {7},
    k256_gx[] = LIMBS4(bits_k256, W(79be667ef9dcbbac), W(55a06295ce870b07), W(029bfcdb2dce28d9), W(59f2815b16f81798)),
    k256_gy[] = LIMBS4(bits_k256, W(483ada7726a3c465), W(5da4fbfc0e1108a8), W(fd17b448a6855419), W(9c47d08ffb10d4b8));
enum { k256_scalar_bits = 256, k256_bytes = 32, k256_digest_bytes = 32, k256_wide_bytes = 64 };
#define CURVE k256
#define LIMBS 5
#include "weierstrass.h"

// edwards25519 (RFC 8032 §5.1): p = 2^255 - 19, d = -121665 / 121666.
static const field ed25519_p = {
    .limbs = 5, .limb_bits = bits_ed25519_p,
    .limb = LIMBS4(bits_ed25519_p, W(7fffffffffffffff), ONES, ONES, W(ffffffffffffffed)),
    .plus = LIMBS4(bits_ed25519_p, W(8000000000000000), W(0), W(0), W(0)), .minus = {18},
    .wrap = wrap_ed25519,
    .bits = 255
};
static const field ed25519_n = {
    .limbs = 5, .limb_bits = bits_ed25519_n,
    .limb = LIMBS4(bits_ed25519_n, W(1000000000000000), W(0000000000000000), W(14def9dea2f79cd6), W(5812631a5cf5d3ed)),
    .plus = LIMBS4(bits_ed25519_n, W(1000000000000000), W(0000000000000000), W(14def9dea2f79cd6), W(5812631a5cf5d3ee)),
    .bits = 253
};
static const uint64_t
    ed25519_d[] = LIMBS4(bits_ed25519_p, W(52036cee2b6ffe73), W(8cc740797779e898), W(00700a4d4141d8ab), W(75eb4dca135978a3)),
    ed25519_root[] = LIMBS4(bits_ed25519_p, W(2b8324804fc1df0b), W(2b4d00993dfbd7a7), W(2f431806ad2fe478), W(c4ee1b274a0ea0b0));
// y = 4 / 5, and x even.
static const uint8_t ed25519_base[32] = {
    0x58, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
    0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
};
enum { ed25519_scalar_bits = 253 };
#define CURVE ed25519
#define LIMBS 5
#include "edwards.h"

#define LIST(kernel) const mb_curve_functions *const kernel##_curves[] = { \
    [mb_p256] = &p256_functions, [mb_p384] = &p384_functions, [mb_p521] = &p521_functions, \
    [mb_secp256k1] = &k256_functions, [mb_ed25519] = &ed25519_functions }
#define LIST_OF(kernel) LIST(kernel)
LIST_OF(KERNEL);
