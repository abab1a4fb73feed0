#!/bin/sh
# Builds all packages of the commit that is checked out twice, one after the other, in two folders with names of
# different lengths, and compares the binaries and the packages byte by byte.
set -eu
commit=$(git rev-parse HEAD)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

for folder in "$work/one" "$work/the second folder"; do
    mkdir "$folder"
    git archive "$commit" | tar -x -C "$folder"
    make -C "$folder" deb rpm wheel tarball image
done
cd "$work/one/.build"
status=0
for file in release/signet static/release/signet packages/*; do
    if cmp "$file" "$work/the second folder/.build/$file"; then
        echo "same: $file"
    else
        status=1
    fi
done
exit $status
