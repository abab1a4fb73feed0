// Basic operations on vectors with one 64-bit number in each of eight lanes, for multibuffer.c and ifma.c. word.h has the
// same for one lane.
//
// vpmadd52luq and vpmadd52huq add the low and the high half of a product of 52-bit limbs to a 64-bit accumulator.
// They ignore all but the low 52 bits of their factors.

#ifndef SIGNET_LANES_H
#define SIGNET_LANES_H

#include "inline.h"

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512ifma")))
#define INLINE static inline __attribute__((always_inline)) TARGET

// A vector, and a column to which products are added.
typedef __m512i vector, column;

enum { lanes = 8, all_lanes = 0xFF };

INLINE vector zero(void) { return _mm512_setzero_si512(); }
INLINE vector broadcast(uint64_t x) { return _mm512_set1_epi64((long long)x); }
INLINE vector load_lanes(const uint64_t x[lanes]) { return _mm512_loadu_si512(x); }
INLINE void store_lanes(uint64_t x[lanes], vector y) { _mm512_storeu_si512(x, y); }
INLINE vector add(vector x, vector y) { return RESULT(_mm512_add_epi64(x, y)); }
INLINE vector subtract(vector x, vector y) { return RESULT(_mm512_sub_epi64(x, y)); }
INLINE vector and(vector x, vector y) { return RESULT(_mm512_and_si512(x, y)); }
INLINE vector or(vector x, vector y) { return RESULT(_mm512_or_si512(x, y)); }
INLINE vector xor(vector x, vector y) { return _mm512_xor_si512(x, y); }
INLINE vector add_low(vector sum, vector x, vector y) { return RESULT(_mm512_madd52lo_epu64(sum, x, y)); }
INLINE vector add_high(vector sum, vector x, vector y) { return RESULT(_mm512_madd52hi_epu64(sum, x, y)); }

// Shifts by 64 or more give zero, or copies of the sign.
INLINE vector shifted_up(vector x, unsigned bits) {
    return _mm512_sll_epi64(x, _mm_cvtsi32_si128((int)bits));
}
INLINE vector shifted_down(vector x, unsigned bits) {
    return RESULT(_mm512_srl_epi64(x, _mm_cvtsi32_si128((int)bits)));
}
INLINE vector signed_down(vector x, unsigned bits) {
    return RESULT(_mm512_sra_epi64(x, _mm_cvtsi32_si128((int)bits)));
}
INLINE vector rotated(vector x, unsigned bits) { return _mm512_rorv_epi64(x, broadcast(bits)); }

// Hides a mask of ones and zeros from the compiler, so that it does not turn it into a branch or a masked access to
// memory.
INLINE vector hidden(vector mask) {
    __asm__("" : "+v"(mask));
    return mask;
}

// Selects x where the mask is one, y where it is zero.
INLINE vector blend(vector mask, vector x, vector y) { return RESULT(_mm512_ternarylogic_epi64(mask, x, y, 0xCA)); }

// Ones in one lane.
INLINE vector only_lane(int lane) { return _mm512_maskz_mov_epi64((__mmask8)(1 << lane), broadcast(~UINT64_C(0))); }

// One bit for each lane, the lowest for the first: whether its highest bit is set.
INLINE uint64_t lanes_of(vector mask) { return _mm512_cmplt_epi64_mask(mask, zero()); }

// The numbers at an address for each lane, which must be public.
INLINE vector gather(vector addresses) { return _mm512_i64gather_epi64(addresses, NULL, 1); }

// Tables of 32 entries, each of several rows. The 32 numbers of a row are next to each other.

enum { table_entries = 32 };

INLINE int table_place(const int rows, int row, int entry) { return row * table_entries + entry; }

// The distance of an entry from the first one, in bytes.
INLINE vector entry_offset(const int rows, vector entry) { return shifted_up(entry, 3); }

// Selects an entry in each lane, by the low five bits of the index. All of them are read.
INLINE void choose(vector *chosen, const uint64_t *table, const int rows, vector index) {
    const vector is_upper = hidden(subtract(zero(), and(shifted_down(index, 4), broadcast(1))));
    UNROLL for (int row = 0; row < rows; row++) {
        const vector *quarter = (const vector *)(table + row * table_entries);
        const vector lower = RESULT(_mm512_permutex2var_epi64(quarter[0], index, quarter[1]));
        const vector upper = RESULT(_mm512_permutex2var_epi64(quarter[2], index, quarter[3]));
        chosen[row] = blend(is_upper, upper, lower);
    }
}

#endif
