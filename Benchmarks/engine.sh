#!/usr/bin/env bash
# The measurements and checks of the multi-buffer engine that take too long for every day, described in
# Sources/CMultiBuffer/README.md. Started by `make engine CHECK=speed`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

swift=${SWIFT:-swift}
programs=.build/bench/release

build() {
    for product; do
        "$swift" build -c release --package-path Benchmarks --scratch-path .build/bench --product "multibuffer-$product"
    done
}

# Compares the engine with libcrypto on one processor, in one process. CRYPTO_MB=/path/to/libcrypto_mb.so compares it
# with Intel's library too (in PyPI as ipp-crypto, with intel-cmplr-lib-rt).
speed() {
    build speed
    $programs/multibuffer-speed 7 ${CRYPTO_MB:+"$CRYPTO_MB"}
}

# Compares the results with libcrypto's: KEYS keys of each size, with 104 messages each; half an hour. For curves, KEYS
# times a hundred signatures are made and verified. Then KEYS vectors for each curve and all exceptional cases are tried,
# also with the machine code for arm64, which Debian's qemu-user and gcc-aarch64-linux-gnu are needed for.
prove() {
    local keys=${KEYS:-1000} vectors=.build/bench/vectors arm64=.build/bench/multibuffer-check-arm64
    build vectors check
    $programs/multibuffer-vectors "$keys" > $vectors
    $programs/multibuffer-check portable < $vectors
    ! grep -qs avx512ifma /proc/cpuinfo || $programs/multibuffer-check ifma < $vectors
    aarch64-linux-gnu-gcc -static -O2 -Wall -Wextra -Wno-unused-parameter -Werror -ISources/CMultiBuffer/include \
        Benchmarks/Sources/multibuffer/check.c Sources/CMultiBuffer/*.c -o $arm64
    qemu-aarch64 $arm64 portable < $vectors
    SIGNET_PROVE=$keys "$swift" test --disable-xctest --filter ProofTests
}

# Checks that the time does not leak secrets: TIMES measurements for each pair of classes with RSA-2048, fewer for longer
# keys; ten minutes on a quiet machine.
timing() {
    SIGNET_TIMING=${TIMES:-50000} "$swift" test --disable-xctest --filter TimingTests
}

# Checks that the instructions do not depend on secrets; minutes.
trace() {
    build trace
    $programs/multibuffer-trace 2048
    for kernel in ifma portable; do
        for curve in P-256 P-384 P-521 secp256k1 Ed25519; do $programs/multibuffer-trace $curve $kernel; done
    done
}

# Injects FAULTS faults into signatures on each curve, and checks that none is returned; minutes.
faults() {
    build faults faults-portable
    for program in faults faults-portable; do $programs/multibuffer-$program "${FAULTS:-20000}"; done
}

# Lists the source lines that are conditional branches in the machine code, each of which must depend only on sizes. The
# code for arm64 is that of the same compiler, with the headers of Debian's libc6-dev-arm64-cross.
branches() {
    "$swift" build --target CMultiBuffer >&2
    for kernel in portable curves; do
        clang --target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include -g -O2 -ISources/CMultiBuffer/include \
            -c Sources/CMultiBuffer/$kernel.c -o .build/$kernel-arm64.o
    done
    for code in .build/debug/CMultiBuffer.build/*.c.o .build/*-arm64.o; do
        echo "${code##*/}"
        llvm-objdump -d -l --no-show-raw-insn "$code" | awk '
            /^; .*:[0-9]+$/ { line = $2; next }
            /[ \t](j[a-z]+|b\.[a-z]+|cbn?z|tbn?z)[ \t]/ && !/[ \t]jmp/ { sub(".*/", "", line); times[line]++ }
            END { for (line in times) print line, times[line] }' | sort -V | while read -r place times; do
            file=Sources/CMultiBuffer/${place%:*}
            test -f "$file" || continue
            printf '%s (%s times): %s\n' "$place" "$times" "$(sed -n "${place#*:}p" "$file" | sed 's/^ *//')"
        done
    done
}

case ${1-} in
speed | prove | timing | trace | faults | branches) "$1" ;;
*)
    echo 'engine: CHECK must be speed, prove, timing, trace, faults or branches' >&2
    exit 1
    ;;
esac
