#ifndef MAC_LOOP_H
#define MAC_LOOP_H

#include <stddef.h>
#include <stdint.h>

// Makes `rounds` HMAC-SHA-256 over the messages in turn, on each of `threads` threads, the way OpenSSL 3.0 does
// it fastest without going below its interface: one EVP_MAC_CTX a thread, initialised anew with a NULL key.
// The messages lie one behind the other, each of `length` bytes.
//
// Returns the seconds that it took from the first thread's start to the last one's end, or -1 when libcrypto or
// a thread failed.
double mac_loop(const uint8_t *key, size_t key_length, const uint8_t *messages, size_t length, size_t count,
                size_t rounds, unsigned threads);

#endif
