#ifndef SIGNET_CURVES_H
#define SIGNET_CURVES_H

// Signatures with elliptic curves, up to 64 at a time, which share some of the work. There are two kernels: one for any
// processor, and one that computes eight at a time in the lanes of AVX-512 registers. mb_is_supported (multibuffer.h) says
// whether the processor supports the latter.
//
// Scalars, coordinates and the halves of signatures are as long as the curve's order, most significant byte first.
// Nothing here allocates. When signing, no branch and no address depends on secrets.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    // The maximum number of signatures in one call.
    mb_curve_group = 64
};

typedef enum { mb_portable, mb_ifma } mb_kernel;

typedef enum { mb_p256, mb_p384, mb_p521, mb_secp256k1, mb_ed25519 } mb_curve_id;

// In bytes.
typedef struct {
    size_t scalar;
    size_t digest;
    size_t nonce; // before its reduction
    // The number of signatures from which on the kernel is faster than libcrypto: `make engine CHECK=speed`.
    unsigned least_group;
    // The sizes of memory that the caller provides, aligned to 64.
    size_t curve, comb, key, scratch, work;
} mb_curve_sizes;

mb_curve_sizes mb_sizes(mb_kernel kernel, mb_curve_id id);

typedef struct mb_curve mb_curve;           // a curve's constants, and its base point's comb
typedef struct mb_comb mb_comb;             // multiples of a public key's point
typedef struct mb_ecdsa_key mb_ecdsa_key;   // a private key; the caller must lock and wipe it
typedef struct mb_curve_scratch mb_curve_scratch; // contains secrets; the caller must lock and wipe it
typedef struct mb_curve_work mb_curve_work; // for making curves and combs; contains no secrets

// The curve determines the kernel for all that follows.
void mb_curve_set(mb_kernel kernel, mb_curve_id id, mb_curve *curve, mb_curve_work *work);

// point: x and y, one after the other, which must be on the curve; for Ed25519, the encoding of RFC 8032 §5.1.2.
// Returns false if an encoded point is not on the curve.
bool mb_comb_set(const mb_curve *curve, mb_comb *comb, const uint8_t *point, mb_curve_work *work);

// Hashes any number of messages with SHA-512 (FIPS 180-4), each after its head.
//
// heads: of `head_size` bytes, a multiple of 8 up to 128, each `head_stride` bytes after the one before. They may be
//     secret.
// messages: one after the other. ends: where each of them ends.
// hashes: 64 bytes for each message.
void mb_sha512(const mb_curve *curve, unsigned count, const uint8_t *heads, size_t head_size, size_t head_stride,
               const uint8_t *messages, const size_t *ends, uint8_t *hashes);

// Makes nonces for ECDSA: HMAC-SHA-512 (RFC 2104), keyed with the private scalar, of random bytes, the digest and the
// number of the block, from 0. A nonce is at least 64 bits longer than the order, modulo which it is then reduced.
//
// Neither a repeating random generator nor a repeated message reveals the key. Nonces cannot be predicted without the
// scalar, even if the random bytes are known. Different digests get different nonces, even if the random bytes repeat.
//
// random: mb_random_size bytes for each digest.
// nonces: becomes a number of `nonce` bytes for each digest.
enum { mb_random_size = 32 };
void mb_ecdsa_nonces(const mb_curve *curve, const uint8_t *scalar, unsigned count, const uint8_t *random,
                     const uint8_t *digests, uint8_t *nonces);

// d: the private scalar, from 1 to n - 1.
// point: x and y of the public key, d times the base point.
// Returns whether the stored d belongs to the public key. Otherwise the processor made a mistake, and the key must not be
// used: signatures with it would reveal d. The computation has an exceptional case, in which this returns false too.
bool mb_ecdsa_key_set(const mb_curve *curve, mb_ecdsa_key *key, mb_curve_scratch *scratch,
                      const uint8_t *d, const uint8_t *point);

// Signs `count` digests, from 0 to 64.
//
// nonces: those of mb_ecdsa_nonces, which are reduced modulo n.
// signatures: r and s, one after the other, for each digest. If a signature fails the checks, zeros are written
//     instead.
// Returns one bit for each signature, the lowest for the first: whether it was written.
uint64_t mb_ecdsa_sign(const mb_curve *curve, const mb_ecdsa_key *key, mb_curve_scratch *scratch,
                       unsigned count, const uint8_t *nonces, const uint8_t *digests, uint8_t *signatures);

// Verifies `count` signatures, from 0 to 64.
//
// combs: the comb of each signature's public key.
// undecided: becomes one bit for each signature: whether an exceptional case occurred, so that its validity is
//     unknown.
// Returns one bit for each signature, the lowest for the first: whether it is valid.
uint64_t mb_ecdsa_verify(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count,
                         const mb_comb *const *combs, const uint8_t *digests, const uint8_t *signatures,
                         uint64_t *undecided);

// Ed25519 (RFC 8032 §5.1). The caller computes the hashes. Numbers are least significant byte first. The nonces r and
// the challenges h are hashes of 64 bytes, which are reduced modulo n here. The scratch area keeps r and R from one call
// to the next: commit, respond, check.
//
// The caller must check every signature before output. A message is always signed with the same nonce, so a wrong
// signature reveals the key.
typedef struct mb_ed25519_key mb_ed25519_key; // a private key; the caller must lock and wipe it

// a: the secret scalar, 32 bytes (§5.1.5, step 3).
// point: the public key, 32 bytes.
// Returns whether the stored a belongs to the public key; see mb_ecdsa_key_set.
bool mb_ed25519_key_set(const mb_curve *curve, mb_ed25519_key *key, mb_curve_scratch *scratch, const uint8_t *a,
                        const uint8_t *point);

// points: becomes R for each nonce, 32 bytes.
void mb_ed25519_commit(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count, const uint8_t *nonces,
                       uint8_t *points);

// scalars: becomes S for each challenge, 32 bytes.
void mb_ed25519_respond(const mb_curve *curve, const mb_ed25519_key *key, mb_curve_scratch *scratch, unsigned count,
                        const uint8_t *challenges, uint8_t *scalars);

// nonces, challenges: the same again, computed anew. The challenges are those of the signatures.
// signatures: R and S, 64 bytes each.
// Returns one bit for each signature, the lowest for the first: whether it is the right one.
uint64_t mb_ed25519_check(const mb_curve *curve, const mb_ed25519_key *key, mb_curve_scratch *scratch, unsigned count,
                          const uint8_t *nonces, const uint8_t *challenges, const uint8_t *signatures);

// signatures: R and S, 64 bytes each.
// Returns one bit for each signature, the lowest for the first: whether it is valid.
uint64_t mb_ed25519_verify(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count,
                           const mb_comb *const *combs, const uint8_t *challenges, const uint8_t *signatures);

// For tests: x = x * y / R, x = x * x / R, x = R² / x and x = x / R, modulo p, or modulo n if `in_n`. x and y are limbs,
// the least significant first, each a row of all lanes, aligned to 64 bytes. The results of the first two are less than
// x y / R + m, that of the last is less than m.
typedef enum { mb_multiply, mb_square, mb_invert, mb_least } mb_operation;

// radix_bits: the binary logarithm of R.
typedef struct {
    int lanes, limbs, limb_bits, radix_bits;
} mb_field_shape;

mb_field_shape mb_test_shape(const mb_curve *curve, bool in_n);
void mb_test_field(const mb_curve *curve, mb_operation operation, bool in_n, mb_curve_scratch *scratch, uint64_t *x,
                   const uint64_t *y);

#endif
