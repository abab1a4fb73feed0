// Checks a kernel with vectors that multibuffer-vectors wrote: multibuffer-check KERNEL < VECTORS
//
// It needs nothing but the engine and libc, so that it can be built for any processor.

#include "shared.h"

#include <stdbool.h>
#include <stdint.h>

enum { group = mb_curve_group, most_line = 2048, most_fields = 5, most_bytes = 132 };

typedef struct {
    const Curve *curve;
    mb_curve_sizes sizes;
    mb_curve *set;
    mb_curve_work *work;
    mb_curve_scratch *scratch;
    void *key;
} Engine;

// A line: what is to be done, the curve, and up to five numbers.
typedef struct {
    char operation[16];
    const Engine *engine;
    uint8_t field[most_fields][most_bytes];
    mb_comb *comb; // for verification
} Vector;

static long checked, failed;

static void expect(bool holds, const Vector *vector, const char *what) {
    checked++;
    if (holds) return;
    failed++;
    printf("%s %s: %s; it begins with %02x%02x%02x%02x\n", vector->operation, vector->engine->curve->name, what,
           vector->field[0][0], vector->field[0][1], vector->field[0][2], vector->field[0][3]);
}

static Engine make_engine(const Curve *curve, mb_kernel kernel) {
    Engine e = {.curve = curve, .sizes = mb_sizes(kernel, curve->id)};
    e.set = room(e.sizes.curve);
    e.work = room(e.sizes.work);
    e.scratch = room(e.sizes.scratch);
    e.key = room(e.sizes.key);
    mb_curve_set(kernel, curve->id, e.set, e.work);
    return e;
}

static int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static bool read_vector(Vector *vector, const Engine engines[curve_count]) {
    char line[most_line], name[16];
    int length = 0, more;
    if (!fgets(line, sizeof line, stdin)) return false;
    if (sscanf(line, "%15s %15s%n", vector->operation, name, &length) != 2)
        exit((fputs("multibuffer-check: not a vector\n", stderr), 2));
    for (int i = 0; i < curve_count; i++)
        if (strcmp(curves[i].name, name) == 0) vector->engine = &engines[i];
    char text[2 * most_bytes + 1];
    for (int i = 0; i < most_fields && sscanf(line + length, " %264[0-9a-f]%n", text, &more) == 1; i++, length += more)
        for (size_t b = 0; b < strlen(text) / 2; b++)
            vector->field[i][b] = (uint8_t)(digit(text[2 * b]) << 4 | digit(text[2 * b + 1]));
    return true;
}

// Signing: SCALAR POINT NONCE DIGEST SIGNATURE.

static bool load_key(const Vector *v) {
    const Engine *e = v->engine;
    if (e->curve->id != mb_ed25519) return mb_ecdsa_key_set(e->set, e->key, e->scratch, v->field[0], v->field[1]);
    return mb_ed25519_key_set(e->set, e->key, e->scratch, v->field[0], v->field[1]);
}

static uint64_t sign(const Engine *e, const Vector *vectors, unsigned count, uint8_t *signatures) {
    static uint8_t nonces[group * 80], digests[group * 64];
    const size_t nonce = e->sizes.nonce, digest = e->sizes.digest;
    for (unsigned i = 0; i < count; i++) {
        memcpy(nonces + i * nonce, vectors[i].field[2], nonce);
        memcpy(digests + i * digest, vectors[i].field[3], digest);
    }
    if (e->curve->id != mb_ed25519)
        return mb_ecdsa_sign(e->set, e->key, e->scratch, count, nonces, digests, signatures);
    uint8_t points[group * 32], scalars[group * 32];
    mb_ed25519_commit(e->set, e->scratch, count, nonces, points);
    mb_ed25519_respond(e->set, e->key, e->scratch, count, digests, scalars);
    for (unsigned i = 0; i < count; i++) {
        memcpy(signatures + 64 * i, points + 32 * i, 32);
        memcpy(signatures + 64 * i + 32, scalars + 32 * i, 32);
    }
    return mb_ed25519_check(e->set, e->key, e->scratch, count, nonces, digests, signatures);
}

static void check_signing(const Vector *vectors, unsigned count) {
    static uint8_t signatures[group * most_bytes], zeros[most_bytes];
    const Engine *e = vectors->engine;
    const size_t size = 2 * e->sizes.scalar;
    expect(load_key(vectors), vectors, "the key was refused");
    const uint64_t written = sign(e, vectors, count, signatures);
    const bool is_refused = strcmp(vectors->operation, "refuse") == 0;
    for (unsigned i = 0; i < count; i++) {
        expect((written >> i & 1) == !is_refused, &vectors[i], "written or not");
        const uint8_t *right = is_refused ? zeros : vectors[i].field[4];
        expect(memcmp(signatures + i * size, right, size) == 0, &vectors[i], "another signature");
    }
}

// Verification: POINT DIGEST SIGNATURE.

static void check_verification(const Vector *const *vectors, unsigned count) {
    static uint8_t digests[group * 64], signatures[group * most_bytes];
    const Engine *e = vectors[0]->engine;
    const size_t size = 2 * e->sizes.scalar, digest = e->sizes.digest;
    const mb_comb *combs[group];
    for (unsigned i = 0; i < count; i++) {
        memcpy(digests + i * digest, vectors[i]->field[1], digest);
        memcpy(signatures + i * size, vectors[i]->field[2], size);
        combs[i] = vectors[i]->comb;
    }
    uint64_t undecided = 0, valid;
    if (e->curve->id == mb_ed25519) valid = mb_ed25519_verify(e->set, e->scratch, count, combs, digests, signatures);
    else valid = mb_ecdsa_verify(e->set, e->scratch, count, combs, digests, signatures, &undecided);
    for (unsigned i = 0; i < count; i++) {
        const char *verdict = undecided >> i & 1 ? "undecided" : valid >> i & 1 ? "valid" : "invalid";
        expect(strcmp(verdict, vectors[i]->operation) == 0, vectors[i], verdict);
    }
}

static void check_verifications(Vector *vectors, unsigned count) {
    const Engine *e = vectors->engine;
    const size_t point = e->curve->id == mb_ed25519 ? 32 : 2 * e->sizes.scalar;
    const Vector *order[group];
    for (unsigned i = 0; i < count; i++) {
        // The comb of the key before, if it is the same.
        const bool is_new = i == 0 || memcmp(vectors[i].field[0], vectors[i - 1].field[0], point) != 0;
        vectors[i].comb = is_new ? room(e->sizes.comb) : vectors[i - 1].comb;
        if (is_new) expect(mb_comb_set(e->set, vectors[i].comb, vectors[i].field[0], e->work), &vectors[i], "no point");
    }
    // All in their order, in the opposite order, and each by itself.
    for (unsigned i = 0; i < count; i++) order[i] = &vectors[i];
    check_verification(order, count);
    for (unsigned i = 0; i < count; i++) order[i] = &vectors[count - 1 - i];
    check_verification(order, count);
    for (unsigned i = 0; i < count; i++) check_verification(&order[i], 1);
    for (unsigned i = count; i-- > 0;)
        if (i == 0 || vectors[i].comb != vectors[i - 1].comb) free(vectors[i].comb);
}

// SHA-512: SEED HASH. All beginnings of the seed, repeated, are hashed after its first 64 bytes; then all hashes.

static void check_hashes(const Vector *v) {
    enum { messages = 384, head = 64, hash = 64 };
    static uint8_t text[messages * messages], hashes[messages * hash];
    size_t ends[messages], end = 0;
    for (size_t i = 0; i < messages; i++) {
        for (size_t b = 0; b < i; b++) text[end + b] = v->field[0][b % seed_bytes];
        end += i;
        ends[i] = end;
    }
    const Engine *e = v->engine;
    mb_sha512(e->set, messages, v->field[0], head, 0, text, ends, hashes);
    const size_t all = sizeof hashes;
    uint8_t last[hash];
    mb_sha512(e->set, 1, NULL, 0, 0, hashes, &all, last);
    expect(memcmp(last, v->field[1], hash) == 0, v, "other hashes");
}

static bool is_signing(const Vector *v) { return strcmp(v->operation, "sign") == 0; }
static bool is_refusal(const Vector *v) { return strcmp(v->operation, "refuse") == 0; }

// Whether a vector can be in a group with the first one: signatures with one key, or verifications on one curve. A nonce
// that is refused spoils others.
static bool belongs(const Vector *first, const Vector *next) {
    if (is_refusal(first) || is_refusal(next) || is_signing(first) != is_signing(next)) return false;
    if (first->engine != next->engine) return false;
    return !is_signing(first) || memcmp(first->field[0], next->field[0], most_bytes) == 0;
}

int main(int count, char **arguments) {
    static Vector signing[group], verifying[group];
    const Kernel *kernel = NULL;
    for (int i = 0; i < kernel_count; i++)
        if (count == 2 && strcmp(arguments[1], kernels[i].name) == 0) kernel = &kernels[i];
    if (!kernel) return fputs("multibuffer-check: ifma or portable\n", stderr), 2;
    Engine engines[curve_count];
    for (int i = 0; i < curve_count; i++) engines[i] = make_engine(&curves[i], kernel->id);
    unsigned to_sign = 0, to_verify = 0;
    for (bool has_more = true; has_more;) {
        static Vector next;
        memset(&next, 0, sizeof next);
        has_more = read_vector(&next, engines);
        const bool signs = has_more && (is_signing(&next) || is_refusal(&next));
        if (to_sign > 0 && (!has_more || (signs && (to_sign == group || !belongs(signing, &next))))) {
            check_signing(signing, to_sign);
            to_sign = 0;
        }
        if (to_verify > 0 && (!has_more || (!signs && (to_verify == group || !belongs(verifying, &next))))) {
            check_verifications(verifying, to_verify);
            to_verify = 0;
        }
        if (!has_more) break;
        if (strcmp(next.operation, "hash") == 0) check_hashes(&next);
        else if (signs) signing[to_sign++] = next;
        else verifying[to_verify++] = next;
    }
    printf("%s: %ld checks, %ld failed\n", kernel->name, checked, failed);
    return checked == 0 || failed > 0;
}
