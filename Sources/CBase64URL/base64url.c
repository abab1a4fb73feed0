#include "base64url.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>
#include <stdbool.h>

// AVX-512 F, BW and VBMI, and an operating system that keeps the registers (XCR0: SSE, AVX, and the three parts of
// AVX-512).
static bool detect(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return false;
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 0xE6) != 0xE6) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX512F) && (b & bit_AVX512BW) && (c & bit_AVX512VBMI);
}

// 0: not known yet. Threads that find out at the same time find the same.
static _Atomic signed char known;

static bool is_supported(void) {
    if (known == 0) known = detect() ? 1 : -1;
    return known > 0;
}

// Bytes 0 1 2 of a group become 1 0 2 1, so that each sextet lies within 16 bits.
#define SPREAD(group) 3 * group + 1, 3 * group, 3 * group + 2, 3 * group + 1
static const uint8_t spread[64] = {
    SPREAD(0), SPREAD(1), SPREAD(2),  SPREAD(3),  SPREAD(4),  SPREAD(5),  SPREAD(6),  SPREAD(7),
    SPREAD(8), SPREAD(9), SPREAD(10), SPREAD(11), SPREAD(12), SPREAD(13), SPREAD(14), SPREAD(15),
};

// And back: bytes 2 1 0 of each 32 bits.
#define PACK(group) 4 * group + 2, 4 * group + 1, 4 * group
static const uint8_t pack[64] = {
    PACK(0), PACK(1), PACK(2),  PACK(3),  PACK(4),  PACK(5),  PACK(6),  PACK(7),
    PACK(8), PACK(9), PACK(10), PACK(11), PACK(12), PACK(13), PACK(14), PACK(15),
};

static const uint8_t alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// The sextet of each character of ASCII; XX for those that are not of the alphabet.
#define XX 0x80
static const uint8_t sextets[128] = {
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX,
    XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, XX, 62, XX, XX, 52, 53, 54, 55,
    56, 57, 58, 59, 60, 61, XX, XX, XX, XX, XX, XX, XX, 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
    13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, XX, XX, XX, XX, 63, XX, 26, 27, 28, 29, 30, 31, 32,
    33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, XX, XX, XX, XX, XX,
};

#define VBMI __attribute__((target("avx512f,avx512bw,avx512vbmi")))

static __mmask64 first(size_t count) { return count >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << count) - 1; }

VBMI static size_t encode(const uint8_t *bytes, size_t count, uint8_t *text) {
    const __m512i order = _mm512_loadu_si512(spread), letters = _mm512_loadu_si512(alphabet);
    // How far each sextet is to be turned right, in each half of eight bytes.
    const __m512i turns = _mm512_set1_epi64(0x3036242a1016040a);
    size_t taken = 0;
    count -= count % 3;
    while (taken < count) {
        size_t now = count - taken < 48 ? count - taken : 48;
        __m512i input = _mm512_maskz_loadu_epi8(first(now), bytes + taken);
        __m512i sextets = _mm512_multishift_epi64_epi8(turns, _mm512_permutexvar_epi8(order, input));
        // Of an index only the lowest six bits count.
        __m512i output = _mm512_permutexvar_epi8(sextets, letters);
        _mm512_mask_storeu_epi8(text + taken / 3 * 4, first(now / 3 * 4), output);
        taken += now;
    }
    return taken;
}

VBMI static size_t decode(const uint8_t *text, size_t count, uint8_t *bytes) {
    const __m512i low = _mm512_loadu_si512(sextets), high = _mm512_loadu_si512(sextets + 64);
    const __m512i order = _mm512_loadu_si512(pack), zeros = _mm512_set1_epi8('A');
    size_t taken = 0;
    count -= count % 4;
    while (taken < count) {
        size_t now = count - taken < 64 ? count - taken : 64;
        __m512i input = _mm512_mask_loadu_epi8(zeros, first(now), text + taken);
        __m512i values = _mm512_permutex2var_epi8(low, input, high);
        // The top bit of a character is one that ASCII does not have.
        if (_mm512_movepi8_mask(_mm512_or_si512(values, input)) != 0) break;
        // Two sextets are twelve bits, two of those twenty-four.
        __m512i twelves = _mm512_maddubs_epi16(values, _mm512_set1_epi32(0x01400140));
        __m512i groups = _mm512_madd_epi16(twelves, _mm512_set1_epi32(0x00011000));
        __m512i output = _mm512_permutexvar_epi8(order, groups);
        _mm512_mask_storeu_epi8(bytes + taken / 4 * 3, first(now / 4 * 3), output);
        taken += now;
    }
    return taken;
}

size_t signet_base64url_encode(const uint8_t *bytes, size_t count, uint8_t *text) {
    return is_supported() ? encode(bytes, count, text) : 0;
}

size_t signet_base64url_decode(const uint8_t *text, size_t count, uint8_t *bytes) {
    return is_supported() ? decode(text, count, bytes) : 0;
}

#else

size_t signet_base64url_encode(const uint8_t *bytes, size_t count, uint8_t *text) { return 0; }
size_t signet_base64url_decode(const uint8_t *text, size_t count, uint8_t *bytes) { return 0; }

#endif
