#!/bin/sh
# Builds the commit that is checked out twice, in two folders with names of different lengths, one after the other, and
# compares the binaries and the packages byte by byte.
#
#   Packaging/reproducible.sh TARGET…
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

for folder in "$work/one" "$work/the second folder"; do
    mkdir "$folder"
    git archive HEAD | tar -x -C "$folder"
    make -C "$folder" "$@"
done
cd "$work/one/.build"
status=0
for file in packages/* static/release/signet release/signet; do
    [ -e "$file" ] || continue
    if cmp "$file" "$work/the second folder/.build/$file"; then
        echo "same: $file"
    else
        status=1
    fi
done
exit $status
