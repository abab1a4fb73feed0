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

// The program behind `make faults` changes some of these results.
#ifndef RESULT
#define RESULT(x) (x)
#endif

#endif
