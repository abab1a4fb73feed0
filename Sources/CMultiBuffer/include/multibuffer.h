#ifndef SIGNET_MULTIBUFFER_H
#define SIGNET_MULTIBUFFER_H

// RSA for eight numbers at a time, one in each 64-bit lane of an AVX-512 register. All signatures that are made at a
// time have one key; each that is verified has its own.
//
// Moduli have 2048, 3072 or 4096 bits and are the product of two primes of half that length; the public exponent is
// 65537. Numbers are most significant byte first. Nothing here allocates. Branches and addresses depend only on
// sizes, which are public.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    // The number of messages in one call.
    mb_lanes = 8
};

// The features that the processor has and the system enables: CPUID leaf 7, EBX. 0 if the system does not save ZMM
// registers, and on other kinds of processors.
uint32_t mb_processor_features(void);

// Whether a processor with these features supports the functions below. They need AVX512F and AVX512IFMA.
bool mb_is_supported(uint32_t features);

// A modulus m, and a number derived from it that is as long. R = 2^(52 * limbs), where limbs is bits / 512 * 10.
typedef struct {
    const uint8_t *modulus;
    const uint8_t *entry; // R^2 mod m; for a prime, R^3 mod m
} mb_numbers;

// A prime factor of the modulus.
typedef struct {
    mb_numbers numbers;
    const uint8_t *exponent; // d mod (p - 1), as long as the prime
    const uint8_t *one;      // R mod p
} mb_factor;

// The caller provides memory for these: mb_…_size() bytes, aligned to 64. A private key and the scratch area contain
// secrets, so the caller must lock and wipe them.
typedef struct mb_public_key mb_public_key;
typedef struct mb_private_key mb_private_key;
typedef struct mb_scratch mb_scratch;

size_t mb_public_key_size(void);
size_t mb_private_key_size(void);
size_t mb_scratch_size(void);

// bits: 2048, 3072 or 4096; the modulus must have exactly this length.
void mb_public_key_set(mb_public_key *key, unsigned bits, const mb_numbers *numbers);

// bits: the length of the modulus. Both primes must have exactly half of it.
// coefficient: R / q mod p, as long as p.
void mb_private_key_set(mb_private_key *key, unsigned bits, const mb_factor *p, const mb_factor *q,
                        const uint8_t *coefficient);

// Makes eight signatures (RFC 8017 §5.2.1, with the CRT) and checks each with the public operation.
//
// messages: eight encoded messages less than the modulus, back to back, each as long as the modulus.
// signatures: eight signatures in the same form. If a signature does not verify, zeros are written instead.
// Returns one bit for each lane, the lowest for the first: whether its signature was written.
uint8_t mb_sign(const mb_private_key *key, const mb_public_key *public_key, mb_scratch *scratch,
                const uint8_t *messages, uint8_t *signatures);

// Applies the public operation (RFC 8017 §5.2.2) to eight signatures, in the form of mb_sign.
//
// keys: one for each lane, all of one size.
// Returns one bit for each lane: whether its signature is less than the modulus, as it must be.
uint8_t mb_open(const mb_public_key *const *keys, mb_scratch *scratch, const uint8_t *signatures, uint8_t *messages);

// For tests: x = x * y / R mod m, and x = x * x / R mod m, as mb_open computes them. x and y are limbs of 52 bits,
// the least significant first, each a row of eight lanes, aligned to 64 bytes. x * y must be at most (R - 3m) * R.
// The result is less than x * y / R + 3m and is not fully reduced.
void mb_test_multiply(const mb_public_key *key, mb_scratch *scratch, uint64_t *x, const uint64_t *y);
void mb_test_square(const mb_public_key *key, mb_scratch *scratch, uint64_t *x);

#endif
