// A curve y² = x³ + a x + b over p of prime order n, and ECDSA on it. Included once for each curve, by curves.c, with
// CURVE and LIMBS defined (group.h), and these:
//
//     NAME(p), NAME(n)                      the fields
//     NAME(a), NAME(b), NAME(gx), NAME(gy)  the curve and its base point, as limbs, not in the representation
//     NAME(scalar_bits)                     the length of n
//     NAME(bytes), NAME(digest_bytes), NAME(wide_bytes)  sizes of a scalar, a digest, a nonce before its reduction
//
// Points are X / ZZ, Y / ZZZ with ZZ³ = ZZZ² (XYZZ). Additions have exceptional cases: one point is neutral, or both
// are equal or opposite. Digits and table entries are never zero, so only opposite points give the neutral one. If
// both points are equal or opposite, ZZ becomes zero, and stays zero in all further additions. So checking ZZ once at
// the end finds every exceptional case, and libcrypto handles that lane.
//
// A scalar k must be odd. If it is even, n - k is used, for which the result is the opposite point. The digits are
//
//     k = sum of (2 K_i + 1 - 2^6) 2^(6 i),   K = (k - 1) / 2 + 2^(6 windows - 1),  K_i its windows of six bits,
//
// odd numbers from -63 to 63. The base point and each key have a comb: the odd multiples 1 to 63 of 2^(6 i) times the
// point, for each i.
//
// Below the highest window, the absolute value of the sum is less than the next multiple to be added, and both
// together are less than n. So no exceptional case is possible. At the highest window, the result is k G with k ≠ 0,
// so the points are not opposite. They are equal only if k = 2 T - n, where T is that multiple, and so for at most
// one odd k, and for n - k.

#include "group.h"

static NOINLINE void NAME(least_scalar)(vector *z, const vector *x) { NAME(leave)(z, x, &NAME(n)); }
static NOINLINE vector NAME(is_equal_scalar)(const vector *x, const vector *y) { return NAME(agrees)(x, y, &NAME(n)); }
static NOINLINE void NAME(invert_scalar)(vector *y, NAME(powers) *w) { NAME(invert_some)(NULL, y, w, false, true); }
static NOINLINE void NAME(invert_both)(vector *x, vector *y, NAME(powers) *w) {
    NAME(invert_some)(x, y, w, true, true);
}

typedef struct {
    vector x[LIMBS], y[LIMBS], zz[LIMBS], zzz[LIMBS];
} NAME(point);

// An entry is x, y and a tag, in rows: the limbs of x, those of y, and the tag.
enum { NAME(rows) = 2 * LIMBS + 1 };

typedef struct {
    _Alignas(64) uint64_t window[NAME(windows)][NAME(rows) * entries];
} NAME(comb);

INLINE uint64_t *NAME(place)(NAME(comb) *comb, int window, int row, int entry) {
    return &comb->window[window][table_place(NAME(rows), row, entry)];
}

typedef struct {
    mb_curve common;
    uint64_t one_p[LIMBS], square_p[LIMBS], square_n[LIMBS], cube_n[LIMBS]; // R mod p, R² mod p and n, R³ mod n
    uint64_t a[LIMBS], b[LIMBS];
    NAME(comb) base;
} NAME(curve);

typedef struct {
    // Stored both in and out of the representation, so that a fault in one copy is detected with the other.
    uint64_t d[LIMBS], plain[LIMBS];
} NAME(key);

typedef struct {
    NAME(powers) powers;
    NAME(point) sum[most_vectors];
    vector u[LIMBS], s[LIMBS], h[LIMBS], r[LIMBS], hh[LIMBS], hhh[LIMBS], rr[LIMBS], v[LIMBS]; // for additions
    vector entry[NAME(rows)];
    vector product[most_vectors][LIMBS], other_product[most_vectors][LIMBS];
    vector inverse[LIMBS], other_inverse[LIMBS];
    vector wide[2 * LIMBS];
    vector zz[most_vectors][LIMBS];
    vector k[most_vectors][LIMBS], k_inverse[most_vectors][LIMBS], scalar[most_vectors][LIMBS + 1];
    vector opposite[most_vectors], addresses[most_vectors], tags[most_vectors];
    vector z[most_vectors][LIMBS], x[LIMBS], y[LIMBS], one[LIMBS];
    vector r_found[most_vectors][LIMBS], s_found[most_vectors][LIMBS];
    vector good[most_vectors];
} NAME(scratch);

// Memory for making a comb, with eight windows in each vector.
typedef struct {
    NAME(scratch) scratch;
    NAME(point) point, window[NAME(window_groups)], twice[NAME(window_groups)];
    NAME(point) multiple[NAME(window_groups) * entries];
    vector product[NAME(window_groups) * entries][LIMBS];
} NAME(work);

// a += (x2, y2), or a -= (x2, y2) in the lanes of a mask.
//
// h and r have the opposite of their usual signs. So ZZZ changes its sign with each addition: it is negated after one
// addition, and right again after two. To compensate, `negative` must be the mask itself in the second, fourth, …
// addition, and its complement in all others. Y is always right.
//
// Bounds, for P-256 and secp256k1, with R = 16 p: before and after, x < 1.01 p, y < 2 p, zz and zzz < 1.2 p.
//     x2, y2                       < p
//     u = x2 zz, s = y2 zzz        < 1.08 p
//     h = x - u + 2 p              < 3.01 p      hh = h²     < 1.57 p     hhh = h hh  < 1.3 p
//     r = y ± s (+ 2 p)            < 4 p         rr = r²     < 2 p        v = x hh    < 1.1 p
//     x = rr + hhh - 2 v + 4 p     between 1.8 p and 7.3 p, and settled < 1.01 p
//     y = r (x - v + 2 p) + y hhh  < ((4 * 3.01 + 2 * 1.3) / 16 + 1) p < 2 p
//     zz = zz hh, zzz = zzz hhh    < 1.2 p
// For P-384 and P-521, products are less than 1.01 p, and x < 6.1 p.
static NOINLINE void NAME(add)(NAME(point) *a, const vector *x2, const vector *y2, vector negative, NAME(scratch) *w) {
    const field *p = &NAME(p);
    vector d[LIMBS];
    column t[2 * LIMBS];
    NAME(multiply)(w->u, x2, a->zz);
    NAME(multiply)(w->s, y2, a->zzz);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(a->x[i], w->u[i]), broadcast(2 * p->limb[i]));
    carry_factor(w->h, d, p);
    UNROLL for (int i = 0; i < LIMBS; i++) {
        const vector signed_s = subtract(xor(w->s[i], negative), negative);
        d[i] = add(add(a->y[i], signed_s), and(negative, broadcast(2 * p->limb[i])));
    }
    carry_factor(w->r, d, p);
    NAME(square)(w->hh, w->h);
    NAME(square)(w->rr, w->r);
    NAME(multiply)(w->hhh, w->h, w->hh);
    NAME(multiply)(w->v, a->x, w->hh);
    NAME(multiply)(a->zz, a->zz, w->hh);
    UNROLL for (int i = 0; i < LIMBS; i++) {
        const vector twice_v = add(w->v[i], w->v[i]);
        d[i] = add(subtract(add(w->rr[i], w->hhh[i]), twice_v), broadcast(4 * p->limb[i]));
    }
    settle(a->x, d, p);
    NAME(multiply)(a->zzz, a->zzz, w->hhh);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(a->x[i], w->v[i]), broadcast(2 * p->limb[i]));
    carry_factor(w->v, d, p);
    multiply_columns(t, w->r, w->v, p, true);
    multiply_columns(t, a->y, w->hhh, p, false);
    reduce_columns(a->y, t, p);
}

// a = 2 a. Only used for combs.
static NOINLINE void NAME(double)(NAME(point) *a, const vector *curve_a, NAME(scratch) *w) {
    const field *p = &NAME(p);
    vector d[LIMBS];
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(add(a->y[i], a->y[i]), broadcast(p->limb[i]));
    settle(w->u, d, p);
    NAME(square)(w->v, w->u);
    NAME(multiply)(w->h, w->u, w->v);
    NAME(multiply)(w->s, a->x, w->v);
    NAME(square)(w->r, a->x);
    NAME(square)(w->rr, a->zz);
    NAME(multiply)(w->rr, w->rr, curve_a);
    UNROLL for (int i = 0; i < LIMBS; i++) {
        const vector thrice = add(add(w->r[i], w->r[i]), w->r[i]);
        d[i] = add(add(thrice, w->rr[i]), broadcast(p->limb[i]));
    }
    settle(w->r, d, p);
    NAME(square)(w->rr, w->r);
    UNROLL for (int i = 0; i < LIMBS; i++)
        d[i] = add(subtract(w->rr[i], add(w->s[i], w->s[i])), broadcast(4 * p->limb[i]));
    settle(a->x, d, p);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(w->s[i], a->x[i]), broadcast(8 * p->limb[i]));
    settle(w->s, d, p);
    NAME(multiply)(w->r, w->r, w->s);
    NAME(multiply)(w->s, w->h, a->y);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(subtract(w->r[i], w->s[i]), broadcast(4 * p->limb[i]));
    settle(a->y, d, p);
    NAME(multiply)(a->zz, a->zz, w->v);
    NAME(multiply)(a->zzz, a->zzz, w->h);
}

// Combs.

// Scales many points so that their ZZ and ZZZ become one.
static NOINLINE void NAME(make_affine)(NAME(point) *points, int count, vector (*product)[LIMBS], const vector *one,
                                       NAME(scratch) *w) {
    NAME(multiply_up)(product, points->zzz, sizeof *points, count, NAME(multiply));
    copy(w->inverse, product[count - 1], LIMBS);
    NAME(invert)(w->inverse, &w->powers);
    NAME(divide_down)(w->inverse, product, points->zzz, sizeof *points, count, NAME(multiply));
    for (int i = 0; i < count; i++) {
        NAME(point) *a = &points[i];
        // ZZ / ZZZ is 1 / Z.
        NAME(multiply)(a->zz, a->zz, a->zzz);
        NAME(square)(a->zz, a->zz);
        NAME(multiply)(a->x, a->x, a->zz);
        NAME(multiply)(a->y, a->y, a->zzz);
        subtract_modulus(a->x, &NAME(p));
        subtract_modulus(a->y, &NAME(p));
        copy(a->zz, one, LIMBS);
        copy(a->zzz, one, LIMBS);
    }
}

// x and y: one point on the curve, in the representation.
static NOINLINE void NAME(make_comb)(NAME(comb) *comb, const NAME(curve) *curve, const vector *x, const vector *y,
                                     NAME(work) *work) {
    const vector ones = broadcast(~UINT64_C(0));
    NAME(scratch) *w = &work->scratch;
    NAME(point) *point = &work->point;
    vector one[LIMBS], a[LIMBS];
    copy_constant(one, curve->one_p, LIMBS);
    copy_constant(a, curve->a, LIMBS);
    copy(point->x, x, LIMBS);
    copy(point->y, y, LIMBS);
    copy(point->zz, one, LIMBS);
    copy(point->zzz, one, LIMBS);
    for (int g = 0; g < NAME(window_groups); g++) work->window[g] = *point;
    for (int i = 0; i < NAME(windows); i++) {
        const vector lane = only_lane(i % lanes);
        NAME(point) *window = &work->window[i / lanes];
        pick(window->x, lane, point->x, window->x, LIMBS);
        pick(window->y, lane, point->y, window->y, LIMBS);
        pick(window->zz, lane, point->zz, window->zz, LIMBS);
        pick(window->zzz, lane, point->zzz, window->zzz, LIMBS);
        for (int bit = 0; bit < window_bits; bit++) NAME(double)(point, a, w);
    }
    for (int g = 0; g < NAME(window_groups); g++) {
        work->twice[g] = work->window[g];
        NAME(double)(&work->twice[g], a, w);
    }
    NAME(make_affine)(work->window, NAME(window_groups), work->product, one, w);
    NAME(make_affine)(work->twice, NAME(window_groups), work->product, one, w);
    for (int g = 0; g < NAME(window_groups); g++) {
        NAME(point) *multiple = &work->multiple[g * entries];
        multiple[0] = work->window[g];
        for (int j = 1; j < entries; j++) {
            multiple[j] = multiple[j - 1];
            NAME(add)(&multiple[j], work->twice[g].x, work->twice[g].y, j % 2 == 1 ? ones : zero(), w);
        }
    }
    NAME(make_affine)(work->multiple, NAME(window_groups) * entries, work->product, one, w);
    for (int i = 0; i < NAME(windows); i++) {
        for (int j = 0; j < entries; j++) {
            const NAME(point) *multiple = &work->multiple[i / lanes * entries + j];
            const unsigned lane = (unsigned)i % lanes;
            for (int limb = 0; limb < LIMBS; limb++) {
                *NAME(place)(comb, i, limb, j) = ((const uint64_t *)&multiple->x[limb])[lane];
                *NAME(place)(comb, i, LIMBS + limb, j) = ((const uint64_t *)&multiple->y[limb])[lane];
            }
            // ZZZ had the wrong sign (see `add`), so y has it now.
            if (j % 2 == 1) {
                int64_t rest = 0;
                for (int limb = 0; limb < LIMBS; limb++) {
                    uint64_t *y = NAME(place)(comb, i, LIMBS + limb, j);
                    rest += (int64_t)NAME(p).limb[limb] - (int64_t)*y;
                    *y = (uint64_t)rest & limb_mask(&NAME(p));
                    rest >>= NAME(p).limb_bits;
                }
            }
            *NAME(place)(comb, i, 2 * LIMBS, j) = NAME(tag)(i, j);
        }
    }
}

static NOINLINE bool NAME(set_comb)(mb_comb *comb, const mb_curve *common, const uint8_t *point, mb_curve_work *work) {
    const NAME(curve) *curve = (const NAME(curve) *)common;
    vector x[LIMBS], y[LIMBS], square[LIMBS];
    copy_constant(square, curve->square_p, LIMBS);
    load_numbers(x, LIMBS, point, NAME(bytes), 0, 0, 1, &NAME(p), false);
    load_numbers(y, LIMBS, point + NAME(bytes), NAME(bytes), 0, 0, 1, &NAME(p), false);
    NAME(multiply)(x, x, square);
    NAME(multiply)(y, y, square);
    NAME(make_comb)((NAME(comb) *)comb, curve, x, y, (NAME(work) *)work);
    return true;
}

static NOINLINE void NAME(set_curve)(mb_curve *common, mb_curve_work *work) {
    NAME(curve) *curve = (NAME(curve) *)common;
    const int shift_p = radix_bits(&NAME(p)), shift_n = radix_bits(&NAME(n));
    memset(curve->one_p, 0, sizeof curve->one_p);
    curve->one_p[0] = 1;
    memcpy(curve->cube_n, curve->one_p, sizeof curve->cube_n);
    shift_modulo(curve->one_p, shift_p, &NAME(p));
    memcpy(curve->square_p, curve->one_p, sizeof curve->square_p);
    shift_modulo(curve->square_p, shift_p, &NAME(p));
    shift_modulo(curve->cube_n, 2 * shift_n, &NAME(n));
    memcpy(curve->square_n, curve->cube_n, sizeof curve->square_n);
    shift_modulo(curve->cube_n, shift_n, &NAME(n));
    memcpy(curve->a, NAME(a), sizeof curve->a);
    memcpy(curve->b, NAME(b), sizeof curve->b);
    shift_modulo(curve->a, shift_p, &NAME(p));
    shift_modulo(curve->b, shift_p, &NAME(p));
    vector x[LIMBS], y[LIMBS], square[LIMBS];
    copy_constant(square, curve->square_p, LIMBS);
    copy_constant(x, NAME(gx), LIMBS);
    copy_constant(y, NAME(gy), LIMBS);
    NAME(multiply)(x, x, square);
    NAME(multiply)(y, y, square);
    NAME(make_comb)(&curve->base, curve, x, y, (NAME(work) *)work);
}

// Multiples of points.

// Sets scalar to k if k is odd, and to n - k if it is even. k must be less than n. Returns ones where it is n - k.
INLINE vector NAME(make_odd)(vector *scalar, const vector *k) {
    vector d[LIMBS];
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = subtract(broadcast(NAME(n).limb[i]), k[i]);
    carry_into(d, d, &NAME(n));
    const vector is_even = hidden(subtract(and(k[0], broadcast(1)), broadcast(1)));
    pick(scalar, is_even, d, k, LIMBS);
    scalar[LIMBS] = zero();
    return is_even;
}

INLINE void NAME(set_highest_bit)(vector *scalar) {
    const int limb_bits = NAME(n).limb_bits, bit = window_bits * NAME(windows);
    scalar[bit / limb_bits] = or(scalar[bit / limb_bits], broadcast(UINT64_C(1) << bit % limb_bits));
}

// Adds to each sum its scalar, times the point of a comb, or the opposite point in the lanes of `opposite`. The sums of
// all vectors are computed window by window, so that a window of the comb is read from memory once.
//
// If `own`, each lane has its own comb at the given addresses, and only the entries that the digits select are read:
// combs and digits are then public. Otherwise every entry of a window is read, and `tags` becomes the sum of the tags of
// all entries that were added, with their signs.
//
// `step` is the number of additions so far; the first one sets the sum.
INLINE void NAME(add_multiples)(NAME(scratch) *w, int vectors, int step, const NAME(comb) *comb, const bool own) {
    const vector *x2 = w->entry, *y2 = w->entry + LIMBS;
    for (int v = 0; v < vectors; v++) w->tags[v] = zero();
    for (int i = 0; i < NAME(windows); i++, step++) {
        for (int v = 0; v < vectors; v++) {
            NAME(point) *sum = &w->sum[v];
            const vector digit = NAME(window)(w->scalar[v], i);
            const vector negative = NAME(is_negative)(digit);
            const vector index = and(xor(digit, negative), broadcast(entries - 1));
            if (own) {
                vector address = add(w->addresses[v], broadcast((uint64_t)i * sizeof comb->window[0]));
                address = add(address, entry_offset(NAME(rows), index));
                UNROLL for (int row = 0; row < 2 * LIMBS; row++)
                    w->entry[row] = gather(add(address, broadcast(8 * (uint64_t)table_place(NAME(rows), row, 0))));
            } else {
                choose(w->entry, comb->window[i], NAME(rows), index);
                w->tags[v] = NAME(add_tag)(w->tags[v], w->entry[2 * LIMBS], digit);
            }
            const vector sign = xor(negative, w->opposite[v]);
            if (step > 0) {
                NAME(add)(sum, x2, y2, step % 2 == 1 ? not(sign) : sign, w);
                continue;
            }
            vector d[LIMBS];
            UNROLL for (int j = 0; j < LIMBS; j++) d[j] = subtract(broadcast(NAME(p).limb[j]), y2[j]);
            carry_into(d, d, &NAME(p));
            copy(sum->x, x2, LIMBS);
            pick(sum->y, sign, d, y2, LIMBS);
            copy(sum->zz, w->one, LIMBS);
            copy(sum->zzz, w->one, LIMBS);
        }
    }
}

// Ones where a point is on the curve and is not neutral: ZZ³ = ZZZ², Y² = X³ + a X ZZ² + b ZZ³, and ZZ is not zero.
static NOINLINE vector NAME(is_on_curve)(const NAME(point) *point, const NAME(curve) *curve, NAME(scratch) *w) {
    vector d[LIMBS];
    NAME(square)(w->u, point->zz);
    NAME(multiply)(w->v, w->u, point->zz);
    NAME(square)(w->s, point->zzz);
    vector good = NAME(is_equal)(w->v, w->s);
    copy_constant(w->s, curve->a, LIMBS);
    NAME(multiply)(w->u, w->u, w->s);
    NAME(multiply)(w->u, w->u, point->x);
    copy_constant(w->s, curve->b, LIMBS);
    NAME(multiply)(w->v, w->v, w->s);
    NAME(square)(w->r, point->x);
    NAME(multiply)(w->r, w->r, point->x);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(add(w->u[i], w->v[i]), w->r[i]);
    carry_into(w->r, d, &NAME(p));
    NAME(square)(w->s, point->y);
    good = and(good, NAME(is_equal)(w->r, w->s));
    UNROLL for (int i = 0; i < LIMBS; i++) w->u[i] = zero();
    return and(good, not(NAME(is_equal)(point->zz, w->u)));
}

// Ones where the point's x is r modulo n: x is r or r + n, because p < 2 n. r is not in the representation.
static NOINLINE vector NAME(has_x)(const NAME(point) *point, const vector *r, const NAME(curve) *curve,
                                   NAME(scratch) *w) {
    vector d[LIMBS];
    copy_constant(w->v, curve->square_p, LIMBS);
    NAME(multiply)(w->s, r, w->v);
    NAME(multiply)(w->s, w->s, point->zz);
    const vector right = NAME(is_equal)(w->s, point->x);
    UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(r[i], broadcast(NAME(n).limb[i]));
    carry_into(w->u, d, &NAME(p));
    copy(w->s, w->u, LIMBS);
    const vector exists = subtract_modulus(w->s, &NAME(p));
    NAME(multiply)(w->s, w->u, w->v);
    NAME(multiply)(w->s, w->s, point->zz);
    return or(right, and(exists, NAME(is_equal)(w->s, point->x)));
}

// ECDSA (FIPS 186-5 §6.4).

// Stores d, and compares d G with the public key, which uses the same copy of d as the checks of signatures. A wrong d
// would pass them.
static LEAVES_NOTHING bool NAME(set_key)(mb_ecdsa_key *opaque_key, const mb_curve *common, mb_curve_scratch *scratch,
                                         const uint8_t *d, const uint8_t *point) {
    NAME(key) *key = (NAME(key) *)opaque_key;
    const NAME(curve) *curve = (const NAME(curve) *)common;
    NAME(scratch) *w = (NAME(scratch) *)scratch;
    const NAME(point) *sum = &w->sum[0];
    vector difference[LIMBS];
    load_numbers(w->x, LIMBS, d, NAME(bytes), 0, 0, 1, &NAME(n), false);
    store_first(key->plain, w->x, LIMBS);
    copy_constant(w->v, curve->square_n, LIMBS);
    NAME(multiply_scalar)(w->x, w->x, w->v);
    store_first(key->d, w->x, LIMBS);

    copy_constant(w->one, curve->one_p, LIMBS);
    copy_constant(w->k[0], key->plain, LIMBS);
    w->opposite[0] = NAME(make_odd)(w->scalar[0], w->k[0]);
    NAME(set_highest_bit)(w->scalar[0]);
    NAME(add_multiples)(w, 1, 0, &curve->base, false);
    copy_constant(w->v, curve->square_p, LIMBS);
    load_numbers(w->x, LIMBS, point, NAME(bytes), 0, 0, 1, &NAME(p), false);
    NAME(multiply)(w->x, w->x, w->v);
    NAME(multiply)(w->x, w->x, sum->zz);
    load_numbers(w->y, LIMBS, point + NAME(bytes), NAME(bytes), 0, 0, 1, &NAME(p), false);
    NAME(multiply)(w->y, w->y, w->v);
    NAME(multiply)(w->y, w->y, sum->zzz);
    // After an odd number of additions, ZZZ has the wrong sign.
    const bool is_negated = NAME(windows) % 2 == 0;
    UNROLL for (int i = 0; i < LIMBS; i++)
        difference[i] = is_negated ? subtract(broadcast(2 * NAME(p).limb[i]), sum->y[i]) : sum->y[i];
    carry_into(w->r, difference, &NAME(p));
    UNROLL for (int i = 0; i < LIMBS; i++) w->u[i] = zero();
    vector good = and(NAME(is_equal)(w->x, sum->x), NAME(is_equal)(w->y, w->r));
    good = and(good, not(NAME(is_equal)(sum->zz, w->u)));
    // Every lane computes the same.
    return lanes_of(good) == all_lanes;
}

static LEAVES_NOTHING uint64_t NAME(sign)(const mb_curve *common, const mb_ecdsa_key *opaque_key,
                                          mb_curve_scratch *scratch, unsigned count, const uint8_t *wide,
                                          const uint8_t *digests, uint8_t *signatures) {
    const NAME(curve) *curve = (const NAME(curve) *)common;
    const NAME(key) *key = (const NAME(key) *)opaque_key;
    NAME(scratch) *w = (NAME(scratch) *)scratch;
    const int vectors = (int)(count + lanes - 1) / lanes;
    copy_constant(w->one, curve->one_p, LIMBS);
    for (int v = 0; v < vectors; v++) {
        const int limbs = (8 * NAME(wide_bytes) + NAME(n).limb_bits - 1) / NAME(n).limb_bits;
        load_numbers(w->wide, limbs, wide, NAME(wide_bytes), NAME(wide_bytes), (unsigned)v * lanes, count, &NAME(n),
                     false);
        for (int i = limbs; i < 2 * LIMBS; i++) w->wide[i] = zero();
        // The reduction gives k / R, and the product with R^3 gives k R.
        NAME(reduce)(w->u, w->wide, &NAME(n));
        copy_constant(w->v, curve->cube_n, LIMBS);
        NAME(multiply_scalar)(w->k_inverse[v], w->u, w->v);
        NAME(least_scalar)(w->k[v], w->k_inverse[v]);
        NAME(make_odd)(w->scalar[v], w->k[v]);
        NAME(set_highest_bit)(w->scalar[v]);
        w->opposite[v] = zero();
    }
    NAME(add_multiples)(w, vectors, 0, &curve->base, false);
    for (int v = 0; v < vectors; v++) copy(w->zz[v], w->sum[v].zz, LIMBS);

    NAME(multiply_up)(w->product, w->zz, sizeof w->zz[0], vectors, NAME(multiply));
    NAME(multiply_up)(w->other_product, w->k_inverse, sizeof w->k_inverse[0], vectors, NAME(multiply_scalar));
    copy(w->inverse, w->product[vectors - 1], LIMBS);
    copy(w->other_inverse, w->other_product[vectors - 1], LIMBS);
    NAME(invert_both)(w->inverse, w->other_inverse, &w->powers);
    NAME(divide_down)(w->inverse, w->product, w->zz, sizeof w->zz[0], vectors, NAME(multiply));
    NAME(divide_down)(w->other_inverse, w->other_product, w->k_inverse, sizeof w->k_inverse[0], vectors,
                      NAME(multiply_scalar));

    uint64_t written = 0;
    for (int v = 0; v < vectors; v++) {
        const unsigned first = (unsigned)v * lanes;
        vector d[LIMBS], good = NAME(is_on_curve)(&w->sum[v], curve, w);
        NAME(multiply)(w->x, w->sum[v].x, w->zz[v]);
        NAME(least)(w->x, w->x);
        subtract_modulus(w->x, &NAME(n));
        good = and(good, NAME(has_x)(&w->sum[v], w->x, curve, w));
        // s = (z + r d) / k
        copy_constant(w->v, curve->square_n, LIMBS);
        NAME(multiply_scalar)(w->r, w->x, w->v);
        copy_constant(w->u, key->d, LIMBS);
        NAME(multiply_scalar)(w->r, w->r, w->u);
        load_numbers(w->z[v], LIMBS, digests, NAME(digest_bytes), NAME(digest_bytes), first, count, &NAME(n), false);
        NAME(multiply_scalar)(w->u, w->z[v], w->v);
        UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(w->r[i], w->u[i]);
        carry_into(w->u, d, &NAME(n));
        NAME(multiply_scalar)(w->y, w->u, w->k_inverse[v]);
        NAME(least_scalar)(w->y, w->y);

        // Checks s k = z + r d. It uses the values that will be written, the second copy of d, the original digest,
        // and the k that is checked against the tags.
        vector odd[LIMBS + 1];
        NAME(make_odd)(odd, w->k[v]);
        good = and(good, NAME(is_tagged)(odd, w->tags[v]));
        // The tags do not tell k from n - k in one bit of several limbs, which is what a fault in a mask mixes.
        NAME(set_highest_bit)(odd);
        good = and(good, is_same(odd, w->scalar[v], LIMBS));
        NAME(multiply_scalar)(w->s, w->k[v], w->v);
        NAME(multiply_scalar)(w->s, w->s, w->y);
        copy_constant(w->u, key->plain, LIMBS);
        NAME(multiply_scalar)(w->r, w->u, w->v);
        NAME(multiply_scalar)(w->r, w->r, w->x);
        load_numbers(w->u, LIMBS, digests, NAME(digest_bytes), NAME(digest_bytes), first, count, &NAME(n), false);
        UNROLL for (int i = 0; i < LIMBS; i++) d[i] = add(w->r[i], w->u[i]);
        carry_into(w->r, d, &NAME(n));
        good = and(good, NAME(is_equal_scalar)(w->s, w->r));
        good = and(good, not(or(is_zero(w->x, LIMBS), is_zero(w->y, LIMBS))));
        // Multiplication ignores the bits above 52, so these were not checked; `low` removes them.
        good = hidden(signed_down(good, 63));
        UNROLL for (int i = 0; i < LIMBS; i++) {
            w->x[i] = low(and(w->x[i], good), &NAME(n));
            w->y[i] = low(and(w->y[i], good), &NAME(n));
        }
        uint8_t *out = signatures + (size_t)first * 2 * NAME(bytes);
        store_numbers(out, NAME(bytes), 2 * NAME(bytes), count - first, w->x, &NAME(n), false);
        store_numbers(out + NAME(bytes), NAME(bytes), 2 * NAME(bytes), count - first, w->y, &NAME(n), false);
        written |= lanes_of(good) << first;
    }
    return written & all_of(count);
}

// Everything here is public, so it may determine addresses.
static NOINLINE uint64_t NAME(verify)(const mb_curve *common, mb_curve_scratch *scratch, unsigned count,
                                      const mb_comb *const *combs, const uint8_t *digests, const uint8_t *signatures,
                                      uint64_t *undecided) {
    const NAME(curve) *curve = (const NAME(curve) *)common;
    NAME(scratch) *w = (NAME(scratch) *)scratch;
    const int vectors = (int)(count + lanes - 1) / lanes;
    copy_constant(w->one, curve->one_p, LIMBS);
    for (int v = 0; v < vectors; v++) {
        vector *r = w->r_found[v], *s = w->s_found[v], one[LIMBS];
        UNROLL for (int i = 0; i < LIMBS; i++) one[i] = i == 0 ? broadcast(1) : zero();
        load_numbers(r, LIMBS, signatures, NAME(bytes), 2 * NAME(bytes), (unsigned)v * lanes, count, &NAME(n), false);
        load_numbers(s, LIMBS, signatures + NAME(bytes), NAME(bytes), 2 * NAME(bytes), (unsigned)v * lanes, count,
                     &NAME(n), false);
        copy(w->u, r, LIMBS);
        copy(w->s, s, LIMBS);
        vector good = and(subtract_modulus(w->u, &NAME(n)), subtract_modulus(w->s, &NAME(n)));
        good = and(good, not(or(is_zero(r, LIMBS), is_zero(s, LIMBS))));
        pick(r, good, r, one, LIMBS);
        pick(s, good, s, one, LIMBS);
        w->good[v] = good;
        copy_constant(w->v, curve->square_n, LIMBS);
        NAME(multiply_scalar)(s, s, w->v);
    }
    NAME(multiply_up)(w->product, w->s_found, sizeof w->s_found[0], vectors, NAME(multiply_scalar));
    copy(w->inverse, w->product[vectors - 1], LIMBS);
    NAME(invert_scalar)(w->inverse, &w->powers);
    NAME(divide_down)(w->inverse, w->product, w->s_found, sizeof w->s_found[0], vectors, NAME(multiply_scalar));

    // One lane reads entries directly, and several do if they have different combs.
    bool own = lanes == 1;
    for (unsigned i = 0; i < count; i++) own |= combs[i] != combs[0];
    for (int v = 0; v < vectors; v++) {
        const unsigned first = (unsigned)v * lanes;
        // u1 = z / s and u2 = r / s are less than 2 n before the modulus is subtracted.
        load_numbers(w->x, LIMBS, digests, NAME(digest_bytes), NAME(digest_bytes), first, count, &NAME(n), false);
        NAME(multiply_scalar)(w->x, w->x, w->s_found[v]);
        NAME(multiply_scalar)(w->k[v], w->r_found[v], w->s_found[v]);
        subtract_modulus(w->x, &NAME(n));
        subtract_modulus(w->k[v], &NAME(n));
        w->opposite[v] = NAME(make_odd)(w->scalar[v], w->x);
        NAME(set_highest_bit)(w->scalar[v]);
        w->addresses[v] = broadcast((uint64_t)&curve->base);
    }
    NAME(add_multiples)(w, vectors, 0, &curve->base, lanes == 1);
    for (int v = 0; v < vectors; v++) {
        uint64_t address[lanes];
        for (unsigned l = 0; l < lanes; l++) {
            const unsigned i = (unsigned)v * lanes + l;
            address[l] = (uint64_t)combs[i < count ? i : 0];
        }
        w->addresses[v] = load_lanes(address);
        w->opposite[v] = NAME(make_odd)(w->scalar[v], w->k[v]);
        NAME(set_highest_bit)(w->scalar[v]);
    }
    if (own) NAME(add_multiples)(w, vectors, NAME(windows), NULL, true);
    else NAME(add_multiples)(w, vectors, NAME(windows), (const NAME(comb) *)combs[0], false);

    uint64_t valid = 0;
    *undecided = 0;
    for (int v = 0; v < vectors; v++) {
        const unsigned first = (unsigned)v * lanes;
        const NAME(point) *sum = &w->sum[v];
        UNROLL for (int i = 0; i < LIMBS; i++) w->u[i] = zero();
        const vector exceptional = NAME(is_equal)(sum->zz, w->u);
        vector right = NAME(has_x)(sum, w->r_found[v], curve, w);
        right = and(right, and(w->good[v], not(exceptional)));
        valid |= lanes_of(right) << first;
        *undecided |= lanes_of(and(exceptional, w->good[v])) << first;
    }
    *undecided &= all_of(count);
    return valid & all_of(count);
}

static const mb_curve_functions NAME(functions) = {
    .sizes = {NAME(bytes), NAME(digest_bytes), NAME(wide_bytes), NAME(least_group), sizeof(NAME(curve)), sizeof(NAME(comb)),
              sizeof(NAME(key)), sizeof(NAME(scratch)), sizeof(NAME(work))},
    .sha512 = sha512, .set_curve = NAME(set_curve), .set_comb = NAME(set_comb), .shape = NAME(shape), .test = NAME(test),
    .ecdsa_set_key = NAME(set_key), .ecdsa_sign = NAME(sign), .ecdsa_verify = NAME(verify)
};

#undef CURVE
#undef LIMBS
