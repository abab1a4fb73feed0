// What lanes.h and word.h share.

#ifndef SIGNET_INLINE_H
#define SIGNET_INLINE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
// Keeps a loop over lanes, bytes or words from being vectorized, because the compiler would use gather instructions.
#define PLAIN _Pragma("clang loop vectorize(disable)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#define PLAIN
#endif

#define NOINLINE __attribute__((noinline)) TARGET

// For functions that leave secrets behind: when they return, all registers that a callee may change are zero.
#define LEAVES_NOTHING NOINLINE __attribute__((zero_call_used_regs("all")))

// Copies words that are secret. The C library's memcpy would leave them in registers that nothing clears.
static inline void copy_words(uint8_t *to, const uint8_t *from, size_t words) {
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, from + 8 * i, 8);
        __asm__("" : "+r"(word)); // so that the compiler does not call memcpy for this loop
        memcpy(to + 8 * i, &word, 8);
    }
}

// The program behind `make engine CHECK=faults` changes some of these results.
#ifndef RESULT
#define RESULT(x) (x)
#endif

#endif
