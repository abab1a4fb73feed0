// Basic operations of the engine on vectors with one 64-bit number in each lane.
//
// vpmadd52luq and vpmadd52huq add the low and the high half of a product of 52-bit limbs to a 64-bit accumulator.
// They ignore all but the low 52 bits of their factors.

#ifndef SIGNET_LANES_H
#define SIGNET_LANES_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define IFMA __attribute__((target("avx512f,avx512ifma")))
#define INLINE static inline __attribute__((always_inline)) IFMA
#define UNROLL _Pragma("clang loop unroll(full)")

typedef __m512i vector;

enum { limb_bits = 52 };

#define LIMB_MASK ((UINT64_C(1) << limb_bits) - 1)

INLINE vector zero(void) { return _mm512_setzero_si512(); }
INLINE vector broadcast(uint64_t x) { return _mm512_set1_epi64((long long)x); }
INLINE vector add(vector x, vector y) { return _mm512_add_epi64(x, y); }
INLINE vector above(vector x) { return _mm512_srli_epi64(x, limb_bits); }
INLINE vector low(vector x) { return _mm512_and_si512(x, broadcast(LIMB_MASK)); }
INLINE vector add_low(vector sum, vector x, vector y) { return _mm512_madd52lo_epu64(sum, x, y); }
INLINE vector add_high(vector sum, vector x, vector y) { return _mm512_madd52hi_epu64(sum, x, y); }

// Shifts by 64 or more give zero.
INLINE vector shifted_up(vector x, unsigned bits) { return _mm512_sll_epi64(x, _mm_cvtsi32_si128((int)bits)); }
INLINE vector shifted_down(vector x, unsigned bits) { return _mm512_srl_epi64(x, _mm_cvtsi32_si128((int)bits)); }

// Hides a mask of ones and zeros from the compiler, so that it does not turn it into a branch or a masked access to
// memory.
INLINE vector hidden(vector mask) {
    __asm__("" : "+v"(mask));
    return mask;
}

// Selects x where the mask is one, y where it is zero.
INLINE vector blend(vector mask, vector x, vector y) { return _mm512_ternarylogic_epi64(mask, x, y, 0xCA); }

#endif
