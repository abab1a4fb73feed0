// Basic operations on vectors of one lane, which are 64-bit words, for portable.c. lanes.h has the same for eight lanes.

#ifndef SIGNET_WORD_H
#define SIGNET_WORD_H

#include "inline.h"

#define TARGET
#define INLINE static inline __attribute__((always_inline))

typedef uint64_t vector;

// A column to which products are added.
typedef __int128 column;

enum { lanes = 1, all_lanes = 1 };

INLINE vector zero(void) { return 0; }
INLINE vector broadcast(uint64_t x) { return x; }
INLINE vector load_lanes(const uint64_t x[lanes]) { return x[0]; }
INLINE void store_lanes(uint64_t x[lanes], vector y) { x[0] = y; }
INLINE vector add(vector x, vector y) { return RESULT(x + y); }
INLINE vector subtract(vector x, vector y) { return RESULT(x - y); }
INLINE vector and(vector x, vector y) { return RESULT(x & y); }
INLINE vector or(vector x, vector y) { return RESULT(x | y); }
INLINE vector xor(vector x, vector y) { return x ^ y; }
INLINE vector add_low(vector sum, vector x, vector y) { return RESULT(sum + x * y); }
INLINE vector shifted_up(vector x, unsigned bits) { return bits < 64 ? x << bits : 0; }
INLINE vector shifted_down(vector x, unsigned bits) { return RESULT(bits < 64 ? x >> bits : 0); }
INLINE vector signed_down(vector x, unsigned bits) { return RESULT((vector)((int64_t)x >> bits)); }
INLINE vector rotated(vector x, unsigned bits) { return x >> bits | x << (64 - bits); }

// Hides a mask of ones and zeros from the compiler, so that it does not turn it into a branch.
INLINE vector hidden(vector mask) {
    __asm__("" : "+r"(mask));
    return mask;
}

// Selects x where the mask is one, y where it is zero.
INLINE vector blend(vector mask, vector x, vector y) { return RESULT(y ^ (mask & (x ^ y))); }

INLINE vector only_lane(int lane) { return ~UINT64_C(0); }

// Whether the highest bit is set.
INLINE uint64_t lanes_of(vector mask) { return mask >> 63; }

// The number at an address, which must be public.
INLINE vector gather(vector address) { return *(const uint64_t *)address; }

// Tables of 32 entries, each of several rows. The rows of an entry are next to each other.

enum { table_entries = 32, most_rows = 19 };

INLINE int table_place(const int rows, int row, int entry) { return entry * rows + row; }

// The distance of an entry from the first one, in bytes.
INLINE vector entry_offset(const int rows, vector entry) { return entry * (vector)rows * 8; }

// Two words, which every processor here has registers for.
typedef uint64_t pair __attribute__((vector_size(16), aligned(8), may_alias));

// Selects an entry by the low five bits of the index. All of them are read.
INLINE void choose(vector *chosen, const uint64_t *table, const int rows, vector index) {
    pair sums[most_rows / 2];
    vector last = 0; // an odd row
    UNROLL for (int i = 0; i < rows / 2; i++) sums[i] = (pair){0, 0};
    for (uint64_t entry = 0; entry < table_entries; entry++) {
        const vector is_here = hidden(RESULT(-((((entry ^ index) & 31) - 1) >> 63)));
        const pair mask = {is_here, is_here};
        UNROLL for (int i = 0; i < rows / 2; i++) sums[i] |= *(const pair *)(table + 2 * i) & mask;
        if (rows % 2 == 1) last |= table[rows - 1] & is_here;
        table += rows;
    }
    UNROLL for (int row = 0; row < rows / 2 * 2; row++) chosen[row] = RESULT(sums[row / 2][row % 2]);
    if (rows % 2 == 1) chosen[rows - 1] = RESULT(last);
}

#endif
