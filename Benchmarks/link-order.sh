#!/usr/bin/env bash
# Writes the functions that common commands call to a file, those of every start first; the Makefile says what for.
# Started by `make link-order`, with a binary that still contains the names of its functions. Needs valgrind.
set -euo pipefail

binary=$(realpath "$1") order=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Runs signet, and appends the names of the functions that it called for the first time to `calls`.
traced() {
    valgrind --quiet --tool=callgrind --demangle=no --callgrind-out-file=callgrind.out "$binary" "$@"
    sed -En "s/^c?fn=\([0-9]+\) ([A-Za-z_\$][^']*).*/\1/p" callgrind.out >> calls
}

head -c 32 /dev/urandom > secret
claims='{"iss":"https://issuer.example","sub":"user-1","aud":"https://api.example","iat":1760000000,"exp":4102444800,"scope":"read write"}'
encoded() { printf %s "$1" | basenc --base64url --wrap=0 | tr -d =; }
echo "$(encoded '{"alg":"RS256","typ":"JWT"}').$(encoded "$claims")" > prototype
for _ in {1..200}; do echo "$claims"; done > claims.ndjson

{
    traced --version
    traced keygen --type rsa --out rsa.pem --public-out rsa.pub
    traced jwt sign --key rsa.pem --prototype --in prototype
    traced jwt sign --key rsa.pem --iss https://issuer.example --sub user-1 --aud https://api.example --exp 1h > token
    traced jwt verify --key rsa.pub --in token
    traced jwt sign --batch --key secret --key-format raw < claims.ndjson > tokens
    traced jwt verify --batch --at @1760000000 --key secret --key-format raw --alg HS256 < tokens
    traced keygen --type ec --out ec.pem --public-out ec.pub
    traced jwt sign --batch --key ec.pem < claims.ndjson > tokens
    traced jwt verify --batch --at @1760000000 --key ec.pub < tokens
    traced cert create --key ec.pem --subject CN=localhost --san dns:localhost --out cert.pem
    traced cert check cert.pem
} > /dev/null

# Not those of libcrypto and the C library.
nm "$binary" | awk '{ print $3 }' > functions
awk 'NR == FNR { ours[$0]; next } $0 in ours && !seen[$0]++' functions calls > "$order"
echo "$(wc -l < "$order") functions"
