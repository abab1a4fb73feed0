#include "multibuffer.h"

#include <string.h>

#if defined(__x86_64__)

#include <cpuid.h>
#include <sys/platform/x86.h>

#include "montgomery.h"

enum {
    digit_bits = 4, // bits of the exponent per step
    powers = 1 << digit_bits,
    max_prime_limbs = max_limbs / 2
};

struct mb_public_key {
    modulus n;
    unsigned size; // of the modulus, in bytes
};

typedef struct {
    modulus m;
    uint64_t one[max_prime_limbs];
    uint8_t exponent[256];
} factor;

struct mb_private_key {
    factor p, q;
    uint64_t coefficient[max_prime_limbs];
    unsigned size; // of the modulus, in bytes
};

struct mb_scratch {
    vector power[powers][max_prime_limbs];
    vector t[2 * max_limbs]; // columns
    vector x[max_limbs], y[max_limbs];
    vector mp[max_prime_limbs], mq[max_prime_limbs];
    vector message[max_limbs];
    vector words[max_limbs + 2]; // of 64 bits, for conversion from and to bytes
    moduli m;
};

uint32_t mb_processor_features(void) {
    return __x86_get_cpuid_feature_leaf(CPUID_INDEX_7)->active_array[cpuid_register_index_ebx];
}

bool mb_is_supported(uint32_t features) {
    const uint32_t needed = bit_AVX512F | bit_AVX512IFMA;
    return (features & needed) == needed;
}

size_t mb_public_key_size(void) { return sizeof(mb_public_key); }
size_t mb_private_key_size(void) { return sizeof(mb_private_key); }
size_t mb_scratch_size(void) { return sizeof(mb_scratch); }

// Keys. They are set once, so this code does not use vectors.

static void set_limbs(uint64_t *limbs, unsigned count, const uint8_t *bytes, unsigned size) {
    memset(limbs, 0, count * sizeof *limbs);
    for (unsigned i = 0; i < size; i++) {
        uint64_t byte = bytes[size - 1 - i];
        unsigned limb = 8 * i / limb_bits, shift = 8 * i % limb_bits;
        limbs[limb] |= byte << shift & LIMB_MASK;
        if (shift > limb_bits - 8 && limb + 1 < count) limbs[limb + 1] |= byte >> (limb_bits - shift);
    }
}

static unsigned limb_count(unsigned size) { return size / 64 * block; } // ten for each 512 bits

// Sets inverse and fold. With t = 1, adding inverse * m to it clears its lowest five limbs one by one, which gives
// inverse = -1 / m mod 2^260. What is left of t above them is 2^-260 mod m.
static void set_fold(modulus *m, unsigned limbs) {
    uint64_t last = 1; // -1 / modulus[0] mod 2^52: each step doubles the number of bits
    for (int bits = 1; bits < limb_bits; bits *= 2) last *= 2 + m->modulus[0] * last;
    uint64_t t[max_limbs + folded] = {1};
    for (int i = 0; i < folded; i++) {
        m->inverse[i] = t[i] * last & LIMB_MASK;
        unsigned __int128 rest = 0;
        for (unsigned j = 0; j < limbs; j++) {
            rest += (unsigned __int128)m->inverse[i] * m->modulus[j] + t[i + j];
            t[i + j] = (uint64_t)rest & LIMB_MASK;
            rest >>= limb_bits;
        }
        t[i + limbs] = (uint64_t)rest;
    }
    memcpy(m->fold, t + folded, limbs * sizeof *t);
}

static void set_modulus(modulus *m, unsigned size, const mb_numbers *numbers) {
    const unsigned limbs = limb_count(size);
    set_limbs(m->modulus, limbs, numbers->modulus, size);
    set_limbs(m->entry, limbs, numbers->entry, size);
    set_fold(m, limbs);
}

static void set_factor(factor *factor, unsigned size, const mb_factor *numbers) {
    set_modulus(&factor->m, size, &numbers->numbers);
    set_limbs(factor->one, limb_count(size), numbers->one, size);
    memcpy(factor->exponent, numbers->exponent, size);
}

void mb_public_key_set(mb_public_key *key, unsigned bits, const mb_numbers *numbers) {
    key->size = bits / 8;
    set_modulus(&key->n, key->size, numbers);
}

void mb_private_key_set(mb_private_key *key, unsigned bits, const mb_factor *p, const mb_factor *q,
                        const uint8_t *coefficient) {
    key->size = bits / 8;
    set_factor(&key->p, key->size / 2, p);
    set_factor(&key->q, key->size / 2, q);
    set_limbs(key->coefficient, limb_count(key->size / 2), coefficient, key->size / 2);
}

// Bytes. All sizes are multiples of eight, so numbers are converted by words of 64 bits.

// Loads eight numbers of `size` bytes, back to back, as limbs.
static TARGET void from_bytes(vector *x, unsigned limbs, const uint8_t *bytes, unsigned size, vector *words) {
    const unsigned count = size / 8;
    for (unsigned w = 0; w < count; w++) {
        uint64_t lane[mb_lanes];
        for (unsigned l = 0; l < mb_lanes; l++) {
            memcpy(&lane[l], bytes + (size_t)l * size + size - 8 * (w + 1), 8);
            lane[l] = __builtin_bswap64(lane[l]);
        }
        words[w] = _mm512_loadu_si512(lane);
    }
    for (unsigned i = 0; i < limbs; i++) {
        unsigned word = i * limb_bits / 64, shift = i * limb_bits % 64;
        vector lower = word < count ? shifted_down(words[word], shift) : zero();
        vector upper = word + 1 < count ? shifted_up(words[word + 1], 64 - shift) : zero();
        x[i] = low(_mm512_or_si512(lower, upper));
    }
}

// Stores clean limbs as numbers of `size` bytes, back to back. Lanes that are not in `written` become zero.
static TARGET void to_bytes(uint8_t *bytes, unsigned size, const vector *x, unsigned limbs, __mmask8 written) {
    for (unsigned w = 0; w < size / 8; w++) {
        unsigned limb = 64 * w / limb_bits, shift = 64 * w % limb_bits;
        vector word = shifted_down(x[limb], shift);
        for (unsigned i = 1; i <= 2 && limb + i < limbs; i++)
            word = _mm512_or_si512(word, shifted_up(x[limb + i], i * limb_bits - shift));
        uint64_t lane[mb_lanes];
        _mm512_storeu_si512(lane, _mm512_maskz_mov_epi64(written, word));
        for (unsigned l = 0; l < mb_lanes; l++) {
            lane[l] = __builtin_bswap64(lane[l]);
            memcpy(bytes + (size_t)l * size + size - 8 * (w + 1), &lane[l], 8);
        }
    }
}

// The public operation.

static TARGET void copy_broadcast(vector *x, const uint64_t *limbs, unsigned count) {
    for (unsigned i = 0; i < count; i++) x[i] = broadcast(limbs[i]);
}

static TARGET void set_lane(vector *x, const uint64_t *limbs, unsigned count, unsigned lane) {
    for (unsigned i = 0; i < count; i++) ((uint64_t *)&x[i])[lane] = limbs[i];
}

// Gives a modulus of `size` bytes to a lane.
static TARGET void set_lane_modulus(moduli *lanes, const modulus *m, unsigned size, unsigned lane) {
    lanes->limbs = limb_count(size);
    set_lane(lanes->modulus, m->modulus, lanes->limbs, lane);
    set_lane(lanes->fold, m->fold, lanes->limbs, lane);
    set_lane(lanes->entry, m->entry, lanes->limbs, lane);
    set_lane(lanes->inverse, m->inverse, folded, lane);
}

// Gives the same modulus to all lanes.
static TARGET void set_all(moduli *lanes, const modulus *m, unsigned size) {
    lanes->limbs = limb_count(size);
    copy_broadcast(lanes->modulus, m->modulus, lanes->limbs);
    copy_broadcast(lanes->fold, m->fold, lanes->limbs);
    copy_broadcast(lanes->entry, m->entry, lanes->limbs);
    copy_broadcast(lanes->inverse, m->inverse, folded);
}

// x = x^65537 mod n, for x less than 2^bits of the modulus. Returns the lanes in which x was less than n.
static TARGET __mmask8 power_65537(mb_scratch *s, vector *x, const moduli *n) {
    vector *y = s->y, *t = s->t;
    // y = x R. The last multiplication is by x itself, which removes R again.
    memcpy(y, n->entry, n->limbs * sizeof *y);
    multiply(y, x, t, n);
    for (int i = 0; i < 16; i++) square_into(y, y, t, n);
    vector less = subtract_once(x, t, n);
    multiply(x, y, t, n);
    subtract_once(x, t, n);
    subtract_once(x, t, n);
    return _mm512_cmplt_epi64_mask(less, zero());
}

TARGET uint8_t mb_open(const mb_public_key *const *keys, mb_scratch *scratch, const uint8_t *signatures,
                     uint8_t *messages) {
    mb_scratch *s = scratch;
    const unsigned size = keys[0]->size, limbs = limb_count(size);
    for (unsigned lane = 0; lane < mb_lanes; lane++) set_lane_modulus(&s->m, &keys[lane]->n, size, lane);
    from_bytes(s->x, limbs, signatures, size, s->words);
    __mmask8 less = power_65537(s, s->x, &s->m);
    to_bytes(messages, size, s->x, limbs, 0xFF);
    return less;
}

// The private operation.

// x = power[digit]. Every power is read, so that the digit does not show in the addresses.
static TARGET void choose_power(vector *x, vector (*power)[max_prime_limbs], unsigned limbs, uint8_t digit) {
    const vector wanted = hidden(broadcast(digit));
    for (unsigned j = 0; j < limbs; j += block) {
        vector chosen[block];
        UNROLL for (int i = 0; i < block; i++) chosen[i] = zero();
        for (unsigned n = 0; n < powers; n++) {
            // Ones where n is the digit: n ^ digit is not negative, so it only becomes negative by subtracting one if
            // it is zero.
            vector here = _mm512_xor_si512(broadcast(n), wanted);
            here = hidden(_mm512_srai_epi64(_mm512_sub_epi64(here, broadcast(1)), 63));
            UNROLL for (int i = 0; i < block; i++) chosen[i] = blend(here, power[n][j + i], chosen[i]);
        }
        UNROLL for (int i = 0; i < block; i++) x[j + i] = chosen[i];
    }
}

INLINE uint8_t digit_at(const uint8_t *exponent, unsigned i) {
    return exponent[i / 2] >> (i % 2 ? 0 : digit_bits) & (powers - 1);
}

// x = message^exponent mod the factor, the least of its class. The message has twice as many limbs as the factor.
static TARGET void power_of_message(mb_scratch *s, vector *x, const factor *factor, unsigned size) {
    const moduli *m = &s->m;
    set_all(&s->m, &factor->m, size);
    const unsigned limbs = m->limbs, digits = limbs / block * 512 / digit_bits;
    vector *t = s->t;
    // The reduction divides by R, and multiplying by R^3 gives the representation of the message.
    memcpy(t, s->message, 2 * limbs * sizeof *t);
    reduce(x, t, m);
    multiply(x, m->entry, t, m);

    copy_broadcast(s->power[0], factor->one, limbs);
    memcpy(s->power[1], x, limbs * sizeof *x);
    for (int i = 2; i < powers; i += 2) {
        square_into(s->power[i], s->power[i / 2], t, m);
        product(t, s->power[i], x, limbs);
        reduce(s->power[i + 1], t, m);
    }
    choose_power(x, s->power, limbs, digit_at(factor->exponent, 0));
    for (unsigned i = 1; i < digits; i++) {
        for (int bit = 0; bit < digit_bits; bit++) square_into(x, x, t, m);
        choose_power(s->y, s->power, limbs, digit_at(factor->exponent, i));
        multiply(x, s->y, t, m);
    }
    // Removes R from the representation.
    memcpy(t, x, limbs * sizeof *t);
    memset(t + limbs, 0, limbs * sizeof *t);
    reduce(x, t, m);
    subtract_once(x, t, m);
    subtract_once(x, t, m);
}

// x = mq + q * ((mp - mq) / q mod p) (RFC 8017 §5.1.2), which is less than p q. The lanes have the modulus p.
static TARGET void recombine(mb_scratch *s, vector *x, const mb_private_key *key) {
    const moduli *p = &s->m;
    const unsigned limbs = p->limbs;
    vector *t = s->t, *h = s->mp;
    // mq < q < 2 p, because both factors have their highest bit set. So adding 2 p keeps the difference positive and
    // less than 3 p.
    vector rest = zero();
    for (unsigned i = 0; i < limbs; i++) {
        vector twice = add(p->modulus[i], p->modulus[i]);
        rest = add(rest, _mm512_sub_epi64(add(s->mp[i], twice), s->mq[i]));
        h[i] = low(rest);
        rest = _mm512_srai_epi64(rest, limb_bits);
    }
    copy_broadcast(s->y, key->coefficient, limbs);
    multiply(h, s->y, t, p);
    subtract_once(h, t, p);
    subtract_once(h, t, p);
    copy_broadcast(s->y, key->q.m.modulus, limbs);
    product(t, h, s->y, limbs);
    rest = zero();
    for (unsigned i = 0; i < 2 * limbs; i++) {
        rest = add(rest, t[i]);
        if (i < limbs) rest = add(rest, s->mq[i]);
        x[i] = low(rest);
        rest = above(rest);
    }
}

TARGET uint8_t mb_sign(const mb_private_key *key, const mb_public_key *public_key, mb_scratch *scratch,
                     const uint8_t *messages, uint8_t *signatures) {
    mb_scratch *s = scratch;
    const unsigned limbs = limb_count(key->size);
    from_bytes(s->message, limbs, messages, key->size, s->words);
    power_of_message(s, s->mq, &key->q, key->size / 2);
    power_of_message(s, s->mp, &key->p, key->size / 2);
    recombine(s, s->x, key);

    // A faulty signature would reveal the factors (Boneh, DeMillo, Lipton 1997). The message is loaded again, because a
    // fault may have changed it before.
    vector *opened = s->words;
    memcpy(opened, s->x, limbs * sizeof *opened);
    set_all(&s->m, &public_key->n, key->size);
    __mmask8 good = power_65537(s, opened, &s->m);
    from_bytes(s->message, limbs, messages, key->size, s->t);
    vector difference = zero();
    for (unsigned i = 0; i < limbs; i++)
        difference = _mm512_or_si512(difference, _mm512_xor_si512(opened[i], s->message[i]));
    good &= _mm512_cmpeq_epi64_mask(difference, zero());
    to_bytes(signatures, key->size, s->x, limbs, good);
    return good;
}

TARGET void mb_test_multiply(const mb_public_key *key, mb_scratch *scratch, uint64_t *x, const uint64_t *y) {
    set_all(&scratch->m, &key->n, key->size);
    multiply((vector *)x, (const vector *)y, scratch->t, &scratch->m);
}

TARGET void mb_test_square(const mb_public_key *key, mb_scratch *scratch, uint64_t *x) {
    set_all(&scratch->m, &key->n, key->size);
    square_into((vector *)x, (const vector *)x, scratch->t, &scratch->m);
}

#else

#include <stdlib.h>

// On other processors nothing is supported, so only the first five functions are called.

uint32_t mb_processor_features(void) { return 0; }
bool mb_is_supported(uint32_t features) { return false; }
size_t mb_public_key_size(void) { return 64; }
size_t mb_private_key_size(void) { return 64; }
size_t mb_scratch_size(void) { return 64; }
void mb_public_key_set(mb_public_key *key, unsigned bits, const mb_numbers *numbers) { abort(); }
void mb_private_key_set(mb_private_key *key, unsigned bits, const mb_factor *p, const mb_factor *q,
                        const uint8_t *coefficient) {
    abort();
}
uint8_t mb_sign(const mb_private_key *key, const mb_public_key *public_key, mb_scratch *scratch,
                const uint8_t *messages, uint8_t *signatures) {
    abort();
}
uint8_t mb_open(const mb_public_key *const *keys, mb_scratch *scratch, const uint8_t *signatures, uint8_t *messages) {
    abort();
}
void mb_test_multiply(const mb_public_key *key, mb_scratch *scratch, uint64_t *x, const uint64_t *y) { abort(); }
void mb_test_square(const mb_public_key *key, mb_scratch *scratch, uint64_t *x) { abort(); }

#endif
