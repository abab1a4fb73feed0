// Arithmetic modulo m for eight numbers at a time, of 5, 8 or 11 limbs. Included once, by curves.c.
//
// Representation. A number has `n` limbs of 52 bits, least significant first; limb i of all eight numbers is one
// vector. A number is clean if each of its limbs is less than 2^52. R is 2^(52 n), and a number x stands for x / R
// modulo m (Montgomery), unless stated otherwise. `n` and the values of m are constants wherever these functions are
// called, so the loops are unrolled and multiplications by zero are left out.
//
// Columns. A product is accumulated in 2 n columns of weight 2^(52 i) without carrying. A column receives at most 4 n
// halves of products from two multiplications and 4 n from the reduction, all less than 2^52, and one carry. For 11
// limbs that is less than 89 * 2^52 < 2^59. Columns may become negative, and carries keep their sign.
//
// Reduction. In each of n steps, q is chosen so that the lowest limb of t + q m is zero (Montgomery). m + 1 is used
// instead of m. The lowest limb is then too large by q < 2^52, which does not change its carry. m + 1 = plus - minus,
// which for the primes has few limbs, most of them powers of two.
//
// Bounds. If x < a m and y < b m are clean, their product is clean and less than (a b m / R + 1) m. R / m is 16 for
// P-256 and secp256k1 and their orders, 32 for 2^255 - 19, 2^7 for the order of its group, and 2^32 and 2^51 for
// P-384 and P-521 and their orders.

enum { most_limbs = 11 };

typedef struct {
    uint64_t limb[most_limbs];
    // m + 1
    uint64_t plus[most_limbs], minus[most_limbs];
    // 2^bits - m, for `settle`, which subtracts multiples of m
    uint64_t fold_plus[most_limbs], fold_minus[most_limbs];
    int bits;
} field;

// The limbs of a number that is given by its words of 64 bits, the lowest last.
#define LIMBS9(w8, w7, w6, w5, w4, w3, w2, w1, w0) \
    { (w0) & LIMB_MASK, ((w0) >> 52 | (w1) << 12) & LIMB_MASK, ((w1) >> 40 | (w2) << 24) & LIMB_MASK, \
      ((w2) >> 28 | (w3) << 36) & LIMB_MASK, ((w3) >> 16 | (w4) << 48) & LIMB_MASK, ((w4) >> 4) & LIMB_MASK, \
      ((w4) >> 56 | (w5) << 8) & LIMB_MASK, ((w5) >> 44 | (w6) << 20) & LIMB_MASK, \
      ((w6) >> 32 | (w7) << 32) & LIMB_MASK, ((w7) >> 20 | (w8) << 44) & LIMB_MASK, (w8) >> 8 }
#define LIMBS4(w3, w2, w1, w0) LIMBS9(UINT64_C(0), UINT64_C(0), UINT64_C(0), UINT64_C(0), UINT64_C(0), w3, w2, w1, w0)
#define LIMBS6(w5, w4, w3, w2, w1, w0) LIMBS9(UINT64_C(0), UINT64_C(0), UINT64_C(0), w5, w4, w3, w2, w1, w0)

INLINE vector above_signed(vector x) { return _mm512_srai_epi64(x, limb_bits); }
INLINE vector subtract(vector x, vector y) { return _mm512_sub_epi64(x, y); }

INLINE void copy(vector *z, const vector *x, const int n) {
    UNROLL for (int i = 0; i < n; i++) z[i] = x[i];
}

INLINE void copy_constant(vector *z, const uint64_t *x, const int n) {
    UNROLL for (int i = 0; i < n; i++) z[i] = broadcast(x[i]);
}

INLINE void pick(vector *z, vector mask, const vector *x, const vector *y, const int n) {
    UNROLL for (int i = 0; i < n; i++) z[i] = blend(mask, x[i], y[i]);
}

// -1 / m modulo 2^52, by Newton's method. Each step doubles the number of correct bits; m itself has three, because m
// is odd. The compiler evaluates this.
INLINE uint64_t negative_inverse(uint64_t m) {
    uint64_t inverse = m;
    UNROLL for (int i = 0; i < 5; i++) inverse *= 2 - m * inverse;
    return -inverse & LIMB_MASK;
}

// t = x * y, or t += x * y.
INLINE void multiply_columns(vector *t, const vector *x, const vector *y, const int n, const bool fresh) {
    if (fresh) UNROLL for (int i = 0; i < 2 * n; i++) t[i] = zero();
    UNROLL for (int i = 0; i < n; i++) {
        UNROLL for (int j = 0; j < n; j++) t[i + j] = add_low(t[i + j], x[j], y[i]);
        UNROLL for (int j = 0; j < n; j++) t[i + j + 1] = add_high(t[i + j + 1], x[j], y[i]);
    }
}

// t = x * x. The products of different limbs are computed once and doubled; then the squares of limbs are added.
INLINE void square_columns(vector *t, const vector *x, const int n) {
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

// z = d, with clean limbs. d must not be negative, and must be less than R.
INLINE void carry_into(vector *z, const vector *d, const int n) {
    vector rest = d[0];
    UNROLL for (int i = 0; i < n - 1; i++) {
        z[i] = low(rest);
        rest = add(above_signed(rest), d[i + 1]);
    }
    z[n - 1] = rest;
}

// z = t / R mod m.
INLINE void reduce_columns(vector *z, vector *t, const field *m, const int n) {
    const uint64_t inverse = negative_inverse(m->limb[0]);
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
        t[i + 1] = add(t[i + 1], above_signed(t[i]));
    }
    carry_into(z, t + n, n);
}

// z = d modulo m, clean. d must lie between m and 2^6 m, and its limbs must be less than 2^56 in absolute value. If m
// has a fold, z is less than (1 + 2^-26) m; otherwise z is d.
//
// The lower limbs amount to less than 2^5 units of the highest one. If 2^5 units are left in the highest limb, the
// rest of d stays positive. So h * 2^bits is subtracted, where h < 2^7, and h * (2^bits - m) is added.
INLINE void settle(vector *z, vector *d, const field *m, const int n) {
    bool folds = false;
    UNROLL for (int i = 0; i < n; i++) folds |= m->fold_plus[i] != 0;
    if (folds) {
        const int top = m->bits - (n - 1) * limb_bits;
        const vector h = _mm512_srli_epi64(subtract(d[n - 1], broadcast(32)), (unsigned)top);
        d[n - 1] = subtract(d[n - 1], _mm512_slli_epi64(h, (unsigned)top));
        UNROLL for (int i = 0; i < n; i++) {
            if (m->fold_plus[i] != 0) d[i] = add_low(d[i], h, broadcast(m->fold_plus[i]));
            if (m->fold_minus[i] != 0)
                d[i] = subtract(d[i], add_low(zero(), h, broadcast(m->fold_minus[i])));
        }
    }
    carry_into(z, d, n);
}

// Subtracts m from x unless x is less than m. Returns ones for the lanes in which x was less.
INLINE vector subtract_modulus(vector *x, const field *m, const int n) {
    vector difference[most_limbs], borrow = zero();
    UNROLL for (int i = 0; i < n; i++) {
        vector limb = add(subtract(x[i], broadcast(m->limb[i])), borrow);
        difference[i] = low(limb);
        borrow = above_signed(limb);
    }
    const vector less = hidden(borrow);
    pick(x, less, x, difference, n);
    return less;
}

// Ones for the lanes in which all limbs are zero. Limbs must be less than 2^63.
INLINE vector is_zero(const vector *x, const int n) {
    vector any = x[0];
    UNROLL for (int i = 1; i < n; i++) any = _mm512_or_si512(any, x[i]);
    return hidden(_mm512_srai_epi64(subtract(any, broadcast(1)), 63));
}

// Ones for the lanes in which x and y have the same limbs. Both must be clean.
INLINE vector is_same(const vector *x, const vector *y, const int n) {
    vector difference[most_limbs];
    UNROLL for (int i = 0; i < n; i++) difference[i] = _mm512_xor_si512(x[i], y[i]);
    return is_zero(difference, n);
}

INLINE vector not(vector mask) { return _mm512_xor_si512(mask, broadcast(~UINT64_C(0))); }
INLINE vector and(vector x, vector y) { return _mm512_and_si512(x, y); }
INLINE vector or(vector x, vector y) { return _mm512_or_si512(x, y); }

// x = x * 2^bits modulo m, for one number. Only used once for each curve.
static void shift_modulo(uint64_t *x, int bits, const field *m, int n) {
    while (bits-- > 0) {
        uint64_t difference[most_limbs], carry = 0;
        int64_t borrow = 0;
        for (int i = 0; i < n; i++) {
            uint64_t limb = 2 * x[i] + carry;
            x[i] = limb & LIMB_MASK;
            carry = limb >> limb_bits;
            int64_t rest = (int64_t)x[i] - (int64_t)m->limb[i] + borrow;
            difference[i] = (uint64_t)rest & LIMB_MASK;
            borrow = rest >> limb_bits;
        }
        if (borrow == 0 || carry != 0) memcpy(x, difference, (size_t)n * sizeof *x);
    }
}

// Keeps a loop over lanes, bytes or words from being vectorized, because the compiler would use gather instructions.
#define PLAIN _Pragma("clang loop vectorize(disable)")

// Bytes are most significant first, or least significant first if `little`.

enum { most_words = 11, most_loaded = 13 };

INLINE uint64_t word_at(const uint8_t *bytes, size_t size, unsigned w, const bool little) {
    uint64_t word = 0;
    if (8 * (w + 1) <= size) {
        memcpy(&word, little ? bytes + 8 * w : bytes + size - 8 * (w + 1), 8);
        return little ? word : __builtin_bswap64(word);
    }
    // The remaining bytes are at the most significant end.
    PLAIN for (size_t i = 0; i < size - 8 * w; i++) word = word << 8 | bytes[little ? size - 1 - i : i];
    return word;
}

// Loads numbers of `size` bytes, `stride` bytes apart, into at most 13 limbs, beginning with number `first`. Lanes
// without a number get a copy of number `first`.
INLINE void load_numbers(vector *x, const int limbs, const uint8_t *bytes, size_t size, size_t stride,
                         unsigned first, unsigned count, const bool little) {
    uint64_t lane[most_loaded][mb_lanes];
    PLAIN for (unsigned l = 0; l < mb_lanes; l++) {
        const uint8_t *number = bytes + stride * (first + l < count ? first + l : first);
        uint64_t words[most_words + 1] = {0};
        PLAIN for (unsigned w = 0; w < (size + 7) / 8; w++) words[w] = word_at(number, size, w, little);
        PLAIN for (int i = 0; i < limbs; i++) {
            int word = i * limb_bits / 64, shift = i * limb_bits % 64;
            uint64_t upper = shift == 0 ? 0 : words[word + 1] << (64 - shift);
            lane[i][l] = (words[word] >> shift | upper) & LIMB_MASK;
        }
    }
    for (int i = 0; i < limbs; i++) x[i] = _mm512_loadu_si512(lane[i]);
}

// Stores clean limbs as numbers of `size` bytes, `stride` bytes apart, for the lanes that have a number.
INLINE void store_numbers(uint8_t *bytes, size_t size, size_t stride, unsigned count, const vector *x, const int limbs,
                          const bool little) {
    uint64_t lane[most_limbs][mb_lanes];
    for (int i = 0; i < limbs; i++) _mm512_storeu_si512(lane[i], x[i]);
    PLAIN for (unsigned l = 0; l < count && l < mb_lanes; l++) {
        uint8_t buffer[8 * most_words];
        PLAIN for (int w = 0; w < (int)(size + 7) / 8; w++) {
            int limb = 64 * w / limb_bits, shift = 64 * w % limb_bits;
            uint64_t word = lane[limb][l] >> shift;
            PLAIN for (int i = 1; i <= 2 && limb + i < limbs && i * limb_bits - shift < 64; i++)
                word |= lane[limb + i][l] << (i * limb_bits - shift);
            memcpy(buffer + 8 * w, &word, 8);
        }
        PLAIN for (size_t i = 0; i < size; i++) bytes[l * stride + i] = buffer[little ? i : size - 1 - i];
    }
}

// Stores the first lane of n limbs.
INLINE void store_first(uint64_t *x, const vector *limbs, const int n) {
    uint64_t lane[mb_lanes];
    for (int i = 0; i < n; i++) {
        _mm512_storeu_si512(lane, limbs[i]);
        x[i] = lane[0];
    }
}
