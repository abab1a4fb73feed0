#ifndef SIGNET_COPENSSL_SHIM_H
#define SIGNET_COPENSSL_SHIM_H

// Hides everything that OpenSSL 3.0 has deprecated, so that a deprecated call does not compile.
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED

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

// Macros define the types of stacks. These functions access the elements of a stack, and free it.

static inline int signet_X509_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *signet_X509_at(const STACK_OF(X509) *stack, int index) { return sk_X509_value(stack, index); }
static inline STACK_OF(X509) *signet_PKCS7_certificates(const PKCS7 *message) {
    return PKCS7_type_is_signed(message) && message->d.sign ? message->d.sign->cert : NULL;
}
static inline STACK_OF(X509) *signet_X509_stack(void) { return sk_X509_new_null(); }
static inline int signet_X509_push(STACK_OF(X509) *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate);
}
static inline void signet_X509_free_all(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }

// PKCS#12: a stack of ContentInfos (AuthenticatedSafe), each with a stack of bags (SafeContents).

static inline STACK_OF(PKCS7) *signet_PKCS7_stack(void) { return sk_PKCS7_new_null(); }
static inline int signet_PKCS7_push(STACK_OF(PKCS7) *stack, PKCS7 *message) { return sk_PKCS7_push(stack, message); }
static inline int signet_PKCS7_count(const STACK_OF(PKCS7) *stack) { return sk_PKCS7_num(stack); }
static inline PKCS7 *signet_PKCS7_at(const STACK_OF(PKCS7) *stack, int index) { return sk_PKCS7_value(stack, index); }
static inline void signet_PKCS7_free_all(STACK_OF(PKCS7) *stack) { sk_PKCS7_pop_free(stack, PKCS7_free); }
static inline const ASN1_OBJECT *signet_PKCS7_type(const PKCS7 *message) { return message->type; }
static inline const ASN1_OCTET_STRING *signet_PKCS7_data(const PKCS7 *message) {
    return PKCS7_type_is_data(message) ? message->d.data : NULL;
}
static inline const PKCS7_ENC_CONTENT *signet_PKCS7_encrypted(const PKCS7 *message) {
    return PKCS7_type_is_encrypted(message) && message->d.encrypted ? message->d.encrypted->enc_data : NULL;
}

static inline STACK_OF(PKCS12_SAFEBAG) *signet_bag_stack(void) { return sk_PKCS12_SAFEBAG_new_null(); }
static inline int signet_bag_push(STACK_OF(PKCS12_SAFEBAG) *stack, PKCS12_SAFEBAG *bag) {
    return sk_PKCS12_SAFEBAG_push(stack, bag);
}
static inline int signet_bag_count(const STACK_OF(PKCS12_SAFEBAG) *stack) { return sk_PKCS12_SAFEBAG_num(stack); }
static inline PKCS12_SAFEBAG *signet_bag_at(const STACK_OF(PKCS12_SAFEBAG) *stack, int index) {
    return sk_PKCS12_SAFEBAG_value(stack, index);
}
static inline void signet_bag_free_all(STACK_OF(PKCS12_SAFEBAG) *stack) {
    sk_PKCS12_SAFEBAG_pop_free(stack, PKCS12_SAFEBAG_free);
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

static inline int signet_GENERAL_NAMES_count(const GENERAL_NAMES *names) { return sk_GENERAL_NAME_num(names); }
static inline GENERAL_NAME *signet_GENERAL_NAMES_at(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index);
}
static inline int signet_GENERAL_NAMES_push(GENERAL_NAMES *names, GENERAL_NAME *name) {
    return sk_GENERAL_NAME_push(names, name);
}
static inline int signet_EXTENDED_KEY_USAGE_count(const EXTENDED_KEY_USAGE *usages) {
    return sk_ASN1_OBJECT_num(usages);
}
static inline ASN1_OBJECT *signet_EXTENDED_KEY_USAGE_at(const EXTENDED_KEY_USAGE *usages, int index) {
    return sk_ASN1_OBJECT_value(usages, index);
}
static inline int signet_EXTENDED_KEY_USAGE_push(EXTENDED_KEY_USAGE *usages, ASN1_OBJECT *usage) {
    return sk_ASN1_OBJECT_push(usages, usage);
}
static inline int signet_AUTHORITY_INFO_ACCESS_count(const AUTHORITY_INFO_ACCESS *places) {
    return sk_ACCESS_DESCRIPTION_num(places);
}
static inline ACCESS_DESCRIPTION *signet_AUTHORITY_INFO_ACCESS_at(const AUTHORITY_INFO_ACCESS *places, int index) {
    return sk_ACCESS_DESCRIPTION_value(places, index);
}
static inline int signet_CRL_DIST_POINTS_count(const CRL_DIST_POINTS *points) { return sk_DIST_POINT_num(points); }
static inline GENERAL_NAMES *signet_CRL_DIST_POINTS_names_at(const CRL_DIST_POINTS *points, int index) {
    const DIST_POINT *point = sk_DIST_POINT_value(points, index);
    return point && point->distpoint && point->distpoint->type == 0 ? point->distpoint->name.fullname : NULL;
}
static inline int signet_CRL_DIST_POINTS_lacks_place(const CRL_DIST_POINTS *points, int index) {
    return sk_DIST_POINT_value(points, index)->distpoint == NULL;
}
static inline int signet_CRL_DIST_POINTS_has_nameless(const CRL_DIST_POINTS *points) {
    for (int index = 0; index < sk_DIST_POINT_num(points); index++) {
        const DIST_POINT *point = sk_DIST_POINT_value(points, index);
        if (!point->distpoint && !point->CRLissuer) return 1;
    }
    return 0;
}
// The Baseline Requirements allow only points with full names that are complete lists of the issuer itself.
static inline int signet_CRL_DIST_POINTS_has_partial(const CRL_DIST_POINTS *points) {
    for (int index = 0; index < sk_DIST_POINT_num(points); index++) {
        const DIST_POINT *point = sk_DIST_POINT_value(points, index);
        if (!point->distpoint || point->distpoint->type != 0 || point->reasons || point->CRLissuer) return 1;
    }
    return 0;
}
static inline int signet_CERTIFICATEPOLICIES_count(const CERTIFICATEPOLICIES *policies) {
    return sk_POLICYINFO_num(policies);
}
static inline ASN1_OBJECT *signet_CERTIFICATEPOLICIES_at(const CERTIFICATEPOLICIES *policies, int index) {
    return sk_POLICYINFO_value(policies, index)->policyid;
}
// The qualifiers of RFC 5280 are the CPS pointer and the user notice.
static inline int signet_CERTIFICATEPOLICIES_has_unknown_qualifier(const CERTIFICATEPOLICIES *policies) {
    for (int index = 0; index < sk_POLICYINFO_num(policies); index++) {
        const STACK_OF(POLICYQUALINFO) *qualifiers = sk_POLICYINFO_value(policies, index)->qualifiers;
        for (int place = 0; place < sk_POLICYQUALINFO_num(qualifiers); place++) {
            int number = OBJ_obj2nid(sk_POLICYQUALINFO_value(qualifiers, place)->pqualid);
            if (number != NID_id_qt_cps && number != NID_id_qt_unotice) return 1;
        }
    }
    return 0;
}
static inline int signet_CERTIFICATEPOLICIES_qualifier_count(const CERTIFICATEPOLICIES *policies, int index) {
    return sk_POLICYQUALINFO_num(sk_POLICYINFO_value(policies, index)->qualifiers);
}
// NULL unless the qualifier is a CPS pointer.
static inline const ASN1_IA5STRING *signet_CERTIFICATEPOLICIES_cps_at(
    const CERTIFICATEPOLICIES *policies, int index, int place
) {
    const POLICYQUALINFO *qualifier = sk_POLICYQUALINFO_value(sk_POLICYINFO_value(policies, index)->qualifiers, place);
    return OBJ_obj2nid(qualifier->pqualid) == NID_id_qt_cps ? qualifier->d.cpsuri : NULL;
}
static inline int signet_AUTHORITY_INFO_ACCESS_push(AUTHORITY_INFO_ACCESS *places, ACCESS_DESCRIPTION *place) {
    return sk_ACCESS_DESCRIPTION_push(places, place);
}
static inline int signet_CRL_DIST_POINTS_push(CRL_DIST_POINTS *points, DIST_POINT *point) {
    return sk_DIST_POINT_push(points, point);
}
static inline int signet_CERTIFICATEPOLICIES_push(CERTIFICATEPOLICIES *policies, POLICYINFO *policy) {
    return sk_POLICYINFO_push(policies, policy);
}
static inline STACK_OF(GENERAL_SUBTREE) *signet_GENERAL_SUBTREES_new(void) { return sk_GENERAL_SUBTREE_new_null(); }
static inline int signet_GENERAL_SUBTREES_push(STACK_OF(GENERAL_SUBTREE) *subtrees, GENERAL_SUBTREE *subtree) {
    return sk_GENERAL_SUBTREE_push(subtrees, subtree);
}
static inline int signet_GENERAL_SUBTREES_count(const STACK_OF(GENERAL_SUBTREE) *subtrees) {
    return sk_GENERAL_SUBTREE_num(subtrees);
}
static inline int signet_X509_EXTENSIONS_count(const X509_EXTENSIONS *extensions) {
    return sk_X509_EXTENSION_num(extensions);
}
static inline X509_EXTENSION *signet_X509_EXTENSIONS_at(const X509_EXTENSIONS *extensions, int index) {
    return sk_X509_EXTENSION_value(extensions, index);
}
static inline X509_EXTENSIONS *signet_X509_EXTENSIONS_new(void) { return sk_X509_EXTENSION_new_null(); }
static inline int signet_X509_EXTENSIONS_push(X509_EXTENSIONS *extensions, X509_EXTENSION *extension) {
    return sk_X509_EXTENSION_push(extensions, extension);
}
static inline void signet_X509_EXTENSIONS_free(X509_EXTENSIONS *extensions) {
    sk_X509_EXTENSION_pop_free(extensions, X509_EXTENSION_free);
}

static inline GENERAL_SUBTREE *signet_GENERAL_SUBTREES_subtree_at(const STACK_OF(GENERAL_SUBTREE) *subtrees, int index) {
    return sk_GENERAL_SUBTREE_value(subtrees, index);
}
static inline int signet_SCT_count(const STACK_OF(SCT) *timestamps) { return sk_SCT_num(timestamps); }
static inline SCT *signet_SCT_at(const STACK_OF(SCT) *timestamps, int index) { return sk_SCT_value(timestamps, index); }
static inline int signet_X509_REVOKED_count(const STACK_OF(X509_REVOKED) *entries) { return sk_X509_REVOKED_num(entries); }
static inline X509_REVOKED *signet_X509_REVOKED_at(const STACK_OF(X509_REVOKED) *entries, int index) {
    return sk_X509_REVOKED_value(entries, index);
}
static inline STACK_OF(X509_CRL) *signet_X509_CRL_stack(void) { return sk_X509_CRL_new_null(); }
static inline int signet_X509_CRL_push(STACK_OF(X509_CRL) *stack, X509_CRL *list) { return sk_X509_CRL_push(stack, list); }
static inline void signet_X509_CRL_free_stack(STACK_OF(X509_CRL) *stack) { sk_X509_CRL_free(stack); }
static inline STACK_OF(ASN1_OBJECT) *signet_ASN1_OBJECT_stack(void) { return sk_ASN1_OBJECT_new_null(); }
static inline int signet_ASN1_OBJECT_push(STACK_OF(ASN1_OBJECT) *stack, ASN1_OBJECT *object) {
    return sk_ASN1_OBJECT_push(stack, object);
}
static inline void signet_ASN1_OBJECT_free_all(STACK_OF(ASN1_OBJECT) *stack) {
    sk_ASN1_OBJECT_pop_free(stack, ASN1_OBJECT_free);
}
static inline int signet_X509_POLICY_NODE_count(const STACK_OF(X509_POLICY_NODE) *nodes) {
    return sk_X509_POLICY_NODE_num(nodes);
}
static inline X509_POLICY_NODE *signet_X509_POLICY_NODE_at(const STACK_OF(X509_POLICY_NODE) *nodes, int index) {
    return sk_X509_POLICY_NODE_value(nodes, index);
}

// Memory of libcrypto that is wiped when it is released.

static inline void *signet_allocate(size_t size, const char *file, int line) { return size ? malloc(size) : NULL; }
static inline void signet_release(void *block, const char *file, int line) {
    if (block) explicit_bzero(block, malloc_usable_size(block));
    free(block);
}
static inline void *signet_reallocate(void *block, size_t size, const char *file, int line) {
    size_t room = block ? malloc_usable_size(block) : 0;
    if (block && size && size <= room) return block;
    // CRYPTO_malloc calls signet_allocate. OpenSSL 3.5 reports a lack of memory there, and nowhere else.
    void *moved = CRYPTO_malloc(size, file, line);
    if (size && !moved) return NULL;
    if (moved && block) memcpy(moved, block, room);
    signet_release(block, file, line);
    return moved;
}
static inline int signet_wipe_memory(void) {
    return CRYPTO_set_mem_functions(signet_allocate, signet_reallocate, signet_release);
}

#endif
