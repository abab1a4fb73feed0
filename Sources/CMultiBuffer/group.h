// The functions that every curve needs for its two moduli: p, the modulus of the coordinates, and n, the order of the
// base point. Included once for each curve, by weierstrass.h and edwards.h, with these names defined:
//
//     CURVE       the prefix of all names
//     LIMBS       the limbs of p and of n
//
// and the fields NAME(p) and NAME(n).

enum {
    NAME(windows) = (NAME(scalar_bits) + window_bits - 1) / window_bits,
    // Vectors with one window in each lane.
    NAME(window_groups) = (NAME(windows) + lanes - 1) / lanes
};

static NOINLINE void NAME(multiply)(vector *z, const vector *x, const vector *y) {
    column t[2 * LIMBS];
    multiply_columns(t, x, y, &NAME(p), true);
    reduce_columns(z, t, &NAME(p));
}

static NOINLINE void NAME(square)(vector *z, const vector *x) {
    column t[2 * LIMBS];
    square_columns(t, x, &NAME(p));
    reduce_columns(z, t, &NAME(p));
}

static NOINLINE void NAME(multiply_scalar)(vector *z, const vector *x, const vector *y) {
    column t[2 * LIMBS];
    multiply_columns(t, x, y, &NAME(n), true);
    reduce_columns(z, t, &NAME(n));
}

static NOINLINE void NAME(square_scalar)(vector *z, const vector *x) {
    column t[2 * LIMBS];
    square_columns(t, x, &NAME(n));
    reduce_columns(z, t, &NAME(n));
}

// z = x / R modulo m. x has 2 n limbs.
INLINE void NAME(reduce)(vector *z, const vector *x, const field *m) {
    column t[2 * LIMBS];
    UNROLL for (int i = 0; i < 2 * LIMBS; i++) t[i] = (column)x[i];
    reduce_columns(z, t, m);
}

// z = x / R, the least number of its class, which is no longer in the Montgomery representation. x must be less than
// R, or if the field wraps, than 2^6 m.
INLINE void NAME(leave)(vector *z, const vector *x, const field *m) {
    vector t[2 * LIMBS];
    copy(t, x, LIMBS);
    UNROLL for (int i = LIMBS; i < 2 * LIMBS; i++) t[i] = zero();
    NAME(reduce)(z, t, m);
    if (m->wrap != 0) carry_into(z, z, m);
    // Now z is at most m, or if the field wraps, a few units more.
    subtract_modulus(z, m);
}

static NOINLINE void NAME(least)(vector *z, const vector *x) { NAME(leave)(z, x, &NAME(p)); }

// Ones for the lanes in which x and y are equal modulo m. Both must be less than 8 m.
INLINE vector NAME(agrees)(const vector *x, const vector *y, const field *m) {
    vector d[LIMBS];
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(x[i], y[i]), broadcast(8 * m->limb[i]));
    carry_into(d, d, m);
    NAME(leave)(d, d, m);
    return is_zero(d, LIMBS);
}

static NOINLINE vector NAME(is_equal)(const vector *x, const vector *y) { return NAME(agrees)(x, y, &NAME(p)); }

typedef struct {
    vector of_p[powers_kept][LIMBS], of_n[powers_kept][LIMBS];
} NAME(powers);

// Digit i of m - 2, which is public.
INLINE unsigned NAME(exponent_digit)(const field *m, int i) {
    unsigned digit = 0;
    for (int bit = power_bits * (i + 1) - 1; bit >= power_bits * i; bit--) {
        const uint64_t limb = m->limb[bit / m->limb_bits] - (bit < m->limb_bits ? 2 : 0);
        digit = digit << 1 | (limb >> bit % m->limb_bits & 1);
    }
    return digit;
}

// x = 1 / x modulo p, and y = 1 / y modulo n, by Fermat's little theorem; zero if there is no inverse. Each product
// depends on the one before it, so computing both powers together takes little longer than computing one.
INLINE void NAME(invert_some)(vector *x, vector *y, NAME(powers) *w, const bool in_p, const bool in_n) {
    if (in_p) copy(w->of_p[1], x, LIMBS);
    if (in_n) copy(w->of_n[1], y, LIMBS);
    for (int i = 2; i < powers_kept; i++) {
        if (in_p) NAME(multiply)(w->of_p[i], w->of_p[i - 1], w->of_p[1]);
        if (in_n) NAME(multiply_scalar)(w->of_n[i], w->of_n[i - 1], w->of_n[1]);
    }
    // The highest digit, which is not zero for any of the moduli.
    const int top = (NAME(p).bits - 1) / power_bits;
    unsigned digit_p = NAME(exponent_digit)(&NAME(p), top), digit_n = NAME(exponent_digit)(&NAME(n), top);
    if (in_p) copy(x, w->of_p[digit_p], LIMBS);
    if (in_n) copy(y, w->of_n[digit_n], LIMBS);
    for (int i = top - 1; i >= 0; i--) {
        for (int bit = 0; bit < power_bits; bit++) {
            if (in_p) NAME(square)(x, x);
            if (in_n) NAME(square_scalar)(y, y);
        }
        digit_p = NAME(exponent_digit)(&NAME(p), i);
        digit_n = NAME(exponent_digit)(&NAME(n), i);
        if (in_p && digit_p != 0) NAME(multiply)(x, x, w->of_p[digit_p]);
        if (in_n && digit_n != 0) NAME(multiply_scalar)(y, y, w->of_n[digit_n]);
    }
}

static NOINLINE void NAME(invert)(vector *x, NAME(powers) *w) { NAME(invert_some)(x, NULL, w, true, false); }

// Inverts many numbers at the cost of one inversion and three products for each number (Montgomery). The numbers are
// `stride` bytes apart; product[i] becomes the product of the first i + 1. If one number is zero, all inverses in its
// lane become zero.
INLINE vector *NAME(at)(void *numbers, size_t stride, int i) {
    return (vector *)((char *)numbers + stride * (size_t)i);
}

typedef void NAME(multiplication)(vector *z, const vector *x, const vector *y);

INLINE void NAME(multiply_up)(vector (*product)[LIMBS], void *numbers, size_t stride, int count,
                              NAME(multiplication) *multiply) {
    copy(product[0], numbers, LIMBS);
    for (int i = 1; i < count; i++) multiply(product[i], product[i - 1], NAME(at)(numbers, stride, i));
}

// inverse: the inverse of the last product. The numbers are replaced by their inverses.
INLINE void NAME(divide_down)(vector *inverse, vector (*product)[LIMBS], void *numbers, size_t stride, int count,
                              NAME(multiplication) *multiply) {
    for (int i = count - 1; i > 0; i--) {
        vector *number = NAME(at)(numbers, stride, i), next[LIMBS];
        multiply(next, inverse, number);
        multiply(number, inverse, product[i - 1]);
        copy(inverse, next, LIMBS);
    }
    copy(numbers, inverse, LIMBS);
}

// Window i of a scalar: bits 6 i + 1 to 6 i + 6, which are those of (scalar - 1) / 2. The scalar must have one
// additional limb, which is zero.
INLINE vector NAME(window)(const vector *scalar, int i) {
    const int limb_bits = NAME(n).limb_bits, bit = window_bits * i + 1, limb = bit / limb_bits, shift = bit % limb_bits;
    vector bits = shifted_down(scalar[limb], (unsigned)shift);
    bits = or(bits, shifted_up(scalar[limb + 1], (unsigned)(limb_bits - shift)));
    return and(bits, broadcast((1 << window_bits) - 1));
}

// Digits less than 32 are negative: 2 K - 63.
INLINE vector NAME(is_negative)(vector digit) {
    return hidden(subtract(shifted_down(digit, window_bits - 1), broadcast(1)));
}

// Tags. The tag of entry j of window i is its multiple, (2 j + 1) 2^(6 i), modulo 2^limb_bits - 1. Together, those of the
// entries that were added tell by which scalar the point was multiplied.

INLINE uint64_t NAME(tag)(int window, int entry) {
    // The upper bits wrap around.
    const int limb_bits = NAME(n).limb_bits, shift = window_bits * window % limb_bits;
    const uint64_t multiple = (uint64_t)(2 * entry + 1);
    return (multiple << shift & limb_mask(&NAME(n))) + (multiple >> (limb_bits - shift));
}

// The sum of tags, and one more with the sign of its digit. The sign is computed again, so that a fault in the first one
// does not cancel out.
INLINE vector NAME(add_tag)(vector tags, vector tag, vector digit) {
    const vector negative = NAME(is_negative)(hidden(digit));
    const vector sum = add(tags, subtract(xor(tag, negative), negative));
    return add(low(sum, &NAME(n)), above(sum, &NAME(n)));
}

// Ones where the sum of the tags equals the scalar that selected them, modulo 2^limb_bits - 1. Modulo that number, a
// scalar equals the sum of its limbs.
INLINE vector NAME(is_tagged)(const vector *scalar, vector tags) {
    vector difference = subtract(zero(), tags);
    UNROLL for (int i = 0; i < LIMBS; i++) difference = add(difference, scalar[i]);
    const field *n = &NAME(n);
    UNROLL for (int i = 0; i < 3; i++) difference = add(low(difference, n), above(difference, n));
    // Both zero and the modulus stand for zero.
    const vector other = xor(difference, broadcast(limb_mask(n)));
    return or(is_zero(&difference, 1), is_zero(&other, 1));
}

static TARGET mb_field_shape NAME(shape)(bool in_n) {
    const field *m = in_n ? &NAME(n) : &NAME(p);
    return (mb_field_shape){lanes, m->limbs, m->limb_bits, radix_bits(m)};
}

static NOINLINE void NAME(test)(mb_operation operation, bool in_n, mb_curve_scratch *scratch, uint64_t *numbers,
                                const uint64_t *others) {
    NAME(powers) *w = (NAME(powers) *)scratch;
    vector *x = (vector *)numbers;
    const vector *y = (const vector *)others;
    switch (operation) {
    case mb_multiply: (in_n ? NAME(multiply_scalar) : NAME(multiply))(x, x, y); break;
    case mb_square: (in_n ? NAME(square_scalar) : NAME(square))(x, x); break;
    case mb_invert:
        if (in_n) NAME(invert_some)(NULL, x, w, false, true); else NAME(invert)(x, w);
        break;
    case mb_least:
        if (in_n) NAME(leave)(x, x, &NAME(n)); else NAME(least)(x, x);
        break;
    }
}
