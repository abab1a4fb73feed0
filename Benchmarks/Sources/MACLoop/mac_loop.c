#include "mac_loop.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    pthread_t thread;
    const uint8_t *key, *messages;
    size_t key_length, length, count, rounds;
    int failed;
} Loop;

static int make_macs(EVP_MAC_CTX *context, const Loop *loop) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, "SHA256", 0),
        OSSL_PARAM_construct_end(),
    };
    if (!EVP_MAC_init(context, loop->key, loop->key_length, parameters)) return 0;
    uint8_t mac[EVP_MAX_MD_SIZE];
    size_t size;
    for (size_t round = 0; round < loop->rounds; round++) {
        const uint8_t *message = loop->messages + round % loop->count * loop->length;
        if (!EVP_MAC_init(context, NULL, 0, NULL) || !EVP_MAC_update(context, message, loop->length) ||
            !EVP_MAC_final(context, mac, &size, sizeof mac))
            return 0;
    }
    return 1;
}

static void *run(void *argument) {
    Loop *loop = argument;
    EVP_MAC *algorithm = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = algorithm ? EVP_MAC_CTX_new(algorithm) : NULL;
    loop->failed = !context || !make_macs(context, loop);
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(algorithm);
    return NULL;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double mac_loop(const uint8_t *key, size_t key_length, const uint8_t *messages, size_t length, size_t count,
                size_t rounds, unsigned threads) {
    Loop *loops = calloc(threads, sizeof *loops);
    if (!loops) return -1;
    double start = now();
    unsigned started = 0;
    while (started < threads) {
        Loop *loop = &loops[started];
        *loop = (Loop){.key = key, .messages = messages, .key_length = key_length, .length = length,
                       .count = count, .rounds = rounds};
        if (pthread_create(&loop->thread, NULL, run, loop) != 0) break;
        started++;
    }
    int failed = started < threads;
    for (unsigned i = 0; i < started; i++) {
        pthread_join(loops[i].thread, NULL);
        failed |= loops[i].failed;
    }
    double seconds = now() - start;
    free(loops);
    return failed ? -1 : seconds;
}
