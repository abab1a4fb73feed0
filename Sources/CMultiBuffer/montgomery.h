// Multiplication modulo m for eight numbers at a time. Included once, by multibuffer.c.
//
// Representation. A number has `limbs` limbs of 52 bits, least significant first; limb i of all eight numbers is one
// vector, so that no step crosses lanes. R is 2^(52 * limbs). A modulus has 1024 bits for each 20 limbs, which hold
// 1040 bits, so R > 2^16 m.
//
// Columns. A product is accumulated in 2 * limbs columns of weight 2^(52 i) without carrying. A column receives at
// most 2 * limbs halves of products from the multiplication (in a square, half as many, doubled), as many from the
// reduction, all less than 2^52, and one carry. For 80 limbs that is less than 321 * 2^52 < 2^61, so no column
// overflows.
//
// Reduction. Montgomery's quotient needs a multiplication by -1/m for each limb, and the next limb has to wait for
// it. So the lowest five limbs c of a product T = H * 2^260 + c are folded instead: T / 2^260 = H + c * 2^-260 modulo
// m, and `fold` is 2^-260 mod m. c is known as soon as its five columns are carried. The last five limbs are removed
// by Montgomery's method in one step: q = c * (-1/m) mod 2^260, and T / 2^260 = (T + q m) / 2^260.
//
// Bounds. Let f be fold, f < m. After the last fold T is less than T / 2^(52 (limbs - 5)) + (2^260 + 1 + 2^-259) f,
// and after the last step less than T / R + (1 + 2^-258) f + m < T / R + 2.5 m. If both factors are less than 3 m,
// T / R < 9 m^2 / R < 9 m / 2^16, so the result is again less than 3 m. Therefore no subtraction is needed between
// multiplications. Two conditional subtractions of m reduce a number less than 3 m to the least of its class.
//
// Blocks. Ten limbs of one factor stay in registers, together with the eleven columns to which a limb of the other
// factor is added. That takes 22 of 32 registers; a block of a square, with all its columns, takes 30. Each load of a
// limb and of a column serves 20 multiplications in ten independent chains, which is what two multipliers with a latency
// of four cycles need.

#include "lanes.h"

enum {
    limb_bits = 52,
    block = 10,
    folded = 5, // limbs per folding step
    max_limbs = 80
};

typedef struct {
    uint64_t modulus[max_limbs], fold[max_limbs], entry[max_limbs], inverse[folded];
} modulus;

// A modulus for each lane, all with as many limbs.
typedef struct {
    unsigned limbs; // 20, 30, 40, 60 or 80
    vector modulus[max_limbs], fold[max_limbs], entry[max_limbs], inverse[folded];
} moduli;

#define LIMB_MASK ((UINT64_C(1) << limb_bits) - 1)

INLINE vector above(vector x) { return shifted_down(x, limb_bits); }
INLINE vector low(vector x) { return and(x, broadcast(LIMB_MASK)); }

INLINE void load(vector a[block], const vector *x) {
    UNROLL for (int j = 0; j < block; j++) a[j] = x[j];
}

// t += a * b, where b has `rows` limbs, at most ten. The columns are t[0] to t[block + rows - 1]. Those from t[old] on
// are set instead of added to.
INLINE void multiply_block(vector *t, const vector a[block], const vector *b, const int rows, const int old) {
    vector sum[2 * block];
    UNROLL for (int j = 0; j < block; j++) sum[j] = j < old ? t[j] : zero();
    UNROLL for (int i = 0; i < rows; i++) {
        vector y = b[i];
        sum[i + block] = i + block < old ? t[i + block] : zero();
        UNROLL for (int j = 0; j < block; j++) sum[i + j] = add_low(sum[i + j], a[j], y);
        t[i] = sum[i];
        UNROLL for (int j = 0; j < block; j++) sum[i + j + 1] = add_high(sum[i + j + 1], a[j], y);
    }
    UNROLL for (int j = 0; j < block; j++) t[rows + j] = sum[rows + j];
}

// t = 2 t + a * a, in 2 * block columns, of which those from t[first] up to t[end - 1] have a value before; the others
// are zero. The products of different limbs are computed once and doubled with t.
INLINE void square_block(vector *t, const vector a[block], const int first, const int end) {
    vector sum[2 * block];
    UNROLL for (int j = 0; j < 2 * block; j++) sum[j] = first <= j && j < end ? t[j] : zero();
    UNROLL for (int i = 0; i < block; i++) {
        UNROLL for (int j = i + 1; j < block; j++) sum[i + j] = add_low(sum[i + j], a[j], a[i]);
        UNROLL for (int j = i + 1; j < block; j++) sum[i + j + 1] = add_high(sum[i + j + 1], a[j], a[i]);
        t[2 * i] = add_low(add(sum[2 * i], sum[2 * i]), a[i], a[i]);
        t[2 * i + 1] = add_high(add(sum[2 * i + 1], sum[2 * i + 1]), a[i], a[i]);
    }
}

// t = x * y, in 2 * limbs columns. The blocks on the diagonal come first, because they set every column exactly once.
static TARGET void product(vector *t, const vector *x, const vector *y, unsigned limbs) {
    vector a[block];
    for (unsigned i = 0; i < limbs; i += block) {
        load(a, x + i);
        multiply_block(t + 2 * i, a, y + i, block, 0);
    }
    for (unsigned i = 0; i < limbs; i += block) {
        load(a, x + i);
        for (unsigned j = 0; j < limbs; j += block)
            if (i != j) multiply_block(t + i + j, a, y + j, block, 2 * block);
    }
}

// t = x * x, in 2 * limbs columns. The blocks beside the diagonal come first, because those on it double them. They leave
// out the first and the last ten columns.
static TARGET void square(vector *t, const vector *x, unsigned limbs) {
    const unsigned last = limbs - block;
    vector a[block];
    for (unsigned i = 0; i < last; i += block) {
        load(a, x + i);
        for (unsigned j = i + block; j < limbs; j += block) {
            if (i == 0 && j == block) multiply_block(t + i + j, a, x + j, block, 0);
            else if (i == 0 || j == last) multiply_block(t + i + j, a, x + j, block, block);
            else multiply_block(t + i + j, a, x + j, block, 2 * block);
        }
    }
    load(a, x);
    square_block(t, a, block, 2 * block);
    for (unsigned i = block; i < last; i += block) {
        load(a, x + i);
        square_block(t + 2 * i, a, 0, 2 * block);
    }
    load(a, x + last);
    square_block(t + 2 * last, a, 0, block);
}

// Carries from t[0] up to t[count]. Of all limbs but the last, only the low 52 bits matter afterwards.
INLINE void carry(vector *t, const int count) {
    UNROLL for (int i = 0; i < count; i++) t[i + 1] = add(t[i + 1], above(t[i]));
}

// x = t / R mod m, less than t / R + 2.5 m, with clean limbs. t has 2 * limbs columns, and is overwritten.
static TARGET void reduce(vector *x, vector *t, const moduli *m) {
    const unsigned limbs = m->limbs;
    vector a[block];
    for (unsigned done = 0; done < limbs - folded; done += folded) {
        carry(t, folded);
        for (unsigned j = 0; j < limbs; j += block) {
            load(a, m->fold + j);
            multiply_block(t + folded + j, a, t, folded, block + folded);
        }
        t += folded;
    }
    // q = t * inverse mod 2^260, stored in x temporarily.
    carry(t, folded);
    vector q[folded];
    UNROLL for (int i = 0; i < folded; i++) q[i] = zero();
    UNROLL for (int i = 0; i < folded; i++) {
        t[i] = low(t[i]);
        UNROLL for (int j = 0; i + j < folded; j++)
            q[i + j] = add_low(q[i + j], t[i], m->inverse[j]);
        UNROLL for (int j = 0; i + j + 1 < folded; j++)
            q[i + j + 1] = add_high(q[i + j + 1], t[i], m->inverse[j]);
    }
    carry(q, folded - 1);
    UNROLL for (int i = 0; i < folded; i++) x[i] = q[i];
    for (unsigned j = 0; j < limbs; j += block) {
        load(a, m->modulus + j);
        multiply_block(t + j, a, x, folded, block + folded);
    }
    // The five lowest limbs are now zero modulo 2^52, but their carries are not.
    carry(t, folded);
    t += folded;
    vector rest = zero();
    for (unsigned i = 0; i < limbs; i++) {
        rest = add(rest, t[i]);
        x[i] = low(rest);
        rest = above(rest);
    }
}

// Subtracts m from x unless x is less than m; t is scratch space. Returns ones for the lanes in which x was less.
static TARGET vector subtract_once(vector *x, vector *t, const moduli *m) {
    vector borrow = zero();
    for (unsigned i = 0; i < m->limbs; i++) {
        vector difference = add(_mm512_sub_epi64(x[i], m->modulus[i]), borrow);
        t[i] = low(difference);
        borrow = _mm512_srai_epi64(difference, limb_bits);
    }
    vector less = hidden(borrow);
    for (unsigned i = 0; i < m->limbs; i++) x[i] = blend(less, x[i], t[i]);
    return less;
}

// x = x * y / R mod m; y may be x.
static TARGET void multiply(vector *x, const vector *y, vector *t, const moduli *m) {
    product(t, x, y, m->limbs);
    reduce(x, t, m);
}

// x = y * y / R mod m; y may be x.
static TARGET void square_into(vector *x, const vector *y, vector *t, const moduli *m) {
    square(t, y, m->limbs);
    reduce(x, t, m);
}
