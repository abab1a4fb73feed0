#!/usr/bin/env bash
# What one call costs, from start to exit, beside the same work by openssl.
#
#   Benchmarks/start-up.sh [SIGNET]        RUNS=101 by default
#
# The commands take turns, in alternating order, so that whatever else the machine does meets all of them.
# `true` is what starting any program costs here; it is in every other number too.
set -euo pipefail
export LC_ALL=C

signet=$(command -v "${1:-signet}") || { echo "start-up: no ${1:-signet}: run make build" >&2; exit 1; }
signet=$(realpath "$signet")
openssl=$(command -v openssl) || { echo "start-up: no openssl: run make dependencies" >&2; exit 1; }
runs=${RUNS:-101}
[ -n "${EPOCHREALTIME:-}" ] || { echo "start-up: needs bash 5" >&2; exit 1; }
[ "$runs" -ge 31 ] || { echo "start-up: a median of fewer than 31 runs says little" >&2; exit 2; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# The prototype of the IMS documentation, with the header that it ought to have.
header=eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9
payload=eyJpc3MiOiI2M2Q5YTM4OS00ZGRjLTRkZjEtOGRkMS1hZjZhMTBjNzIyNmUiLCJzdWIiOiIxNCIsImp0aSI6IkJEOTg4QjJF\
LUIxNkEtNDlCOC04ODgyLTlCM0M5RDM1REQ4NCIsIm5iZiI6MTQ5NzU3NzM4MSwiZXhwIjoxNDk3NTc4MjgxfQ
printf %s "$header.$payload" >prototype
"$openssl" genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key.pem 2>/dev/null

signet_version() { "$signet" --version; }
openssl_version() { "$openssl" version; }
signet_sign() { "$signet" jwt sign --key key.pem --prototype --in prototype; }
openssl_sign() { "$openssl" dgst -sha256 -sign key.pem prototype; }
floor() { "$true"; }
true=$(type -P true)

# Both do the same work, or there is nothing to compare.
signature=$(openssl_sign | "$openssl" base64 -A | tr '+/' '-_' | tr -d '=')
[ "$(signet_sign)" = "$header.$payload.$signature" ] || {
    echo "start-up: signet and openssl made different signatures" >&2
    exit 1
}

measure() {
    local start=$EPOCHREALTIME
    "$1" >/dev/null
    local end=$EPOCHREALTIME
    echo "$1 $((${end/./} - ${start/./}))" >>times
}

commands=(floor signet_version openssl_version signet_sign openssl_sign)
for ((run = -3; run < runs; run++)); do
    # The first three warm the caches.
    [ "$run" -ne 0 ] || : >times
    for ((i = 0; i < ${#commands[@]}; i++)); do
        measure "${commands[run % 2 ? ${#commands[@]} - 1 - i : i]}"
    done
done

sort -k1,1 -k2,2n times | awk -v runs="$runs" '
    { time[$1, ++count[$1]] = $2 }
    function median(name,   n) {
        n = count[name]
        return (time[name, int((n + 1) / 2)] + time[name, int(n / 2) + 1]) / 2000
    }
    function compare(title, name,   ours, theirs) {
        ours = median("signet_" name)
        theirs = median("openssl_" name)
        printf "%-34s %7.2f ms %7.2f ms %7.2f\n", title, ours, theirs, ours / theirs
    }
    END {
        printf "%-34s %10s %10s %7s\n", "median of " runs " whole processes", "signet", "openssl", "ratio"
        compare("print the version", "version")
        compare("sign a prototype, RSA 2048", "sign")
        printf "%-34s %7.2f ms\n", "true, for scale", median("floor")
    }'
