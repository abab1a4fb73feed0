#include "base64url.h"

#include <stdbool.h>
#include <string.h>
#if defined(__x86_64__)
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

INLINE void encode(const uint8_t *bytes, size_t count, uint8_t *text) {
    for (; count >= group_bytes; count -= group_bytes, bytes += group_bytes, text += group_characters)
        encode_group(bytes, text);
    if (count == 0) return;
    // Zeros fill the last group.
    uint8_t group[group_bytes] = {0}, characters[group_characters];
    memcpy(group, bytes, count);
    encode_group(group, characters);
    memcpy(text, characters, (count * 4 + 2) / 3);
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
// bytes.
__attribute__((target("avx2"))) static void encode_avx2(const uint8_t *bytes, size_t count, uint8_t *text) {
    encode(bytes, count, text);
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
    encode(bytes, count, text);
}

size_t signet_base64url_decode(const uint8_t *text, size_t count, uint8_t *bytes, uint8_t *left_over) {
#if defined(__x86_64__)
    if (has_avx2) return decode_avx2(text, count, bytes, left_over);
#endif
    return decode(text, count, bytes, left_over);
}
