#ifndef SIGNET_COPENSSL_SHIM_H
#define SIGNET_COPENSSL_SHIM_H

// Hides everything that OpenSSL 3.0 has deprecated, so that a deprecated call does not compile.
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED

// Except the functions of SHA-2 that are not a provider's, which HMAC.swift calls.
#include <openssl/macros.h>
#undef OPENSSL_NO_DEPRECATED_3_0
#define OSSL_DEPRECATEDIN_3_0
#include <openssl/sha.h>
#undef OSSL_DEPRECATEDIN_3_0
#define OPENSSL_NO_DEPRECATED_3_0

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ct.h>
#include <openssl/decoder.h>
#include <openssl/ec.h>
#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/ocsp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/pkcs7.h>
#include <openssl/provider.h>
#include <openssl/proverr.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/store.h>
#include <openssl/ui.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// Wrappers for macros with arguments, casts and function-like names, which the importer does not see.

static inline long signet_BIO_mem_data(BIO *bio, char **data) { return BIO_get_mem_data(bio, data); }
static inline void signet_free(void *bytes) { OPENSSL_free(bytes); }
static inline void signet_clear_free(void *bytes, size_t count) { OPENSSL_clear_free(bytes, count); }
static const int signet_EVP_PKEY_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;
static const int signet_EVP_PKEY_KEYPAIR = EVP_PKEY_KEYPAIR;
static inline int signet_ERR_GET_LIB(unsigned long code) { return ERR_GET_LIB(code); }
static inline int signet_ERR_GET_REASON(unsigned long code) { return ERR_GET_REASON(code); }

// The state of SHA-256, SHA-384 or SHA-512, which is told by the length of the digest in bytes. Each returns 1.

typedef union {
    SHA256_CTX sha256;
    SHA512_CTX sha512;
} signet_SHA2_CTX;

static inline int signet_SHA2_Init(signet_SHA2_CTX *state, size_t length) {
    switch (length) {
    case SHA256_DIGEST_LENGTH: return SHA256_Init(&state->sha256);
    case SHA384_DIGEST_LENGTH: return SHA384_Init(&state->sha512);
    case SHA512_DIGEST_LENGTH: return SHA512_Init(&state->sha512);
    default: return 0;
    }
}
static inline int signet_SHA2_Update(
    signet_SHA2_CTX *state, size_t length, const unsigned char *bytes, size_t count) {
    return length == SHA256_DIGEST_LENGTH ? SHA256_Update(&state->sha256, bytes, count)
                                          : SHA512_Update(&state->sha512, bytes, count);
}
static inline int signet_SHA2_Final(signet_SHA2_CTX *state, size_t length, unsigned char *digest) {
    return length == SHA256_DIGEST_LENGTH ? SHA256_Final(digest, &state->sha256)
                                          : SHA512_Final(digest, &state->sha512);
}

// Macros with arguments that look into PKCS#7 structures.

static inline STACK_OF(X509) *signet_PKCS7_certificates(const PKCS7 *message) {
    return PKCS7_type_is_signed(message) && message->d.sign ? message->d.sign->cert : NULL;
}
static inline const ASN1_OBJECT *signet_PKCS7_type(const PKCS7 *message) { return message->type; }
static inline const ASN1_OCTET_STRING *signet_PKCS7_data(const PKCS7 *message) {
    return PKCS7_type_is_data(message) ? message->d.data : NULL;
}
static inline const PKCS7_ENC_CONTENT *signet_PKCS7_encrypted(const PKCS7 *message) {
    return PKCS7_type_is_encrypted(message) && message->d.encrypted ? message->d.encrypted->enc_data : NULL;
}

// The authSafe of a PFX, whose contents the MAC covers. OpenSSL's PKCS12 type does not expose it.
static inline PKCS7 *signet_PFX_authSafe(const unsigned char *pfx, long count) {
    STACK_OF(ASN1_TYPE) *members = d2i_ASN1_SEQUENCE_ANY(NULL, &pfx, count);
    const ASN1_TYPE *member = sk_ASN1_TYPE_value(members, 1);
    PKCS7 *found = NULL;
    if (member && member->type == V_ASN1_SEQUENCE) {
        const unsigned char *der = member->value.sequence->data;
        found = d2i_PKCS7(NULL, &der, member->value.sequence->length);
    }
    sk_ASN1_TYPE_pop_free(members, ASN1_TYPE_free);
    return found;
}

// The number of relative names in an encoded name. An X509_NAME lists attributes, so empty sets leave no trace in it.
static inline int signet_relative_name_count(const unsigned char *name, long count) {
    STACK_OF(ASN1_TYPE) *sets = d2i_ASN1_SEQUENCE_ANY(NULL, &name, count);
    int number = sk_ASN1_TYPE_num(sets);
    sk_ASN1_TYPE_pop_free(sets, ASN1_TYPE_free);
    return number;
}

// Memory of libcrypto that is wiped when it is released. Without memory the process ends, as it does when an array of
// Swift cannot grow: libcrypto's functions would fail as those do that found a malformed structure or a bad signature.

static inline void *signet_allocate(size_t size, const char *file, int line) {
    void *block = size ? malloc(size) : NULL;
    if (size && !block) abort();
    return block;
}
static inline void signet_release(void *block, const char *file, int line) {
    if (block) explicit_bzero(block, malloc_usable_size(block));
    free(block);
}
static inline void *signet_reallocate(void *block, size_t size, const char *file, int line) {
    size_t room = block ? malloc_usable_size(block) : 0;
    if (block && size && size <= room) return block;
    void *moved = signet_allocate(size, file, line);
    if (moved && block) memcpy(moved, block, room);
    signet_release(block, file, line);
    return moved;
}
static inline int signet_wipe_memory(void) {
    return CRYPTO_set_mem_functions(signet_allocate, signet_reallocate, signet_release);
}

#endif
