// Curves on any processor: one lane, and limbs of 51 to 58 bits, of which the compiler multiplies 64 bits by 64.

#include "kernel.h"

#include "word.h"

#include "field.h"
#include "sha512.h"

// Columns. They have 128 bits, and receive products without carrying. Factors are sums and differences of a few numbers,
// so their limbs are less than 2^60 in absolute value, or 2^61 if they are wrapped, and there are at most nine. Two
// products and their reduction together are less than 2^126. Carries keep their sign.
//
// Fields that wrap. 2^(limb_bits n) is 19 modulo 2^255 - 19, with limbs of 51 bits, and 2 modulo 2^521 - 1, with limbs
// of 58 bits. So the upper half of a product, times that number, is added to the lower half, and n columns are enough.
// R is 1.
//
// Other fields have 2 n columns and Montgomery's reduction, as in ifma.c.

INLINE column product(vector x, vector y) { return RESULT((column)(int64_t)x * (int64_t)y); }

// t = x * y, or t += x * y.
INLINE void multiply_columns(column *t, const vector *x, const vector *y, const field *m, const bool fresh) {
    const int n = m->limbs, count = m->wrap != 0 ? n : 2 * n;
    vector wrapped[most_limbs];
    UNROLL for (int i = 0; i < n; i++) wrapped[i] = y[i] * m->wrap;
    UNROLL for (int k = 0; k < count; k++) {
        column sum = fresh ? 0 : t[k];
        UNROLL for (int i = 0; i < n; i++) {
            if (i <= k && k - i < n) sum += product(x[i], y[k - i]);
            if (m->wrap != 0 && i > k) sum += product(x[i], wrapped[n + k - i]);
        }
        t[k] = sum;
    }
}

// t = x * x. The products of different limbs are computed once, with one factor doubled.
INLINE void square_columns(column *t, const vector *x, const field *m) {
    const int n = m->limbs, count = m->wrap != 0 ? n : 2 * n;
    vector twice[most_limbs], wrapped[most_limbs], wrapped_twice[most_limbs];
    UNROLL for (int i = 0; i < n; i++) {
        twice[i] = 2 * x[i];
        wrapped[i] = x[i] * m->wrap;
        wrapped_twice[i] = 2 * wrapped[i];
    }
    UNROLL for (int k = 0; k < count; k++) {
        column sum = 0;
        UNROLL for (int i = 0; i < n; i++) {
            const int j = k - i, above = k + n - i;
            if (j >= i && j < n) sum += product(x[i], j == i ? x[i] : twice[j]);
            if (m->wrap != 0 && above >= i && above < n)
                sum += product(x[i], above == i ? wrapped[i] : wrapped_twice[above]);
        }
        t[k] = sum;
    }
}

// z = t mod m, for a field that wraps. The highest limb of z has at most bits - (n - 1) limb_bits bits, and the second
// one may exceed 2^limb_bits by a few units.
INLINE void wrap_columns(vector *z, column *t, const field *m) {
    const int n = m->limbs, top = m->bits - (n - 1) * m->limb_bits;
    UNROLL for (int i = 0; i < n - 1; i++) {
        z[i] = RESULT((vector)t[i] & limb_mask(m));
        t[i + 1] += t[i] >> m->limb_bits;
    }
    z[n - 1] = (vector)t[n - 1] & ((UINT64_C(1) << top) - 1);
    // 2^bits is wrap / 2^(limb_bits - top).
    const column lowest = RESULT((t[n - 1] >> top) * (column)(m->wrap >> (m->limb_bits - top)) + (column)z[0]);
    z[0] = (vector)lowest & limb_mask(m);
    z[1] = add(z[1], (vector)(lowest >> m->limb_bits));
}

// z = t / R mod m.
INLINE void reduce_columns(vector *z, column *t, const field *m) {
    const int n = m->limbs;
    if (m->wrap != 0) {
        wrap_columns(z, t, m);
        return;
    }
    const uint64_t inverse = negative_inverse(m);
    UNROLL for (int i = 0; i < n; i++) {
        const vector q = low(inverse == 1 ? (vector)t[i] : (vector)t[i] * inverse, m);
        UNROLL for (int j = 0; j < n; j++) {
            if (m->plus[j] != 0) t[i + j] += product(q, m->plus[j]);
            if (m->minus[j] != 0) t[i + j] -= product(q, m->minus[j]);
        }
        t[i + 1] += t[i] >> m->limb_bits;
    }
    UNROLL for (int i = n; i < 2 * n - 1; i++) {
        z[i - n] = low((vector)t[i], m);
        t[i + 1] += t[i] >> m->limb_bits;
    }
    z[n - 1] = (vector)t[2 * n - 1];
    if (m->tight) subtract_modulus(z, m);
}

enum { bits_p256 = 52, bits_p384 = 56, bits_p521 = 58, bits_k256 = 52, bits_ed25519_p = 51, bits_ed25519_n = 52 };
enum { wrap_p521 = 2, wrap_ed25519 = 19 };
#define LIMBS_P384 7
#define LIMBS_P521 9

// The number of signatures from which on this is faster than libcrypto. `make engine CHECK=speed` checks it.
enum {
    p256_least_group = 3, p384_least_group = 1, p521_least_group = 1, k256_least_group = 1, ed25519_least_group = 1
};

// z = d, to be multiplied. Limbs of factors need not be clean, and may be negative.
INLINE void carry_factor(vector *z, const vector *d, const field *m) { copy(z, d, m->limbs); }

#define KERNEL mb_portable
#include "named-curves.h"
