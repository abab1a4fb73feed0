// The functions of a kernel for one curve; include/curves.h describes them. Those for the other kind of curve are NULL.

#ifndef SIGNET_KERNEL_H
#define SIGNET_KERNEL_H

#include "curves.h"

typedef struct {
    mb_curve_sizes sizes;
    void (*sha512)(unsigned count, const uint8_t *heads, size_t head_size, size_t head_stride, const uint8_t *messages,
                   const size_t *ends, uint8_t *hashes);
    void (*set_curve)(mb_curve *curve, mb_curve_work *work);
    bool (*set_comb)(mb_comb *comb, const mb_curve *curve, const uint8_t *point, mb_curve_work *work);
    mb_field_shape (*shape)(bool in_n);
    void (*test)(mb_operation operation, bool in_n, mb_curve_scratch *scratch, uint64_t *x, const uint64_t *y);

    bool (*ecdsa_set_key)(mb_ecdsa_key *key, const mb_curve *curve, mb_curve_scratch *scratch, const uint8_t *d,
                          const uint8_t *point);
    uint64_t (*ecdsa_sign)(const mb_curve *curve, const mb_ecdsa_key *key, mb_curve_scratch *scratch, unsigned count,
                           const uint8_t *nonces, const uint8_t *digests, uint8_t *signatures);
    uint64_t (*ecdsa_verify)(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count,
                             const mb_comb *const *combs, const uint8_t *digests, const uint8_t *signatures,
                             uint64_t *undecided);

    bool (*ed25519_set_key)(mb_ed25519_key *key, const mb_curve *curve, mb_curve_scratch *scratch, const uint8_t *a,
                            const uint8_t *point);
    void (*ed25519_commit)(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count, const uint8_t *nonces,
                           uint8_t *points);
    void (*ed25519_respond)(const mb_curve *curve, const mb_ed25519_key *key, mb_curve_scratch *scratch, unsigned count,
                            const uint8_t *challenges, uint8_t *scalars);
    uint64_t (*ed25519_check)(const mb_curve *curve, const mb_ed25519_key *key, mb_curve_scratch *scratch,
                              unsigned count, const uint8_t *nonces, const uint8_t *challenges,
                              const uint8_t *signatures);
    uint64_t (*ed25519_verify)(const mb_curve *curve, mb_curve_scratch *scratch, unsigned count,
                               const mb_comb *const *combs, const uint8_t *challenges, const uint8_t *signatures);
} mb_curve_functions;

// The beginning of every curve.
struct mb_curve {
    const mb_curve_functions *functions;
};

// By mb_curve_id.
extern const mb_curve_functions *const mb_portable_curves[], *const mb_ifma_curves[];

#endif
