// Writes vectors for multibuffer-check, which libcrypto computes from random keys, nonces and digests:
// multibuffer-vectors [COUNT]
//
// For each curve there are COUNT signatures, and as many spoilt ones. Then come the cases that random numbers do not meet:
// a sum that is equal or opposite to the point to be added, at every window; the nonces for which that happens; and
// signatures whose r is x - n. Each line is an operation, a curve, and numbers in hexadecimal:
//
//     sign CURVE SCALAR POINT NONCE DIGEST SIGNATURE
//     refuse CURVE SCALAR POINT NONCE DIGEST            an exceptional nonce: nothing may be written
//     valid | invalid | undecided CURVE POINT DIGEST SIGNATURE
//     hash Ed25519 SEED HASH                            SHA-512 of messages of many sizes; check.c says of which
//
// For Ed25519, SCALAR is the secret scalar, and NONCE and DIGEST are the two hashes.

#include "shared.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <stdbool.h>
#include <stdint.h>

enum { window_bits = 6, most_windows = 87, most_size = 66, messages_per_key = 40 };

typedef struct {
    const char *name;
    EC_GROUP *group;
    const BIGNUM *n;
    BIGNUM *p;
    BN_CTX *context;
    // In bytes.
    int size, digest, nonce, windows;
} Group;

static void done(int status) {
    if (status != 1) exit((fputs("multibuffer-vectors: libcrypto failed\n", stderr), 2));
}

static void print_bytes(const uint8_t *bytes, size_t size) {
    putchar(' ');
    for (size_t i = 0; i < size; i++) printf("%02x", bytes[i]);
}

static void print_number(const BIGNUM *x, int size) {
    uint8_t bytes[80];
    done(BN_bn2binpad(x, bytes, size) == size);
    print_bytes(bytes, (size_t)size);
}

static void print_point(const Group *g, const EC_POINT *point) {
    uint8_t bytes[1 + 2 * most_size];
    done(EC_POINT_point2oct(g->group, point, POINT_CONVERSION_UNCOMPRESSED, bytes, sizeof bytes, g->context) ==
         1 + 2 * (size_t)g->size);
    print_bytes(bytes + 1, 2 * (size_t)g->size);
}

static void print_signature(const Group *g, const BIGNUM *r, const BIGNUM *s) {
    print_number(r, g->size);
    uint8_t bytes[most_size];
    BN_bn2binpad(s, bytes, g->size);
    for (int i = 0; i < g->size; i++) printf("%02x", bytes[i]);
    putchar('\n');
}

// x modulo n
static void x_of(const Group *g, BIGNUM *r, const EC_POINT *point) {
    done(EC_POINT_get_affine_coordinates(g->group, point, r, NULL, g->context));
    done(BN_nnmod(r, r, g->n, g->context));
}

static BIGNUM *random_scalar(const Group *g) {
    BIGNUM *x = must(BN_new());
    do done(BN_rand_range(x, g->n));
    while (BN_is_zero(x));
    return x;
}

// Signatures.

static void print_verdict(const Group *g, const char *verdict, const EC_POINT *point, const BIGNUM *z, const BIGNUM *r,
                          const BIGNUM *s) {
    printf("%s %s", verdict, g->name);
    print_point(g, point);
    print_number(z, g->digest);
    print_signature(g, r, s);
}

static void print_signatures(const Group *g, int count) {
    BIGNUM *k = must(BN_new()), *z = must(BN_new()), *r = must(BN_new()), *s = must(BN_new()), *d = NULL;
    EC_POINT *point = must(EC_POINT_new(g->group)), *sum = must(EC_POINT_new(g->group));
    for (int i = 0; i < count; i++) {
        uint8_t nonce[80], digest[64];
        if (i % messages_per_key == 0) {
            BN_free(d);
            d = random_scalar(g);
            done(EC_POINT_mul(g->group, point, d, NULL, NULL, g->context));
        }
        done(RAND_bytes(nonce, g->nonce));
        done(RAND_bytes(digest, g->digest));
        must(BN_bin2bn(nonce, g->nonce, k));
        must(BN_bin2bn(digest, g->digest, z));
        done(BN_nnmod(k, k, g->n, g->context));
        done(EC_POINT_mul(g->group, sum, k, NULL, NULL, g->context));
        x_of(g, r, sum);
        // s = (z + r d) / k
        done(BN_mod_mul(s, r, d, g->n, g->context));
        done(BN_mod_add(s, s, z, g->n, g->context));
        must(BN_mod_inverse(k, k, g->n, g->context));
        done(BN_mod_mul(s, s, k, g->n, g->context));
        printf("sign %s", g->name);
        print_number(d, g->size);
        print_point(g, point);
        print_bytes(nonce, (size_t)g->nonce);
        print_bytes(digest, (size_t)g->digest);
        print_signature(g, r, s);
        print_verdict(g, "valid", point, z, r, s);
        // One bit of the digest, of r or of s. A digest has no more bits than its size says.
        BIGNUM *changed = i % 3 == 0 ? z : i % 3 == 1 ? r : s;
        const int bit = (int)((nonce[0] << 8 | nonce[1]) % (8 * (i % 3 == 0 ? g->digest : g->size)));
        done(BN_is_bit_set(changed, bit) ? BN_clear_bit(changed, bit) : BN_set_bit(changed, bit));
        print_verdict(g, "invalid", point, z, r, s);
    }
    BN_free(k);
    BN_free(z);
    BN_free(r);
    BN_free(s);
    BN_free(d);
    EC_POINT_free(point);
    EC_POINT_free(sum);
}

// Exceptional cases.

// The digits of an odd number, as the engine takes them: from -63 to 63, and odd.
static void digits_of(const Group *g, const BIGNUM *odd, int digits[most_windows]) {
    BIGNUM *halved = must(BN_dup(odd));
    done(BN_rshift1(halved, halved));
    done(BN_set_bit(halved, window_bits * g->windows - 1));
    for (int i = 0; i < g->windows; i++) {
        int window = 0;
        for (int bit = 0; bit < window_bits; bit++) window |= BN_is_bit_set(halved, window_bits * i + bit) << bit;
        digits[i] = 2 * window + 1 - (1 << window_bits);
    }
    BN_free(halved);
}

// x = digit * 2^(6 window)
static void set_multiple(BIGNUM *x, int digit, int window) {
    done(BN_set_word(x, (BN_ULONG)abs(digit)));
    done(BN_lshift(x, x, window_bits * window));
    BN_set_negative(x, digit < 0);
}

// A valid signature during whose verification the sum, before the public key's window i is added, is that multiple or its
// opposite. u1 G + u2 Q is computed, in this order; an even u2 becomes n - u2, and then Q's multiples are subtracted.
// Returns whether the digest fits, which with P-521 is so for one in 500.
static bool print_exceptional(const Group *g, int window, bool is_opposite, bool is_even) {
    BIGNUM *u1 = must(BN_new()), *u2, *odd = must(BN_new()), *part = must(BN_new()), *next = must(BN_new());
    BIGNUM *d = random_scalar(g), *r = must(BN_new()), *s = must(BN_new()), *z = must(BN_new());
    EC_POINT *key = must(EC_POINT_new(g->group)), *sum = must(EC_POINT_new(g->group));
    int digits[most_windows];
    u2 = random_scalar(g);
    if (BN_is_odd(u2) == is_even) done(BN_sub(u2, g->n, u2));
    if (is_even) done(BN_sub(odd, g->n, u2));
    else must(BN_copy(odd, u2));
    digits_of(g, odd, digits);
    BN_zero(part);
    for (int i = 0; i < window; i++) {
        set_multiple(next, digits[i], i);
        done(BN_add(part, part, next));
    }
    set_multiple(next, digits[window], window);
    // u1 + part d = ± next d, and all signs are changed if Q's multiples are subtracted.
    if (is_opposite) BN_set_negative(next, !BN_is_negative(next));
    done(BN_sub(u1, next, part));
    if (is_even) BN_set_negative(u1, !BN_is_negative(u1));
    done(BN_nnmod(u1, u1, g->n, g->context));
    done(BN_mod_mul(u1, u1, d, g->n, g->context));
    done(EC_POINT_mul(g->group, key, d, NULL, NULL, g->context));
    done(EC_POINT_mul(g->group, sum, u1, key, u2, g->context));
    bool fits = !BN_is_zero(u1) && !EC_POINT_is_at_infinity(g->group, sum);
    if (fits) {
        x_of(g, r, sum);
        must(BN_mod_inverse(s, u2, g->n, g->context));
        done(BN_mod_mul(s, s, r, g->n, g->context));
        done(BN_mod_mul(z, u1, s, g->n, g->context));
        fits = BN_num_bytes(z) <= g->digest;
    }
    if (fits) print_verdict(g, "undecided", key, z, r, s);
    BIGNUM *numbers[] = {u1, u2, odd, part, next, d, r, s, z};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) BN_free(numbers[i]);
    EC_POINT_free(key);
    EC_POINT_free(sum);
    return fits;
}

// The nonces 2 T - n and their opposites, where T is a multiple for the highest window.
static void print_exceptional_nonces(const Group *g) {
    BIGNUM *k = must(BN_new()), *z = must(BN_new()), *d = random_scalar(g);
    EC_POINT *point = must(EC_POINT_new(g->group));
    done(EC_POINT_mul(g->group, point, d, NULL, NULL, g->context));
    for (int digit = 1; digit < 1 << window_bits; digit += 2) {
        int digits[most_windows];
        set_multiple(k, digit, g->windows - 1);
        done(BN_lshift1(k, k));
        done(BN_sub(k, k, g->n));
        if (BN_is_negative(k) || BN_cmp(k, g->n) >= 0) continue;
        digits_of(g, k, digits);
        if (digits[g->windows - 1] != digit) continue;
        for (int again = 0; again < 2; again++) {
            printf("refuse %s", g->name);
            print_number(d, g->size);
            print_point(g, point);
            print_number(k, g->nonce);
            done(BN_rand(z, 8 * g->digest, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY));
            print_number(z, g->digest);
            putchar('\n');
            done(BN_sub(k, g->n, k));
        }
    }
    BN_free(k);
    BN_free(z);
    BN_free(d);
    EC_POINT_free(point);
}

// Signatures for points whose x is n or a little more: r is x - n, and neither x nor r + 1 will do.
static void print_large_x(const Group *g) {
    BIGNUM *x = must(BN_dup(g->n)), *r = must(BN_new()), *s = must(BN_new()), *z = must(BN_new()), *u = must(BN_new());
    EC_POINT *point = must(EC_POINT_new(g->group)), *key = must(EC_POINT_new(g->group));
    for (int found = 0; found < 20;) {
        done(BN_add_word(x, 1));
        if (EC_POINT_set_compressed_coordinates(g->group, point, x, found & 1, g->context) != 1) continue;
        found++;
        done(BN_sub(r, x, g->n));
        BIGNUM *u2 = random_scalar(g), *inverse = must(BN_mod_inverse(NULL, u2, g->n, g->context));
        // s = r / u2, and Q = (R - u1 G) / u2, where u1 = z / s.
        done(BN_mod_mul(s, r, inverse, g->n, g->context));
        done(BN_rand(z, 8 * g->digest, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY));
        must(BN_mod_inverse(u, s, g->n, g->context));
        done(BN_mod_mul(u, u, z, g->n, g->context));
        done(BN_mod_mul(u, u, inverse, g->n, g->context));
        BN_set_negative(u, !BN_is_zero(u));
        done(BN_nnmod(u, u, g->n, g->context));
        done(EC_POINT_mul(g->group, key, u, point, inverse, g->context));
        print_verdict(g, "valid", key, z, r, s);
        print_verdict(g, "invalid", key, z, x, s);
        done(BN_add_word(r, 1));
        print_verdict(g, "invalid", key, z, r, s);
        BN_free(u2);
        BN_free(inverse);
    }
    BN_free(x);
    BN_free(r);
    BN_free(s);
    BN_free(z);
    BN_free(u);
    EC_POINT_free(point);
    EC_POINT_free(key);
}

static void print_curve(const Curve *curve, int count) {
    Group g = {.name = curve->name, .group = must(EC_GROUP_new_by_curve_name(curve->nid)), .p = must(BN_new()),
               .context = must(BN_CTX_new())};
    const mb_curve_sizes sizes = mb_sizes(mb_portable, curve->id);
    g.n = EC_GROUP_get0_order(g.group);
    g.size = (int)sizes.scalar;
    g.digest = (int)sizes.digest;
    g.nonce = (int)sizes.nonce;
    g.windows = (BN_num_bits(g.n) + window_bits - 1) / window_bits;
    print_signatures(&g, count);
    for (int window = 0; window < g.windows; window++)
        for (int kind = 0; kind < 4; kind++) {
            const bool is_opposite = kind & 1, is_even = kind & 2;
            // After the highest window nothing follows, so the sum would be neutral, which no signature is valid with.
            if (is_opposite && window == g.windows - 1) continue;
            while (!print_exceptional(&g, window, is_opposite, is_even)) {}
        }
    print_exceptional_nonces(&g);
    print_large_x(&g);
    EC_GROUP_free(g.group);
    BN_free(g.p);
    BN_CTX_free(g.context);
}

static void hash(uint8_t out[64], const uint8_t *a, const uint8_t *b, const uint8_t *c) {
    uint8_t bytes[96];
    memcpy(bytes, a, 32);
    memcpy(bytes + 32, b, 32);
    if (c) memcpy(bytes + 64, c, 32);
    SHA512(bytes, c ? 96 : 64, out);
}

static void print_edwards(const char *name, int count) {
    uint8_t seed[32], expanded[64], point[32];
    EVP_PKEY *key = NULL;
    for (int i = 0; i < count; i++) {
        uint8_t message[32], nonce[64], challenge[64], signature[64];
        size_t size = sizeof point, signature_size = sizeof signature;
        if (i % messages_per_key == 0) {
            EVP_PKEY_free(key);
            done(RAND_bytes(seed, sizeof seed));
            key = must(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, sizeof seed));
            done(EVP_PKEY_get_raw_public_key(key, point, &size));
            SHA512(seed, sizeof seed, expanded);
            expanded[0] &= 0xF8;
            expanded[31] = (expanded[31] & 0x7F) | 0x40;
        }
        done(RAND_bytes(message, sizeof message));
        EVP_MD_CTX *context = must(EVP_MD_CTX_new());
        done(EVP_DigestSignInit(context, NULL, NULL, NULL, key));
        done(EVP_DigestSign(context, signature, &signature_size, message, sizeof message));
        EVP_MD_CTX_free(context);
        hash(nonce, expanded + 32, message, NULL);
        hash(challenge, signature, point, message);
        printf("sign %s", name);
        print_bytes(expanded, 32);
        print_bytes(point, sizeof point);
        print_bytes(nonce, sizeof nonce);
        print_bytes(challenge, sizeof challenge);
        print_bytes(signature, sizeof signature);
        printf("\nvalid %s", name);
        print_bytes(point, sizeof point);
        print_bytes(challenge, sizeof challenge);
        print_bytes(signature, sizeof signature);
        printf("\ninvalid %s", name);
        signature[nonce[0] % 64] ^= (uint8_t)(1 << nonce[1] % 8);
        print_bytes(point, sizeof point);
        print_bytes(challenge, sizeof challenge);
        print_bytes(signature, sizeof signature);
        putchar('\n');
    }
    EVP_PKEY_free(key);
}

static void print_hashes(void) {
    enum { messages = 384, head = 64, hash = 64 };
    uint8_t seed[seed_bytes], message[head + messages], hashes[messages * hash], last[hash];
    done(RAND_bytes(seed, sizeof seed));
    memcpy(message, seed, head);
    for (size_t i = 0; i < messages; i++) {
        SHA512(message, head + i, hashes + i * hash);
        message[head + i] = seed[i % seed_bytes];
    }
    SHA512(hashes, sizeof hashes, last);
    printf("hash Ed25519");
    print_bytes(seed, sizeof seed);
    print_bytes(last, sizeof last);
    putchar('\n');
}

int main(int count, char **arguments) {
    const int signatures = count > 1 ? atoi(arguments[1]) : 200;
    for (int i = 0; i < curve_count; i++) {
        if (curves[i].id == mb_ed25519) print_edwards(curves[i].name, signatures);
        else print_curve(&curves[i], signatures);
    }
    print_hashes();
    return fflush(stdout) == 0 ? 0 : 1;
}
