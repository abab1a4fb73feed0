#ifndef RSA_KEYS_H
#define RSA_KEYS_H

// New RSA keys for the multi-buffer engine, and for libcrypto beside it.

#include "shared.h"

#include <multibuffer.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

typedef struct {
    int bits;
    EVP_PKEY *key;
    BIGNUM *n, *p, *q, *dp, *dq, *qi;
    mb_private_key *private_key;
    mb_public_key *public_key;
} MultiBufferKeys;

static inline BIGNUM *number(EVP_PKEY *key, const char *name) {
    BIGNUM *value = NULL;
    EVP_PKEY_get_bn_param(key, name, &value);
    return must(value);
}

static inline uint8_t *bytes(const BIGNUM *number, int size) {
    uint8_t *bytes = must(malloc((size_t)size));
    BN_bn2binpad(number, bytes, size);
    return bytes;
}

// The numbers of a modulus, as multibuffer.h describes them.
static inline mb_numbers numbers(const BIGNUM *m, int power, BN_CTX *context) {
    int size = BN_num_bytes(m), r_bits = size / 64 * 520;
    BIGNUM *x = must(BN_new());
    mb_numbers numbers = {.modulus = bytes(m, size)};
    BN_set_bit(x, power * r_bits);
    BN_mod(x, x, m, context);
    numbers.entry = bytes(x, size);
    BN_free(x);
    return numbers;
}

static inline mb_factor prime(const BIGNUM *p, const BIGNUM *exponent, BN_CTX *context) {
    mb_factor factor = {.numbers = numbers(p, 3, context), .exponent = bytes(exponent, BN_num_bytes(p))};
    factor.one = numbers(p, 1, context).entry;
    return factor;
}

// Ends the program if libcrypto fails.
static inline MultiBufferKeys make_keys(int bits) {
    MultiBufferKeys keys = {.bits = bits, .key = must(EVP_RSA_gen((unsigned)bits))};
    keys.n = number(keys.key, OSSL_PKEY_PARAM_RSA_N);
    keys.p = number(keys.key, OSSL_PKEY_PARAM_RSA_FACTOR1);
    keys.q = number(keys.key, OSSL_PKEY_PARAM_RSA_FACTOR2);
    keys.dp = number(keys.key, OSSL_PKEY_PARAM_RSA_EXPONENT1);
    keys.dq = number(keys.key, OSSL_PKEY_PARAM_RSA_EXPONENT2);
    keys.qi = number(keys.key, OSSL_PKEY_PARAM_RSA_COEFFICIENT1);

    BN_CTX *context = must(BN_CTX_new());
    keys.private_key = room(mb_private_key_size());
    keys.public_key = room(mb_public_key_size());
    mb_numbers of_n = numbers(keys.n, 2, context);
    mb_factor of_p = prime(keys.p, keys.dp, context), of_q = prime(keys.q, keys.dq, context);
    BIGNUM *r = must(BN_bin2bn(of_p.one, bits / 16, NULL));
    BN_mod_mul(r, r, keys.qi, keys.p, context);
    mb_public_key_set(keys.public_key, (unsigned)bits, &of_n);
    mb_private_key_set(keys.private_key, (unsigned)bits, &of_p, &of_q, bytes(r, bits / 16));

    BN_free(r);
    BN_CTX_free(context);
    return keys;
}

#endif
