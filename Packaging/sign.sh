#!/bin/sh
# Writes SHA256SUMS of all files in FOLDER, and signs it with signet itself. README.md says how to verify both.
#
#   Packaging/sign.sh FOLDER KEY
set -eu
folder=$1 key=$(realpath "$2")
cd "$folder"
rm -f SHA256SUMS SHA256SUMS.jws
LC_ALL=C
export LC_ALL
sums=$(sha256sum -- *)
printf '%s\n' "$sums" > SHA256SUMS
signet jwt sign --jws --detached SHA256SUMS --key "$key" --out SHA256SUMS.jws
