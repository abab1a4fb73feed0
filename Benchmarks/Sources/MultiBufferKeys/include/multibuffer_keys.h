#ifndef MULTIBUFFER_KEYS_H
#define MULTIBUFFER_KEYS_H

// New RSA keys for the multi-buffer engine, and for libcrypto beside it.

#include <multibuffer.h>
#include <openssl/evp.h>

typedef struct {
    int bits;
    EVP_PKEY *key;
    BIGNUM *n, *p, *q, *dp, *dq, *qi;
    mb_private_key *private_key;
    mb_public_key *public_key;
} MultiBufferKeys;

// Ends the program where libcrypto fails, as all of these do.
MultiBufferKeys make_keys(int bits);

// Memory aligned to 64 bytes.
void *room(size_t size);

// The pointer, which is not null.
void *must(void *pointer);

#endif
