// Curves on processors with AVX-512 IFMA: eight lanes, and limbs of 52 bits.

#include "kernel.h"

#if defined(__x86_64__)

#include "lanes.h"

#include "field.h"
#include "sha512.h"

// Columns. A product is accumulated in 2 n columns of weight 2^(52 i) without carrying, where n is the number of limbs. A
// column receives at most 4 n halves of products from two multiplications and 4 n from the reduction, all less than
// 2^52, and one carry. For 11 limbs that is less than 89 * 2^52 < 2^59. Columns may become negative, and carries keep
// their sign.
//
// Reduction. In each of n steps, q is chosen so that the lowest limb of t + q m is zero (Montgomery). m + 1 is used
// instead of m. The lowest limb is then too large by q < 2^52, which does not change its carry. m + 1 = plus - minus,
// which for the primes has few limbs, most of them powers of two.

// t = x * y, or t += x * y.
INLINE void multiply_columns(column *t, const vector *x, const vector *y, const field *m, const bool fresh) {
    const int n = m->limbs;
    if (fresh) UNROLL for (int i = 0; i < 2 * n; i++) t[i] = zero();
    UNROLL for (int i = 0; i < n; i++) {
        UNROLL for (int j = 0; j < n; j++) t[i + j] = add_low(t[i + j], x[j], y[i]);
        UNROLL for (int j = 0; j < n; j++) t[i + j + 1] = add_high(t[i + j + 1], x[j], y[i]);
    }
}

// t = x * x. The products of different limbs are computed once and doubled; then the squares of limbs are added.
INLINE void square_columns(column *t, const vector *x, const field *m) {
    const int n = m->limbs;
    UNROLL for (int i = 0; i < 2 * n; i++) t[i] = zero();
    UNROLL for (int i = 0; i < n; i++) {
        UNROLL for (int j = i + 1; j < n; j++) t[i + j] = add_low(t[i + j], x[j], x[i]);
        UNROLL for (int j = i + 1; j < n; j++) t[i + j + 1] = add_high(t[i + j + 1], x[j], x[i]);
    }
    UNROLL for (int i = 0; i < n; i++) {
        t[2 * i] = add_low(add(t[2 * i], t[2 * i]), x[i], x[i]);
        t[2 * i + 1] = add_high(add(t[2 * i + 1], t[2 * i + 1]), x[i], x[i]);
    }
}

// z = t / R mod m.
INLINE void reduce_columns(vector *z, column *t, const field *m) {
    const int n = m->limbs;
    const uint64_t inverse = negative_inverse(m);
    UNROLL for (int i = 0; i < n; i++) {
        // Multiplication ignores all but the low 52 bits.
        const vector q = inverse == 1 ? t[i] : add_low(zero(), t[i], broadcast(inverse));
        UNROLL for (int j = 0; j < n; j++) {
            if (m->plus[j] != 0) t[i + j] = add_low(t[i + j], q, broadcast(m->plus[j]));
            if (m->minus[j] != 0) t[i + j] = subtract(t[i + j], add_low(zero(), q, broadcast(m->minus[j])));
        }
        UNROLL for (int j = 0; j < n; j++) {
            if (m->plus[j] != 0) t[i + j + 1] = add_high(t[i + j + 1], q, broadcast(m->plus[j]));
            if (m->minus[j] != 0)
                t[i + j + 1] = subtract(t[i + j + 1], add_high(zero(), q, broadcast(m->minus[j])));
        }
        t[i + 1] = add(t[i + 1], above(t[i], m));
    }
    carry_into(z, t + n, m);
}

enum { bits_p256 = 52, bits_p384 = 52, bits_p521 = 52, bits_k256 = 52, bits_ed25519_p = 52, bits_ed25519_n = 52 };
enum { wrap_p521 = 0, wrap_ed25519 = 0 };
#define LIMBS_P384 8
#define LIMBS_P521 11

// The number of signatures from which on this is faster than libcrypto. `make engine CHECK=speed` checks it.
enum {
    p256_least_group = 2, p384_least_group = 1, p521_least_group = 1, k256_least_group = 1, ed25519_least_group = 1
};

// z = d, to be multiplied. Multiplications ignore all but 52 bits, so limbs must be clean.
INLINE void carry_factor(vector *z, const vector *d, const field *m) { carry_into(z, d, m); }

#define KERNEL mb_ifma
#include "named-curves.h"

#endif
