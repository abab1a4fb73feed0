#include "kernel.h"

#include "inline.h"

// Overwrites the stack below, because compilers may have spilled secrets to it.
static __attribute__((noinline)) void clear_stack(void) {
    uint8_t below[16 << 10];
    memset(below, 0, sizeof below);
    __asm__ volatile("" : : "r"(below) : "memory");
}

static const mb_curve_functions *functions_of(mb_kernel kernel, mb_curve_id id) {
#if defined(__x86_64__)
    if (kernel == mb_ifma) return mb_ifma_curves[id];
#endif
    return mb_portable_curves[id];
}

mb_curve_sizes mb_sizes(mb_kernel kernel, mb_curve_id id) { return functions_of(kernel, id)->sizes; }

void mb_curve_set(mb_kernel kernel, mb_curve_id id, mb_curve *curve, mb_curve_work *work) {
    curve->functions = functions_of(kernel, id);
    curve->functions->set_curve(curve, work);
}

bool mb_comb_set(const mb_curve *curve, mb_comb *comb, const uint8_t *point, mb_curve_work *work) {
    return curve->functions->set_comb(comb, curve, point, work);
}

void mb_sha512(const mb_curve *curve, unsigned count, const uint8_t *heads, size_t head_size, size_t head_stride,
               const uint8_t *messages, const size_t *ends, uint8_t *hashes) {
    curve->functions->sha512(count, heads, head_size, head_stride, messages, ends, hashes);
    clear_stack();
}

// The key, with one pattern, is the head of the messages, and with another one that of their hashes (RFC 2104 §2).
static __attribute__((noinline, zero_call_used_regs("all"))) void
make_nonces(const mb_curve *curve, const uint8_t *scalar, unsigned count, const uint8_t *random, const uint8_t *digests,
            uint8_t *nonces) {
    enum { block = 128, hash = 64, most_digest = 64, most = 8 };
    const mb_curve_sizes *sizes = &curve->functions->sizes;
    const size_t size = mb_random_size + sizes->digest + 1;
    uint8_t inner[block], outer[block], messages[most * (mb_random_size + most_digest + 1)], hashes[most * hash], codes[most * hash];
    size_t ends[most], hash_ends[most];
    for (size_t i = 0; i < block; i++) {
        const uint8_t byte = i < sizes->scalar ? scalar[i] : 0;
        inner[i] = byte ^ 0x36;
        outer[i] = byte ^ 0x5C;
    }
    for (unsigned i = 0; i < most; i++) {
        ends[i] = (i + 1) * size;
        hash_ends[i] = (i + 1) * hash;
    }
    for (unsigned first = 0; first < count; first += most) {
        const unsigned some = count - first < most ? count - first : most;
        for (size_t start = 0; start < sizes->nonce; start += hash) {
            for (unsigned i = 0; i < some; i++) {
                uint8_t *message = messages + i * size;
                memcpy(message, random + (first + i) * mb_random_size, mb_random_size);
                memcpy(message + mb_random_size, digests + (first + i) * sizes->digest, sizes->digest);
                message[size - 1] = (uint8_t)(start / hash);
            }
            curve->functions->sha512(some, inner, block, 0, messages, ends, hashes);
            curve->functions->sha512(some, outer, block, 0, hashes, hash_ends, codes);
            const size_t left = sizes->nonce - start, words = (left < hash ? left : hash) / 8;
            for (unsigned i = 0; i < some; i++)
                copy_words(nonces + (first + i) * sizes->nonce + start, codes + i * hash, words);
        }
    }
}

void mb_ecdsa_nonces(const mb_curve *curve, const uint8_t *scalar, unsigned count, const uint8_t *random,
                     const uint8_t *digests, uint8_t *nonces) {
    make_nonces(curve, scalar, count, random, digests, nonces);
    clear_stack();
}

bool mb_ecdsa_key_set(const mb_curve *curve, mb_ecdsa_key *key, mb_curve_scratch *scratch, const uint8_t *d,
                      const uint8_t *point) {
    const bool is_right = curve->functions->ecdsa_set_key(key, curve, scratch, d, point);
    clear_stack();
    return is_right;
}

uint64_t mb_ecdsa_sign(const mb_curve *curve, const mb_ecdsa_key *key, mb_curve_scratch *scratch, unsigned count,
                       const uint8_t *nonces, const uint8_t *digests, uint8_t *signatures) {
    if (count == 0) return 0;
    const uint64_t written = curve->functions->ecdsa_sign(curve, key, scratch, count, nonces, digests, signatures);
    clear_stack();
    return written;
}

uint64_t mb_ecdsa_verify(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count, const mb_comb *const *combs,
                         const uint8_t *digests, const uint8_t *signatures, uint64_t *undecided) {
    *undecided = 0;
    if (count == 0) return 0;
    return curve->functions->ecdsa_verify(curve, scratch, count, combs, digests, signatures, undecided);
}

bool mb_ed25519_key_set(const mb_curve *curve, mb_ed25519_key *key, mb_curve_scratch *scratch, const uint8_t *a,
                        const uint8_t *point) {
    const bool is_right = curve->functions->ed25519_set_key(key, curve, scratch, a, point);
    clear_stack();
    return is_right;
}

void mb_ed25519_commit(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count, const uint8_t *nonces,
                       uint8_t *points) {
    if (count == 0) return;
    curve->functions->ed25519_commit(curve, scratch, count, nonces, points);
    clear_stack();
}

void mb_ed25519_respond(const mb_curve *curve, const mb_ed25519_key *key, mb_curve_scratch *scratch, unsigned count,
                        const uint8_t *challenges, uint8_t *scalars) {
    curve->functions->ed25519_respond(curve, key, scratch, count, challenges, scalars);
    clear_stack();
}

uint64_t mb_ed25519_check(const mb_curve *curve, const mb_ed25519_key *key, mb_curve_scratch *scratch, unsigned count,
                          const uint8_t *nonces, const uint8_t *challenges, const uint8_t *signatures) {
    if (count == 0) return 0;
    const uint64_t right =
        curve->functions->ed25519_check(curve, key, scratch, count, nonces, challenges, signatures);
    clear_stack();
    return right;
}

uint64_t mb_ed25519_verify(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count,
                           const mb_comb *const *combs, const uint8_t *challenges, const uint8_t *signatures) {
    if (count == 0) return 0;
    return curve->functions->ed25519_verify(curve, scratch, count, combs, challenges, signatures);
}

mb_field_shape mb_test_shape(const mb_curve *curve, bool in_n) {
    return curve->functions->shape(in_n);
}

void mb_test_field(const mb_curve *curve, mb_operation operation, bool in_n, mb_curve_scratch *scratch, uint64_t *x,
                   const uint64_t *y) {
    curve->functions->test(operation, in_n, scratch, x, y);
}
