#!/bin/sh
# Lets tests run with OpenSSL 3.5, which has ML-DSA, on systems with an older one. Started by `make test-openssl35`:
#
#   openssl35.sh FOLDER SIGNET
#
# Unpacks Debian 13's openssl and what it needs in FOLDER/root, once and without root. FOLDER/bin then has copies of
# SIGNET and openssl that the kernel starts with Debian 13's loader, libcrypto, and C library, which its libcrypto
# requires. Programs that they start have the system's. OPENSSL_MODULES must name FOLDER/lib/ossl-modules.
set -eu
signet=$2
mkdir -p "$1"
folder=$(realpath "$1")
root=$folder/root

for program in mmdebstrap patchelf; do
    command -v $program > /dev/null || {
        echo "openssl35: expected $program; install it with: apt-get install $program" >&2
        exit 1
    }
done
if [ ! -e "$folder/unpacked" ]; then
    rm -rf "$root"
    mmdebstrap --quiet --mode=chrootless --variant=extract --include=libssl3t64,openssl trixie "$root" \
        2> "$folder/log" || {
        tail "$folder/log" >&2
        exit 1
    }
    touch "$folder/unpacked"
fi

rm -rf "$folder/bin"
mkdir "$folder/bin"
ln -sfn "root/$(cd "$root" && ls -d usr/lib/*-linux-gnu)" "$folder/lib"
for program in "$signet" "$root/usr/bin/openssl"; do
    copy=$folder/bin/${program##*/}
    cp "$program" "$copy"
    patchelf --set-interpreter "$(ls "$folder"/lib/ld-linux-*)" \
        --force-rpath --set-rpath "$folder/lib:$(patchelf --print-rpath "$copy")" "$copy"
done
"$folder/bin/signet" --version
