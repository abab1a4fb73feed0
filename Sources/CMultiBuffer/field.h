// Arithmetic modulo m for the numbers in all lanes. Included once, by ifma.c or portable.c, after lanes.h or word.h.
//
// Representation. A number has `limbs` limbs of `limb_bits` bits, least significant first; limb i of the numbers in all
// lanes is one vector. A number is clean if each of its limbs is less than 2^limb_bits; the highest one may be larger.
// A number x stands for x / R modulo m (Montgomery), unless stated otherwise, where R is 2^(limb_bits * limbs), or 1 for
// fields that wrap (portable.c). `limbs` and the values of m are constants wherever these functions are called, so the
// loops are unrolled and multiplications by zero are left out.
//
// Bounds. If x < a m and y < b m are clean, their product is clean and less than (a b m / R + 1) m. R / m is 16 for
// P-256 and secp256k1 and their orders, 32 for 2^255 - 19, and 2^7 for the order of its group. For P-384 and its order it
// is 2^32, or 2^8 with limbs of 56 bits, and for P-521 and its order 2^51. Products in fields that wrap are less than
// 1.01 m, and so are those modulo a `tight` order.

enum { most_limbs = 11 };

typedef struct {
    int limbs, limb_bits;
    uint64_t limb[most_limbs];
    // m + 1
    uint64_t plus[most_limbs], minus[most_limbs];
    // 2^bits - m, for `settle`, which subtracts multiples of m
    uint64_t fold_plus[most_limbs], fold_minus[most_limbs];
    int bits;
    // 2^(limb_bits * limbs) modulo m, if the field wraps; otherwise 0
    uint64_t wrap;
    // R is only 2 m, so m is subtracted from products.
    bool tight;
} field;

// Limb i of a number that is given by its words of 64 bits, the lowest last.
#define WORD(i, w8, w7, w6, w5, w4, w3, w2, w1, w0) \
    ((i) == 0 ? (w0) : (i) == 1 ? (w1) : (i) == 2 ? (w2) : (i) == 3 ? (w3) : (i) == 4 ? (w4) : (i) == 5 ? (w5) : \
     (i) == 6 ? (w6) : (i) == 7 ? (w7) : (i) == 8 ? (w8) : UINT64_C(0))
#define LIMB(bits, i, ...) \
    ((WORD((i) * (bits) / 64, __VA_ARGS__) >> (i) * (bits) % 64 | \
      WORD((i) * (bits) / 64 + 1, __VA_ARGS__) << 1 << (63 - (i) * (bits) % 64)) & \
     ((UINT64_C(1) << (bits)) - 1))
#define LIMBS9(bits, ...) \
    { LIMB(bits, 0, __VA_ARGS__), LIMB(bits, 1, __VA_ARGS__), LIMB(bits, 2, __VA_ARGS__), LIMB(bits, 3, __VA_ARGS__), \
      LIMB(bits, 4, __VA_ARGS__), LIMB(bits, 5, __VA_ARGS__), LIMB(bits, 6, __VA_ARGS__), LIMB(bits, 7, __VA_ARGS__), \
      LIMB(bits, 8, __VA_ARGS__), LIMB(bits, 9, __VA_ARGS__), LIMB(bits, 10, __VA_ARGS__) }
#define NO_WORD UINT64_C(0)
#define LIMBS6(bits, ...) LIMBS9(bits, NO_WORD, NO_WORD, NO_WORD, __VA_ARGS__)
#define LIMBS4(bits, ...) LIMBS6(bits, NO_WORD, NO_WORD, __VA_ARGS__)

INLINE vector not(vector mask) { return xor(mask, broadcast(~UINT64_C(0))); }
INLINE uint64_t limb_mask(const field *m) { return (UINT64_C(1) << m->limb_bits) - 1; }
INLINE vector low(vector x, const field *m) { return and(x, broadcast(limb_mask(m))); }
INLINE vector above(vector x, const field *m) { return signed_down(x, (unsigned)m->limb_bits); }
// The binary logarithm of R.
INLINE int radix_bits(const field *m) { return m->wrap != 0 ? 0 : m->limbs * m->limb_bits; }

INLINE void copy(vector *z, const vector *x, const int n) {
    UNROLL for (int i = 0; i < n; i++) z[i] = x[i];
}

INLINE void copy_constant(vector *z, const uint64_t *x, const int n) {
    UNROLL for (int i = 0; i < n; i++) z[i] = broadcast(x[i]);
}

INLINE void pick(vector *z, vector mask, const vector *x, const vector *y, const int n) {
    UNROLL for (int i = 0; i < n; i++) z[i] = blend(mask, x[i], y[i]);
}

// -1 / m modulo a limb, by Newton's method. Each step doubles the number of correct bits; m itself has three, because m
// is odd. The compiler evaluates this.
INLINE uint64_t negative_inverse(const field *m) {
    uint64_t inverse = m->limb[0];
    UNROLL for (int i = 0; i < 5; i++) inverse *= 2 - m->limb[0] * inverse;
    return -inverse & limb_mask(m);
}

// z = d, with clean limbs. d must not be negative.
INLINE void carry_into(vector *z, const vector *d, const field *m) {
    vector rest = d[0];
    UNROLL for (int i = 0; i < m->limbs - 1; i++) {
        z[i] = low(rest, m);
        rest = add(above(rest, m), d[i + 1]);
    }
    z[m->limbs - 1] = rest;
}

// z = d modulo m, clean. d must lie between m and 2^6 m, and its limbs must be less than 2^56 in absolute value. If m
// has a fold, z is less than (1 + 2^-26) m; otherwise z is d.
//
// The lower limbs amount to less than 2^5 units of the highest one. If 2^5 units are left in the highest limb, the
// rest of d stays positive. So h * 2^bits is subtracted, where h < 2^7, and h * (2^bits - m) is added.
INLINE void settle(vector *z, vector *d, const field *m) {
    const int n = m->limbs;
    bool folds = false;
    UNROLL for (int i = 0; i < n; i++) folds |= m->fold_plus[i] != 0;
    if (folds) {
        const int top = m->bits - (n - 1) * m->limb_bits;
        const vector h = shifted_down(subtract(d[n - 1], broadcast(32)), (unsigned)top);
        d[n - 1] = subtract(d[n - 1], shifted_up(h, (unsigned)top));
        UNROLL for (int i = 0; i < n; i++) {
            if (m->fold_plus[i] != 0) d[i] = add_low(d[i], h, broadcast(m->fold_plus[i]));
            if (m->fold_minus[i] != 0)
                d[i] = subtract(d[i], add_low(zero(), h, broadcast(m->fold_minus[i])));
        }
    }
    carry_into(z, d, m);
}

// Subtracts m from x unless x is less than m. Returns ones for the lanes in which x was less.
INLINE vector subtract_modulus(vector *x, const field *m) {
    const int n = m->limbs;
    vector difference[most_limbs], borrow = zero();
    UNROLL for (int i = 0; i < n; i++) {
        vector limb = add(subtract(x[i], broadcast(m->limb[i])), borrow);
        difference[i] = low(limb, m);
        borrow = above(limb, m);
    }
    const vector less = hidden(signed_down(borrow, 63));
    pick(x, less, x, difference, n);
    return less;
}

// Ones for the lanes in which all limbs are zero. Limbs must be less than 2^63.
INLINE vector is_zero(const vector *x, const int n) {
    vector any = x[0];
    UNROLL for (int i = 1; i < n; i++) any = or(any, x[i]);
    return hidden(signed_down(subtract(any, broadcast(1)), 63));
}

// Ones for the lanes in which x and y have the same limbs. Both must be clean.
INLINE vector is_same(const vector *x, const vector *y, const int n) {
    vector difference[most_limbs];
    UNROLL for (int i = 0; i < n; i++) difference[i] = xor(x[i], y[i]);
    return is_zero(difference, n);
}

// x = x * 2^bits modulo m, for one number. Only used once for each curve.
static TARGET void shift_modulo(uint64_t *x, int bits, const field *m) {
    const int n = m->limbs, limb_bits = m->limb_bits;
    while (bits-- > 0) {
        uint64_t difference[most_limbs], carry = 0;
        int64_t borrow = 0;
        for (int i = 0; i < n; i++) {
            uint64_t limb = 2 * x[i] + carry;
            x[i] = limb & limb_mask(m);
            carry = limb >> limb_bits;
            int64_t rest = (int64_t)x[i] - (int64_t)m->limb[i] + borrow;
            difference[i] = (uint64_t)rest & limb_mask(m);
            borrow = rest >> limb_bits;
        }
        if (borrow == 0 || carry != 0) memcpy(x, difference, (size_t)n * sizeof *x);
    }
}

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
//
// The last limb takes all bits that are left. If they are too many, it becomes 2^62, which is more than any modulus has.
INLINE void load_numbers(vector *x, const int limbs, const uint8_t *bytes, size_t size, size_t stride, unsigned first,
                         unsigned count, const field *m, const bool little) {
    uint64_t lane[most_loaded][lanes];
    PLAIN for (unsigned l = 0; l < lanes; l++) {
        const uint8_t *number = bytes + stride * (first + l < count ? first + l : first);
        uint64_t words[most_words + 1] = {0};
        PLAIN for (unsigned w = 0; w < (size + 7) / 8; w++) words[w] = word_at(number, size, w, little);
        PLAIN for (int i = 0; i < limbs; i++) {
            const int word = i * m->limb_bits / 64, shift = i * m->limb_bits % 64;
            const uint64_t upper = shift == 0 ? 0 : words[word + 1] << (64 - shift);
            lane[i][l] = (words[word] >> shift | upper) & limb_mask(m);
        }
        if (8 * size > (size_t)(limbs * m->limb_bits)) {
            const int bit = limbs * m->limb_bits;
            const uint64_t left = words[bit / 64] >> bit % 64;
            lane[limbs - 1][l] |= left << m->limb_bits | (uint64_t)(left >> (62 - m->limb_bits) != 0) << 62;
            lane[limbs - 1][l] &= (UINT64_C(1) << 63) - 1;
        }
    }
    for (int i = 0; i < limbs; i++) x[i] = load_lanes(lane[i]);
}

// Stores clean limbs as numbers of `size` bytes, `stride` bytes apart, for the lanes that have a number.
INLINE void store_numbers(uint8_t *bytes, size_t size, size_t stride, unsigned count, const vector *x, const field *m,
                          const bool little) {
    uint64_t lane[most_limbs][lanes];
    for (int i = 0; i < m->limbs; i++) store_lanes(lane[i], x[i]);
    PLAIN for (unsigned l = 0; l < count && l < lanes; l++) {
        uint8_t buffer[8 * most_words];
        PLAIN for (int w = 0; w < (int)(size + 7) / 8; w++) {
            const int limb = 64 * w / m->limb_bits, shift = 64 * w % m->limb_bits;
            uint64_t word = lane[limb][l] >> shift;
            PLAIN for (int i = 1; i <= 2 && limb + i < m->limbs && i * m->limb_bits - shift < 64; i++)
                word |= lane[limb + i][l] << (i * m->limb_bits - shift);
            memcpy(buffer + 8 * w, &word, 8);
        }
        PLAIN for (size_t i = 0; i < size; i++) bytes[l * stride + i] = buffer[little ? i : size - 1 - i];
    }
}

// Stores the first lane of n limbs.
INLINE void store_first(uint64_t *x, const vector *limbs, const int n) {
    uint64_t lane[lanes];
    for (int i = 0; i < n; i++) {
        store_lanes(lane, limbs[i]);
        x[i] = lane[0];
    }
}
