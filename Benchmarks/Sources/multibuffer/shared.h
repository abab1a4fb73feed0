#ifndef SHARED_H
#define SHARED_H

// What the programs share: the curves, the kernels, and memory.

#include <curves.h>
#include <openssl/obj_mac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    mb_curve_id id;
    // Of libcrypto's group; 0 for Ed25519, which is none.
    int nid;
} Curve;

enum { curve_count = 5 };

// Of a vector for SHA-512.
enum { seed_bytes = 128 };

static const Curve curves[curve_count] = {
    {"P-256", mb_p256, NID_X9_62_prime256v1}, {"P-384", mb_p384, NID_secp384r1},
    {"P-521", mb_p521, NID_secp521r1}, {"secp256k1", mb_secp256k1, NID_secp256k1}, {"Ed25519", mb_ed25519, 0},
};

// The pointer, which is not null.
static inline void *must(void *pointer) {
    if (!pointer) exit((fputs("out of memory, or libcrypto failed\n", stderr), 2));
    return pointer;
}

typedef struct {
    mb_kernel id;
    const char *name;
} Kernel;

enum { kernel_count = 2 };

static const Kernel kernels[kernel_count] = {{mb_ifma, "ifma"}, {mb_portable, "portable"}};

// Memory of zeros, aligned to 64 bytes.
static inline void *room(size_t size) {
    return memset(must(aligned_alloc(64, (size + 63) / 64 * 64)), 0, size);
}

#endif
