// The curve -x² + y² = 1 + d x² y² over 2^255 - 19, and Ed25519 on it (RFC 8032 §5.1). Included once, by curves.c,
// with the same names defined as for weierstrass.h.
//
// Points are X / Z, Y / Z with T = X Y / Z. The formulas are complete: -1 is a square modulo p and d is not, so there
// are no exceptional cases, whatever points an attacker sends (Hisil, Wong, Carter, Dawson 2008).
//
// Scalars are less than the order n of the base point. Digits are those of weierstrass.h. If a scalar is even, the
// digits are those of the next number, and the point is subtracted once at the end. Using n minus the scalar instead
// would only be right for the base point, because other points may have a component of small order.

#include "group.h"

typedef struct {
    vector z[LIMBS], x[LIMBS], y[LIMBS], t[LIMBS];
} NAME(point);

// An entry is y + x, y - x, 2 d x y and a tag, in rows.
enum { NAME(rows) = 3 * LIMBS + 1 };

// The place of the sign of x in the highest limb of an encoded point.
enum { NAME(sign_bit) = 255 - (LIMBS - 1) * bits_ed25519_p };

typedef struct {
    _Alignas(64) uint64_t window[NAME(windows)][NAME(rows) * entries];
} NAME(comb);

typedef struct {
    mb_curve common;
    uint64_t one_p[LIMBS], square_p[LIMBS], square_n[LIMBS]; // R mod p, R² mod p and n
    uint64_t d[LIMBS], twice_d[LIMBS], root[LIMBS];          // root² = -1
    NAME(comb) base;
} NAME(curve);

typedef struct {
    // Stored both in and out of the representation, so that a fault in one copy is detected with the other.
    uint64_t a[LIMBS], plain[LIMBS];
} NAME(key);

typedef struct {
    NAME(powers) powers;
    NAME(point) sum[most_vectors];
    vector a[LIMBS], b[LIMBS], c[LIMBS], e[LIMBS], f[LIMBS], g[LIMBS], h[LIMBS], d[LIMBS]; // for additions
    vector entry[NAME(rows)];
    vector product[most_vectors][LIMBS], inverse[LIMBS], one[LIMBS];
    vector z_inverse[most_vectors][LIMBS], encoded[most_vectors][LIMBS];
    vector wide[2 * LIMBS], scalar[most_vectors][LIMBS + 1], nonce[most_vectors][LIMBS], u[LIMBS], v[LIMBS];
    vector is_even[most_vectors], addresses[most_vectors], tags[most_vectors];
    vector good[most_vectors];
} NAME(scratch);

typedef struct {
    NAME(scratch) scratch;
    NAME(point) point, window[NAME(window_groups)], twice[NAME(window_groups)];
    NAME(point) multiple[NAME(window_groups) * entries];
    vector product[NAME(window_groups) * entries][LIMBS];
} NAME(work);

// a += the entry in w, or a -= it in the lanes of the mask. z2 is the Z of the added point, or NULL if that is one.
//
// Bounds, R = 32 p: before and after, x and y < 2 p, t < 1.33 p, z < 3 p; entries < 2 p, z2 < 3 p.
//     a = (y - x + 2 p) (y2 - x2), b = (y + x) (y2 + x2), c = t 2 d x2 y2   < 1.25 p
//     d = 2 z or 2 z z2                < 6 p
//     e = b - a + 2 p  < 3.25 p        h = b + a  < 2.5 p
//     f = d - c + 2 p and g = d + c + 2 p, or vice versa: each less than 9.25 p, and together 2 d + 4 p
//     x = e f  < 1.95 p    y = g h  < 1.73 p    t = e h  < 1.26 p    z = f g  < ((d + 2 p)² / 32 p + p) < 3 p
// In `add_point`, the entries are sums and differences less than 4 p. Then a and b are less than 1.5 p, t less than
// 1.33 p, and d less than 2.6 p, so the other bounds hold as well.
INLINE void NAME(add_entry)(NAME(point) *a, vector negative, const vector *z2, NAME(scratch) *w) {
    const field *p = &NAME(p);
    const vector *plus = w->entry, *minus = w->entry + LIMBS, *product_2d = w->entry + 2 * LIMBS;
    vector d[LIMBS], factor[LIMBS];
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(a->y[i], a->x[i]), broadcast(2 * p->limb[i]));
    carry_factor(w->e, d, &NAME(p));
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(a->y[i], a->x[i]);
    carry_factor(w->h, d, &NAME(p));
    pick(factor, negative, plus, minus, LIMBS);
    NAME(multiply)(w->a, w->e, factor);
    pick(factor, negative, minus, plus, LIMBS);
    NAME(multiply)(w->b, w->h, factor);
    NAME(multiply)(w->c, a->t, product_2d);
    if (z2 != NULL) NAME(multiply)(w->d, a->z, z2);
    else copy(w->d, a->z, LIMBS);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(w->b[i], w->a[i]), broadcast(2 * p->limb[i]));
    carry_factor(w->e, d, &NAME(p));
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(w->b[i], w->a[i]);
    carry_factor(w->h, d, &NAME(p));
    UNROLL for (int i = 0; i < LIMBS; i++) {
        w->c[i] = subtract(xor(w->c[i], negative), negative);
        w->d[i] = add(add(w->d[i], w->d[i]), broadcast(2 * p->limb[i]));
    }
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = subtract(w->d[i], w->c[i]);
    carry_factor(w->f, d, &NAME(p));
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(w->d[i], w->c[i]);
    carry_factor(w->g, d, &NAME(p));
    NAME(multiply)(a->x, w->e, w->f);
    NAME(multiply)(a->y, w->g, w->h);
    NAME(multiply)(a->t, w->e, w->h);
    NAME(multiply)(a->z, w->f, w->g);
}

static NOINLINE void NAME(add)(NAME(point) *a, vector negative, NAME(scratch) *w) {
    NAME(add_entry)(a, negative, NULL, w);
}

// a += b; both may be equal. Only used for combs.
static NOINLINE void NAME(add_point)(NAME(point) *a, const NAME(point) *b, const NAME(curve) *curve,
                                     NAME(scratch) *w) {
    vector d[LIMBS], z2[LIMBS], *plus = w->entry, *minus = w->entry + LIMBS, *product_2d = w->entry + 2 * LIMBS;
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(b->y[i], b->x[i]);
    carry_factor(plus, d, &NAME(p));
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(b->y[i], b->x[i]), broadcast(2 * NAME(p).limb[i]));
    carry_factor(minus, d, &NAME(p));
    copy_constant(product_2d, curve->twice_d, LIMBS);
    NAME(multiply)(product_2d, product_2d, b->t);
    copy(z2, b->z, LIMBS);
    NAME(add_entry)(a, zero(), z2, w);
}

// Combs.

// x and y: one point on the curve, in the representation.
static NOINLINE void NAME(make_comb)(NAME(comb) *comb, const NAME(curve) *curve, const vector *x, const vector *y,
                                     NAME(work) *work) {
    NAME(scratch) *w = &work->scratch;
    NAME(point) *point = &work->point;
    copy(point->x, x, LIMBS);
    copy(point->y, y, LIMBS);
    copy_constant(point->z, curve->one_p, LIMBS);
    NAME(multiply)(point->t, x, y);
    for (int g = 0; g < NAME(window_groups); g++) work->window[g] = *point;
    for (int i = 0; i < NAME(windows); i++) {
        const vector lane = only_lane(i % lanes);
        NAME(point) *window = &work->window[i / lanes];
        pick(window->x, lane, point->x, window->x, LIMBS);
        pick(window->y, lane, point->y, window->y, LIMBS);
        pick(window->z, lane, point->z, window->z, LIMBS);
        pick(window->t, lane, point->t, window->t, LIMBS);
        for (int bit = 0; bit < window_bits; bit++) NAME(add_point)(point, point, curve, w);
    }
    for (int g = 0; g < NAME(window_groups); g++) {
        NAME(point) *multiple = &work->multiple[g * entries];
        multiple[0] = work->window[g];
        work->twice[g] = work->window[g];
        NAME(add_point)(&work->twice[g], &work->window[g], curve, w);
        for (int j = 1; j < entries; j++) {
            multiple[j] = multiple[j - 1];
            NAME(add_point)(&multiple[j], &work->twice[g], curve, w);
        }
    }
    const int count = NAME(window_groups) * entries;
    NAME(multiply_up)(work->product, work->multiple, sizeof *work->multiple, count, NAME(multiply));
    copy(w->inverse, work->product[count - 1], LIMBS);
    NAME(invert)(w->inverse, &w->powers);
    NAME(divide_down)(w->inverse, work->product, work->multiple, sizeof *work->multiple, count, NAME(multiply));
    vector twice_d[LIMBS];
    copy_constant(twice_d, curve->twice_d, LIMBS);
    for (int index = 0; index < count; index++) {
        NAME(point) *a = &work->multiple[index];
        vector d[LIMBS], entry[4][LIMBS];
        NAME(multiply)(a->x, a->x, a->z);
        NAME(multiply)(a->y, a->y, a->z);
        subtract_modulus(a->x, &NAME(p));
        subtract_modulus(a->y, &NAME(p));
        UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(a->y[i], a->x[i]);
        carry_into(entry[0], d, &NAME(p));
        UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(a->y[i], a->x[i]), broadcast(NAME(p).limb[i]));
        carry_into(entry[1], d, &NAME(p));
        NAME(multiply)(entry[2], a->x, a->y);
        NAME(multiply)(entry[2], entry[2], twice_d);
        for (int row = 0; row < NAME(rows); row++) {
            if (row % LIMBS == 0 && row < 3 * LIMBS) subtract_modulus(entry[row / LIMBS], &NAME(p));
            const uint64_t *limb = (const uint64_t *)&entry[row / LIMBS][row % LIMBS];
            for (int lane = 0; lane < lanes; lane++) {
                const int window = index / entries * lanes + lane;
                if (window < NAME(windows))
                    comb->window[window][table_place(NAME(rows), row, index % entries)] =
                        row == 3 * LIMBS ? NAME(tag)(window, index % entries) : limb[lane];
            }
        }
    }
}

// x = x^(2^252 - 3), which is x^((p - 5) / 8).
static NOINLINE void NAME(power_of_root)(vector *x) {
    vector y[LIMBS];
    copy(y, x, LIMBS);
    for (int bit = 250; bit >= 0; bit--) {
        NAME(square)(y, y);
        if (bit != 1) NAME(multiply)(y, y, x);
    }
    copy(x, y, LIMBS);
}

// point: the encoding of RFC 8032 §5.1.2. Returns whether it is a point on the curve. As in libcrypto, y may be p or
//     more, and x = 0 may have either sign.
static NOINLINE bool NAME(set_comb)(mb_comb *comb, const mb_curve *common, const uint8_t *point, mb_curve_work *work) {
    const NAME(curve) *curve = (const NAME(curve) *)common;
    const field *p = &NAME(p);
    uint8_t bytes[32];
    vector one[LIMBS], x[LIMBS], y[LIMBS], u[LIMBS], v[LIMBS], d[LIMBS], v3[LIMBS], check[LIMBS];
    memcpy(bytes, point, sizeof bytes);
    bytes[31] &= 0x7F;
    load_numbers(y, LIMBS, bytes, 32, 0, 0, 1, &NAME(p), true);
    copy_constant(u, curve->square_p, LIMBS);
    NAME(multiply)(y, y, u);
    copy_constant(one, curve->one_p, LIMBS);
    // x² = u / v = (y² - 1) / (d y² + 1) (§5.1.3).
    NAME(square)(u, y);
    copy_constant(v, curve->d, LIMBS);
    NAME(multiply)(v, v, u);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(v[i], one[i]);
    carry_into(v, d, &NAME(p));
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(u[i], one[i]), broadcast(p->limb[i]));
    carry_into(u, d, &NAME(p));
    // x = u v³ (u v⁷)^((p - 5) / 8)
    NAME(square)(v3, v);
    NAME(multiply)(v3, v3, v);
    NAME(square)(x, v3);
    NAME(multiply)(x, x, v);
    NAME(multiply)(x, x, u);
    NAME(power_of_root)(x);
    NAME(multiply)(x, x, v3);
    NAME(multiply)(x, x, u);
    // v x² is u or -u. If it is -u, x is multiplied by the root of -1.
    NAME(square)(check, x);
    NAME(multiply)(check, check, v);
    const vector is_root = NAME(is_equal)(check, u);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = subtract(broadcast(4 * p->limb[i]), u[i]);
    carry_into(u, d, &NAME(p));
    const vector is_other = NAME(is_equal)(check, u);
    copy_constant(u, curve->root, LIMBS);
    NAME(multiply)(u, u, x);
    pick(x, is_root, x, u, LIMBS);
    if (lanes_of(or(is_root, is_other)) != all_lanes) return false;
    NAME(least)(u, x);
    if ((lanes_of(shifted_up(u[0], 63)) & 1) != point[31] >> 7) {
        UNROLL for (int i = 0; i < LIMBS; i++) d[i] = subtract(broadcast(2 * p->limb[i]), x[i]);
        carry_into(x, d, &NAME(p));
    }
    NAME(make_comb)((NAME(comb) *)comb, curve, x, y, (NAME(work) *)work);
    return true;
}

static NOINLINE void NAME(set_curve)(mb_curve *common, mb_curve_work *work) {
    NAME(curve) *curve = (NAME(curve) *)common;
    const int shift_p = radix_bits(&NAME(p)), shift_n = radix_bits(&NAME(n));
    memset(curve->one_p, 0, sizeof curve->one_p);
    curve->one_p[0] = 1;
    memcpy(curve->square_n, curve->one_p, sizeof curve->square_n);
    shift_modulo(curve->one_p, shift_p, &NAME(p));
    memcpy(curve->square_p, curve->one_p, sizeof curve->square_p);
    shift_modulo(curve->square_p, shift_p, &NAME(p));
    shift_modulo(curve->square_n, 2 * shift_n, &NAME(n));
    memcpy(curve->d, NAME(d), sizeof curve->d);
    memcpy(curve->twice_d, NAME(d), sizeof curve->twice_d);
    memcpy(curve->root, NAME(root), sizeof curve->root);
    shift_modulo(curve->d, shift_p, &NAME(p));
    shift_modulo(curve->twice_d, shift_p + 1, &NAME(p));
    shift_modulo(curve->root, shift_p, &NAME(p));
    NAME(set_comb)((mb_comb *)&curve->base, common, NAME(base), work);
}

// Multiples of points.

// Begins with neutral sums.
INLINE void NAME(set_neutral)(NAME(scratch) *w, int vectors) {
    for (int v = 0; v < vectors; v++) {
        NAME(point) *sum = &w->sum[v];
        UNROLL for (int i = 0; i < LIMBS; i++) sum->x[i] = sum->t[i] = zero();
        copy(sum->y, w->one, LIMBS);
        copy(sum->z, w->one, LIMBS);
    }
}

// Adds to each sum its scalar, times the point of a comb, or subtracts it if `opposite` is ones. A scalar must have one
// additional limb, which is zero; it is overwritten. Sums are computed window by window, and if `own`, each lane has its
// own comb; see weierstrass.h, which also says what `tags` becomes.
INLINE void NAME(add_multiples)(NAME(scratch) *w, int vectors, vector opposite, const NAME(comb) *comb, const bool own) {
    const int limb_bits = NAME(n).limb_bits, bit = window_bits * NAME(windows);
    vector *plus = w->entry, *minus = w->entry + LIMBS, *product_2d = w->entry + 2 * LIMBS;
    for (int v = 0; v < vectors; v++) {
        vector *scalar = w->scalar[v];
        w->tags[v] = zero();
        w->is_even[v] = hidden(subtract(and(scalar[0], broadcast(1)), broadcast(1)));
        scalar[0] = or(scalar[0], broadcast(1));
        scalar[bit / limb_bits] = or(scalar[bit / limb_bits], broadcast(UINT64_C(1) << bit % limb_bits));
    }
    // The last addition subtracts the point itself, or the neutral point.
    for (int i = 0; i <= NAME(windows); i++) {
        const bool is_last = i == NAME(windows);
        const int place = is_last ? 0 : i;
        for (int v = 0; v < vectors; v++) {
            const vector digit = is_last ? broadcast(entries - 1) : NAME(window)(w->scalar[v], i);
            const vector negative = NAME(is_negative)(digit);
            const vector index = and(xor(digit, negative), broadcast(entries - 1));
            if (own) {
                vector address = add(w->addresses[v], broadcast((uint64_t)place * sizeof comb->window[0]));
                address = add(address, entry_offset(NAME(rows), index));
                UNROLL for (int row = 0; row < 3 * LIMBS; row++)
                    w->entry[row] = gather(add(address, broadcast(8 * (uint64_t)table_place(NAME(rows), row, 0))));
            } else {
                choose(w->entry, comb->window[place], NAME(rows), index);
            }
            if (is_last) {
                pick(plus, w->is_even[v], plus, w->one, LIMBS);
                pick(minus, w->is_even[v], minus, w->one, LIMBS);
                UNROLL for (int row = 0; row < LIMBS; row++) product_2d[row] = and(product_2d[row], w->is_even[v]);
                if (!own) w->entry[3 * LIMBS] = and(w->entry[3 * LIMBS], w->is_even[v]);
            }
            if (!own) w->tags[v] = NAME(add_tag)(w->tags[v], w->entry[3 * LIMBS], digit);
            NAME(add)(&w->sum[v], xor(negative, opposite), w);
        }
    }
}

// Encodes the sums according to RFC 8032 §5.1.2, as limbs.
INLINE void NAME(encode)(NAME(scratch) *w, int vectors) {
    for (int v = 0; v < vectors; v++) copy(w->z_inverse[v], w->sum[v].z, LIMBS);
    NAME(multiply_up)(w->product, w->z_inverse, sizeof w->z_inverse[0], vectors, NAME(multiply));
    copy(w->inverse, w->product[vectors - 1], LIMBS);
    NAME(invert)(w->inverse, &w->powers);
    NAME(divide_down)(w->inverse, w->product, w->z_inverse, sizeof w->z_inverse[0], vectors, NAME(multiply));
    for (int v = 0; v < vectors; v++) {
        vector *encoded = w->encoded[v];
        NAME(multiply)(w->u, w->sum[v].x, w->z_inverse[v]);
        NAME(least)(w->u, w->u);
        NAME(multiply)(w->v, w->sum[v].y, w->z_inverse[v]);
        NAME(least)(encoded, w->v);
        const vector sign = and(w->u[0], broadcast(1));
        encoded[LIMBS - 1] = or(encoded[LIMBS - 1], shifted_up(sign, NAME(sign_bit)));
    }
}

// Ones where a point is on the curve: X Y = Z T and Y² - X² = Z² + d T².
static NOINLINE vector NAME(is_on_curve)(const NAME(point) *point, const NAME(curve) *curve, NAME(scratch) *w) {
    const field *p = &NAME(p);
    vector d[LIMBS];
    NAME(multiply)(w->a, point->x, point->y);
    NAME(multiply)(w->b, point->z, point->t);
    const vector good = NAME(is_equal)(w->a, w->b);
    NAME(square)(w->a, point->x);
    NAME(square)(w->b, point->y);
    NAME(square)(w->c, point->z);
    NAME(square)(w->e, point->t);
    copy_constant(w->f, curve->d, LIMBS);
    NAME(multiply)(w->e, w->e, w->f);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(w->b[i], w->a[i]), broadcast(2 * p->limb[i]));
    carry_into(w->a, d, p);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(w->c[i], w->e[i]);
    carry_into(w->b, d, p);
    return and(good, NAME(is_equal)(w->a, w->b));
}

// Ones where the encoding is that of a sum. It is decoded, and its y is compared with Y / Z, multiplied by Z. The sign of
// x is computed again, with the same 1 / Z, which is checked.
INLINE vector NAME(is_encoding)(const vector *encoded, int v, const NAME(curve) *curve, NAME(scratch) *w) {
    const NAME(point) *sum = &w->sum[v];
    const vector sign = shifted_down(encoded[LIMBS - 1], NAME(sign_bit));
    copy(w->a, encoded, LIMBS);
    w->a[LIMBS - 1] = subtract(w->a[LIMBS - 1], shifted_up(sign, NAME(sign_bit)));
    copy_constant(w->b, curve->square_p, LIMBS);
    NAME(multiply)(w->a, w->a, w->b);
    NAME(multiply)(w->a, w->a, sum->z);
    vector good = NAME(is_equal)(w->a, sum->y);
    NAME(multiply)(w->a, w->z_inverse[v], sum->z);
    good = and(good, NAME(is_equal)(w->a, w->one));
    NAME(multiply)(w->a, sum->x, w->z_inverse[v]);
    NAME(least)(w->a, w->a);
    vector difference = xor(and(w->a[0], broadcast(1)), sign);
    return and(good, is_zero(&difference, 1));
}

// Loads numbers of 64 bytes, least significant first, modulo n.
INLINE void NAME(load_wide)(vector *scalar, NAME(scratch) *w, const NAME(curve) *curve, const uint8_t *wide,
                            unsigned first, unsigned count) {
    load_numbers(w->wide, 2 * LIMBS, wide, 64, 64, first, count, &NAME(n), true);
    NAME(reduce)(w->u, w->wide, &NAME(n));
    copy_constant(w->v, curve->square_n, LIMBS);
    NAME(multiply_scalar)(scalar, w->u, w->v);
    subtract_modulus(scalar, &NAME(n));
    scalar[LIMBS] = zero();
}

// Stores a, and compares a B with the public key, as for ECDSA.
static LEAVES_NOTHING bool NAME(set_key)(mb_ed25519_key *opaque_key, const mb_curve *common, mb_curve_scratch *scratch,
                                         const uint8_t *a, const uint8_t *point) {
    NAME(key) *key = (NAME(key) *)opaque_key;
    const NAME(curve) *curve = (const NAME(curve) *)common;
    NAME(scratch) *w = (NAME(scratch) *)scratch;
    load_numbers(w->u, LIMBS, a, 32, 0, 0, 1, &NAME(n), true);
    copy_constant(w->v, curve->square_n, LIMBS);
    NAME(multiply_scalar)(w->u, w->u, w->v);
    store_first(key->a, w->u, LIMBS);
    NAME(leave)(w->u, w->u, &NAME(n));
    store_first(key->plain, w->u, LIMBS);

    copy_constant(w->one, curve->one_p, LIMBS);
    copy_constant(w->scalar[0], key->plain, LIMBS);
    w->scalar[0][LIMBS] = zero();
    NAME(set_neutral)(w, 1);
    NAME(add_multiples)(w, 1, zero(), &curve->base, false);
    NAME(encode)(w, 1);
    load_numbers(w->u, LIMBS, point, 32, 0, 0, 1, &NAME(p), true);
    // Every lane computes the same.
    return lanes_of(is_same(w->u, w->encoded[0], LIMBS)) == all_lanes;
}

static LEAVES_NOTHING void NAME(commit)(const mb_curve *common, mb_curve_scratch *scratch, unsigned count,
                                        const uint8_t *nonces, uint8_t *points) {
    const NAME(curve) *curve = (const NAME(curve) *)common;
    NAME(scratch) *w = (NAME(scratch) *)scratch;
    const int vectors = (int)(count + lanes - 1) / lanes;
    copy_constant(w->one, curve->one_p, LIMBS);
    for (int v = 0; v < vectors; v++) {
        NAME(load_wide)(w->scalar[v], w, curve, nonces, (unsigned)v * lanes, count);
        copy(w->nonce[v], w->scalar[v], LIMBS);
    }
    NAME(set_neutral)(w, vectors);
    NAME(add_multiples)(w, vectors, zero(), &curve->base, false);
    NAME(encode)(w, vectors);
    for (int v = 0; v < vectors; v++)
        store_numbers(points + v * lanes * 32, 32, 32, count - (unsigned)v * lanes, w->encoded[v], &NAME(p), true);
}

// u = r + h a, where h a < 1.1 n and r < n.
INLINE void NAME(add_nonce)(vector *u, const vector *h, const vector *a, const vector *r) {
    vector d[LIMBS];
    NAME(multiply_scalar)(u, h, a);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(u[i], r[i]);
    carry_into(u, d, &NAME(n));
    subtract_modulus(u, &NAME(n));
    subtract_modulus(u, &NAME(n));
}

static LEAVES_NOTHING void NAME(respond)(const mb_curve *common, const mb_ed25519_key *opaque_key,
                                         mb_curve_scratch *scratch, unsigned count, const uint8_t *challenges,
                                         uint8_t *scalars) {
    const NAME(curve) *curve = (const NAME(curve) *)common;
    const NAME(key) *key = (const NAME(key) *)opaque_key;
    NAME(scratch) *w = (NAME(scratch) *)scratch;
    for (unsigned first = 0; first < count; first += lanes) {
        NAME(load_wide)(w->scalar[0], w, curve, challenges, first, count);
        copy_constant(w->v, key->a, LIMBS);
        NAME(add_nonce)(w->u, w->scalar[0], w->v, w->nonce[first / lanes]);
        store_numbers(scalars + first * 32, 32, 32, count - first, w->u, &NAME(n), true);
    }
}

// Checks the points and scalars as they were written, with nonces and challenges that were loaded again and the other copy
// of a.
static LEAVES_NOTHING uint64_t NAME(check)(const mb_curve *common, const mb_ed25519_key *opaque_key,
                                           mb_curve_scratch *scratch, unsigned count, const uint8_t *nonces,
                                           const uint8_t *challenges, const uint8_t *signatures) {
    const NAME(curve) *curve = (const NAME(curve) *)common;
    const NAME(key) *key = (const NAME(key) *)opaque_key;
    NAME(scratch) *w = (NAME(scratch) *)scratch;
    const int vectors = (int)(count + lanes - 1) / lanes;
    uint64_t right = 0;
    for (int v = 0; v < vectors; v++) {
        const unsigned first = (unsigned)v * lanes;
        vector good = NAME(is_on_curve)(&w->sum[v], curve, w);
        load_numbers(w->d, LIMBS, signatures, 32, 64, first, count, &NAME(p), true);
        good = and(good, NAME(is_encoding)(w->d, v, curve, w));
        NAME(load_wide)(w->scalar[1], w, curve, nonces, first, count);
        good = and(good, NAME(is_tagged)(w->scalar[1], w->tags[v]));
        NAME(load_wide)(w->scalar[0], w, curve, challenges, first, count);
        copy_constant(w->v, curve->square_n, LIMBS);
        NAME(multiply_scalar)(w->scalar[0], w->scalar[0], w->v);
        copy_constant(w->v, key->plain, LIMBS);
        NAME(add_nonce)(w->u, w->scalar[0], w->v, w->scalar[1]);
        load_numbers(w->d, LIMBS, signatures + 32, 32, 64, first, count, &NAME(n), true);
        good = and(good, is_same(w->u, w->d, LIMBS));
        right |= lanes_of(hidden(signed_down(good, 63))) << first;
    }
    return right & all_of(count);
}

// Whether S B - h A, encoded, equals R, and S < n. Like libcrypto, this does not multiply by the cofactor.
static NOINLINE uint64_t NAME(verify)(const mb_curve *common, mb_curve_scratch *scratch, unsigned count,
                                      const mb_comb *const *combs, const uint8_t *challenges,
                                      const uint8_t *signatures) {
    const NAME(curve) *curve = (const NAME(curve) *)common;
    NAME(scratch) *w = (NAME(scratch) *)scratch;
    const int vectors = (int)(count + lanes - 1) / lanes;
    const vector ones = broadcast(~UINT64_C(0));
    copy_constant(w->one, curve->one_p, LIMBS);
    bool own = lanes == 1;
    for (unsigned i = 0; i < count; i++) own |= combs[i] != combs[0];
    for (int v = 0; v < vectors; v++) {
        const unsigned first = (unsigned)v * lanes;
        vector *scalar = w->scalar[v];
        load_numbers(scalar, LIMBS, signatures + 32, 32, 64, first, count, &NAME(n), true);
        scalar[LIMBS] = zero();
        w->good[v] = subtract_modulus(scalar, &NAME(n));
        // A scalar that is too large is replaced by zero, because it may have more bits than the windows cover.
        UNROLL for (int i = 0; i < LIMBS; i++) scalar[i] = and(scalar[i], w->good[v]);
        w->addresses[v] = broadcast((uint64_t)&curve->base);
    }
    NAME(set_neutral)(w, vectors);
    NAME(add_multiples)(w, vectors, zero(), &curve->base, lanes == 1);
    for (int v = 0; v < vectors; v++) {
        uint64_t address[lanes];
        for (unsigned l = 0; l < lanes; l++) {
            const unsigned i = (unsigned)v * lanes + l;
            address[l] = (uint64_t)combs[i < count ? i : 0];
        }
        w->addresses[v] = load_lanes(address);
        NAME(load_wide)(w->scalar[v], w, curve, challenges, (unsigned)v * lanes, count);
    }
    if (own) NAME(add_multiples)(w, vectors, ones, NULL, true);
    else NAME(add_multiples)(w, vectors, ones, (const NAME(comb) *)combs[0], false);
    NAME(encode)(w, vectors);
    uint64_t valid = 0;
    for (int v = 0; v < vectors; v++) {
        const unsigned first = (unsigned)v * lanes;
        load_numbers(w->u, LIMBS, signatures, 32, 64, first, count, &NAME(p), true);
        const vector good = and(w->good[v], is_same(w->u, w->encoded[v], LIMBS));
        valid |= lanes_of(good) << first;
    }
    return valid & all_of(count);
}

static const mb_curve_functions NAME(functions) = {
    .sizes = {32, 64, 64, NAME(least_group), sizeof(NAME(curve)), sizeof(NAME(comb)), sizeof(NAME(key)), sizeof(NAME(scratch)),
              sizeof(NAME(work))},
    .sha512 = sha512, .set_curve = NAME(set_curve), .set_comb = NAME(set_comb), .shape = NAME(shape), .test = NAME(test),
    .ed25519_set_key = NAME(set_key), .ed25519_commit = NAME(commit), .ed25519_respond = NAME(respond),
    .ed25519_check = NAME(check), .ed25519_verify = NAME(verify)
};

#undef CURVE
#undef LIMBS
