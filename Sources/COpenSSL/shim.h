#ifndef SIGNET_COPENSSL_SHIM_H
#define SIGNET_COPENSSL_SHIM_H

// Hides whatever OpenSSL 3.0 has deprecated, so that a deprecated call does not compile.
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/decoder.h>
#include <openssl/ec.h>
#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
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

// Macros with arguments, casts and function-like names that the importer does not see.

static inline long signet_BIO_mem_data(BIO *bio, char **data) { return BIO_get_mem_data(bio, data); }
static const unsigned long signet_XN_FLAG_RFC2253 = XN_FLAG_RFC2253;
static inline void signet_free(void *bytes) { OPENSSL_free(bytes); }
static inline void signet_clear_free(void *bytes, size_t count) { OPENSSL_clear_free(bytes, count); }
static const int signet_EVP_PKEY_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;
static const int signet_EVP_PKEY_KEYPAIR = EVP_PKEY_KEYPAIR;
static inline int signet_ERR_GET_LIB(unsigned long code) { return ERR_GET_LIB(code); }
static inline int signet_ERR_GET_REASON(unsigned long code) { return ERR_GET_REASON(code); }

// Stacks are typed by macros; these hand out what a stack holds, and free it.

static inline int signet_X509_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *signet_X509_at(const STACK_OF(X509) *stack, int index) { return sk_X509_value(stack, index); }
static inline STACK_OF(X509) *signet_PKCS7_certificates(const PKCS7 *message) {
    return PKCS7_type_is_signed(message) && message->d.sign ? message->d.sign->cert : NULL;
}

#endif
