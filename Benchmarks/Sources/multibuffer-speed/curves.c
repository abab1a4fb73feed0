// The engine's curves beside libcrypto: groups of 32 under one key, of eight, and 32 tokens of three keys in turn.

#include "measure.h"

#include <curves.h>
#include <multibuffer_keys.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/obj_mac.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { group = mb_curve_group, key_count = 3, most_rounds = 101 };

typedef struct {
    const char *name;
    mb_curve_id id;
    int nid;
} Curve;

static const Curve curves[] = {
    {"P-256", mb_p256, NID_X9_62_prime256v1},
    {"P-384", mb_p384, NID_secp384r1},
    {"P-521", mb_p521, NID_secp521r1},
    {"secp256k1", mb_secp256k1, NID_secp256k1},
};

typedef struct {
    const Curve *curve;
    mb_curve_sizes sizes;
    mb_curve *set;
    mb_curve_work *work;
    mb_curve_scratch *scratch;
    mb_ecdsa_key *key;
    const mb_comb *one[group], *several[group];
    EC_KEY *keys[key_count];
    ECDSA_SIG *signature;
    uint8_t nonces[group * 80], digests[group * 64], signatures[group * 132], point[1 + 132];
} Work;

typedef enum { openssl_sign, sign_32, sign_8, openssl_verify, verify_32, verify_keys, kinds } Kind;

static const char *const names[kinds] = {"sign,   libcrypto",   "sign,   groups of 32", "sign,   groups of 8",
                                         "verify, libcrypto",   "verify, one key",      "verify, three keys"};

static void prepare(Work *w, const Curve *curve) {
    w->curve = curve;
    w->sizes = mb_sizes(curve->id);
    w->set = room(w->sizes.curve);
    w->work = room(w->sizes.work);
    w->scratch = room(w->sizes.scratch);
    w->key = room(w->sizes.key);
    mb_curve_set(curve->id, w->set, w->work);
    mb_comb *combs[key_count];
    for (int k = 0; k < key_count; k++) {
        w->keys[k] = must(EC_KEY_new_by_curve_name(curve->nid));
        EC_KEY_generate_key(w->keys[k]);
        EC_POINT_point2oct(EC_KEY_get0_group(w->keys[k]), EC_KEY_get0_public_key(w->keys[k]),
                           POINT_CONVERSION_UNCOMPRESSED, w->point, sizeof w->point, NULL);
        combs[k] = room(w->sizes.comb);
        mb_comb_set(curve->id, w->set, combs[k], w->point + 1, w->work);
    }
    uint8_t scalar[66];
    BN_bn2binpad(EC_KEY_get0_private_key(w->keys[0]), scalar, (int)w->sizes.scalar);
    mb_ecdsa_key_set(curve->id, w->set, w->key, scalar);
    RAND_bytes(w->nonces, sizeof w->nonces);
    RAND_bytes(w->digests, sizeof w->digests);
    for (int i = 0; i < group; i++) w->one[i] = combs[0], w->several[i] = combs[i % key_count];
    w->signature = must(ECDSA_do_sign(w->digests, (int)w->sizes.digest, w->keys[0]));
    mb_ecdsa_sign(curve->id, w->set, w->key, w->scratch, group, w->nonces, w->digests, w->signatures);
}

// How many signatures it did; 0 where they are wrong.
static int once(Kind kind, Work *w) {
    const mb_curve_id id = w->curve->id;
    static uint8_t out[group * 132];
    uint32_t undecided;
    switch (kind) {
    case openssl_sign:
        ECDSA_SIG_free(must(ECDSA_do_sign(w->digests, (int)w->sizes.digest, w->keys[0])));
        return 1;
    case sign_32:
        return mb_ecdsa_sign(id, w->set, w->key, w->scratch, group, w->nonces, w->digests, out) == ~0u ? group : 0;
    case sign_8: return mb_ecdsa_sign(id, w->set, w->key, w->scratch, 8, w->nonces, w->digests, out) == 0xFF ? 8 : 0;
    case openssl_verify:
        return ECDSA_do_verify(w->digests, (int)w->sizes.digest, w->signature, w->keys[0]) == 1;
    case verify_32:
        return mb_ecdsa_verify(id, w->set, w->scratch, group, w->one, w->digests, w->signatures, &undecided) == ~0u
                   ? group : 0;
    case verify_keys: // two thirds of them are other keys'
        return mb_ecdsa_verify(id, w->set, w->scratch, group, w->several, w->digests, w->signatures, &undecided) ==
                       0x49249249 ? group : 0;
    default: return 0;
    }
}

void measure_curves(int rounds, double (*now)(void), double (*median)(double *, int)) {
    for (size_t c = 0; c < sizeof curves / sizeof *curves; c++) {
        static Work work;
        static double figures[kinds][most_rounds], ratios[kinds][most_rounds];
        prepare(&work, &curves[c]);
        for (int round = 0; round < rounds; round++)
            for (Kind kind = 0; kind < kinds; kind++) {
                double start = now(), end;
                long done = 0;
                do {
                    int more = once(kind, &work);
                    if (!more) exit((fprintf(stderr, "multibuffer-speed: %s is wrong\n", names[kind]), 1));
                    done += more;
                    end = now();
                } while (end - start < 0.2);
                figures[kind][round] = (double)done / (end - start);
                ratios[kind][round] = figures[kind][round] / figures[kind / 3 * 3][round];
            }
        for (Kind kind = 0; kind < kinds; kind++)
            printf("%s %-20s %9.0f/s %6.2f\n", curves[c].name, names[kind], median(figures[kind], rounds),
                   median(ratios[kind], rounds));
        double start = now();
        mb_comb_set(curves[c].id, work.set, (mb_comb *)work.several[1], work.point + 1, work.work);
        printf("%s a key's comb: %.0f microseconds\n", curves[c].name, (now() - start) * 1e6);
    }
}
