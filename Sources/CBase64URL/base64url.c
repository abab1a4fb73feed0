#include "base64url.h"

#include <stdbool.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#include <sys/platform/x86.h>
#endif

// 24 bytes are 32 characters.
enum { group_bytes = 24, group_characters = 32 };

// Vectors for any processor: the compiler uses the instructions that it has. A comparison gives -1 in each lane in
// which it is true.
typedef uint8_t Bytes __attribute__((vector_size(group_characters)));
typedef int8_t Signs __attribute__((vector_size(group_characters)));
typedef uint32_t Words __attribute__((vector_size(group_characters)));
typedef uint64_t Longs __attribute__((vector_size(group_characters)));

// Inlined into functions that are compiled for different processors.
#define INLINE static inline __attribute__((always_inline))

INLINE void encode_group(const uint8_t *bytes, uint8_t *text) {
    Bytes input = {0};
    memcpy(&input, bytes, group_bytes);
    // Each word holds three bytes as one number.
    Words n = (Words)__builtin_shufflevector(
        input, (Bytes){0}, 2, 1, 0, 32, 5, 4, 3, 32, 8, 7, 6, 32, 11, 10, 9, 32, 14, 13, 12, 32, 17, 16, 15, 32, 20, 19,
        18, 32, 23, 22, 21, 32);
    Signs sextets = (Signs)(n >> 18 | (n >> 4 & 0x3F00) | (n << 10 & 0x3F0000) | (n << 24 & 0x3F000000));
    // Adds the distances from 'Z' to 'a', from 'z' to '0', from '9' to '-' and from '-' to '_'.
    Signs characters =
        sextets + 'A' + ((sextets > 25) & 6) - ((sextets > 51) & 75) - ((sextets > 61) & 13) + ((sextets > 62) & 49);
    memcpy(text, &characters, group_characters);
}

// valid: becomes -1 for each character of the alphabet, and 0 for all others.
INLINE void decode_group(const uint8_t *text, uint8_t *bytes, Signs *valid) {
    Signs c;
    memcpy(&c, text, group_characters);
    Signs upper = (c >= 'A') & (c <= 'Z'), lower = (c >= 'a') & (c <= 'z'), digit = (c >= '0') & (c <= '9');
    Signs dash = c == '-', line = c == '_';
    *valid = upper | lower | digit | dash | line;
    Words sextets = (Words)(c - (upper & 'A') - (lower & ('a' - 26)) - (digit & ('0' - 52)) - (dash & ('-' - 62)) -
                            (line & ('_' - 63)));
    Words n = sextets << 18 | (sextets << 4 & 0x3F000) | (sextets >> 10 & 0xFC0) | sextets >> 24;
    Bytes output = __builtin_shufflevector((Bytes)n, (Bytes)n, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 18, 17, 16, 22,
                                           21, 20, 26, 25, 24, 30, 29, 28, -1, -1, -1, -1, -1, -1, -1, -1);
    memcpy(bytes, &output, group_bytes);
}

// The number of leading characters that are in the alphabet.
INLINE size_t count_valid(const Signs *valid) {
    Longs all = (Longs)*valid;
    if ((all[0] & all[1] & all[2] & all[3]) == UINT64_MAX) return group_characters;
    size_t count = 0;
    while ((*valid)[count]) count++;
    return count;
}

INLINE void encode(void (*encode_group)(const uint8_t *, uint8_t *), const uint8_t *bytes, size_t count,
                   uint8_t *text) {
    bool is_long = count >= group_bytes;
    for (; count >= group_bytes; count -= group_bytes, bytes += group_bytes, text += group_characters)
        encode_group(bytes, text);
    if (count == 0) return;
    // Zeros fill the last group.
    uint8_t group[group_bytes + 2] = {0}, characters[group_characters];
    size_t rest = (count * 4 + 2) / 3;
    if (!is_long) {
        memcpy(group, bytes, count);
        encode_group(group, characters);
        memcpy(text, characters, rest);
        return;
    }
    // It begins within the group before, so that the sizes of the copies are constants: at a multiple of three bytes, so
    // that it reaches at most two beyond the end.
    size_t beyond = (group_bytes - count) % 3;
    memcpy(group, bytes + count - group_bytes, group_bytes);
    encode_group(group + beyond, characters);
    memcpy(text + rest + beyond - group_characters, characters, 16);
    memcpy(text + rest - 16, characters + 16 - beyond, 16);
}

INLINE size_t decode(const uint8_t *text, size_t count, uint8_t *bytes, uint8_t *left_over) {
    Signs valid;
    size_t taken = 0;
    for (; count - taken >= group_characters; taken += group_characters, bytes += group_bytes) {
        decode_group(text + taken, bytes, &valid);
        size_t good = count_valid(&valid);
        if (good < group_characters) return taken + good;
    }
    *left_over = 0;
    size_t rest = count - taken, whole_bytes = rest * 3 / 4;
    if (rest == 0) return count;
    // Characters whose bits are zeros fill the last group.
    uint8_t characters[group_characters], group[group_bytes];
    memset(characters, 'A', group_characters);
    memcpy(characters, text + taken, rest);
    decode_group(characters, group, &valid);
    size_t good = count_valid(&valid);
    if (good < rest) return taken + good;
    if (whole_bytes > 0) memcpy(bytes, group, whole_bytes);
    *left_over = group[whole_bytes];
    return count;
}

#if defined(__x86_64__)
// Without AVX2, every byte would be moved individually, because baseline x86-64 has no instruction that shuffles
// bytes. With it, two multiplications move the sextets, and a table of 16 distances serves all characters (Muła and
// Lemire 2018).
__attribute__((target("avx2"))) INLINE void encode_group_avx2(const uint8_t *bytes, uint8_t *text) {
    Bytes input = {0};
    memcpy(&input, bytes, group_bytes);
    __m256i n = (__m256i)__builtin_shufflevector(input, input, 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10, 13,
                                                 12, 14, 13, 16, 15, 17, 16, 19, 18, 20, 19, 22, 21, 23, 22);
    __m256i even = _mm256_mulhi_epu16(n & _mm256_set1_epi32(0x0FC0FC00), _mm256_set1_epi32(0x04000040));
    __m256i odd = _mm256_mullo_epi16(n & _mm256_set1_epi32(0x003F03F0), _mm256_set1_epi32(0x01000010));
    Signs sextets = (Signs)(even | odd);
    __m128i distances = _mm_setr_epi8('a' - 26, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, '-' - 62, '_' - 63, 'A', 0, 0);
    __m256i place = _mm256_subs_epu8((__m256i)sextets, _mm256_set1_epi8(51)) | (__m256i)((sextets < 26) & 13);
    Signs characters = sextets + (Signs)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(distances), place);
    memcpy(text, &characters, group_characters);
}
__attribute__((target("avx2"))) static void encode_avx2(const uint8_t *bytes, size_t count, uint8_t *text) {
    encode(encode_group_avx2, bytes, count, text);
}
__attribute__((target("avx2"))) static size_t decode_avx2(const uint8_t *text, size_t count, uint8_t *bytes,
                                                          uint8_t *left_over) {
    return decode(text, count, bytes, left_over);
}

// Asked once: each token is encoded in several calls.
static bool has_avx2;
__attribute__((constructor)) static void find_features(void) { has_avx2 = CPU_FEATURE_ACTIVE(AVX2); }
#endif

void signet_base64url_encode(const uint8_t *bytes, size_t count, uint8_t *text) {
#if defined(__x86_64__)
    if (has_avx2) return encode_avx2(bytes, count, text);
#endif
    encode(encode_group, bytes, count, text);
}

size_t signet_base64url_decode(const uint8_t *text, size_t count, uint8_t *bytes, uint8_t *left_over) {
#if defined(__x86_64__)
    if (has_avx2) return decode_avx2(text, count, bytes, left_over);
#endif
    return decode(text, count, bytes, left_over);
}
