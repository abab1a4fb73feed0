#!/bin/sh
# Packages a binary that has been built, with the man pages and completions of the tree:
#
#   Packaging/package.sh deb|rpm|wheel|tarball|image BINARY
#
# The package is in .build/packages afterwards, and its SBOM beside it. All times are the commit's, and all facts come
# from the tree, so that the same binary gives the same package in any folder and at any time. Each packer is a file in
# this folder; it takes what `make install` installs as TREE/usr, and the folder for the package.
set -eu
kind=$1 binary=$2
umask 022
packages=.build/packages

fail() { echo "package: $1" >&2; exit 1; }

version=$("$binary" --version | cut -d ' ' -f 2)
# git archive writes the commit and its time into this file. In a clone, git knows them.
commit=$(cat Packaging/commit)
case $commit in '$'*) commit=$(git log -1 --format='%H %ct') || fail 'expected a clone, or what git archive made' ;; esac
SOURCE_DATE_EPOCH=${commit#* }
created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
commit=${commit% *}

summary='keys, signed tokens and certificates for scripts'
description='One program that makes and converts keys, signs and verifies JSON Web Tokens,
one or millions, creates and checks certificates, and packs PKCS#12 files.'
maintainer=${MAINTAINER:-signet <signet@packages.invalid>}
machine=$(uname -m)
export version commit created SOURCE_DATE_EPOCH summary description maintainer machine LC_ALL=C TZ=UTC

# Packages for every distribution need a binary that runs on every distribution.
case $kind in
    deb) ;;
    *) ! readelf --program-headers "$binary" | grep -q INTERP || fail "$binary: expected a static binary" ;;
esac

tree=.build/package-tree/$kind
rm -rf "$tree"
make --no-print-directory install binary="$binary" PREFIX=/usr DESTDIR="$PWD/$tree" > /dev/null
find "$tree" -name '*.[1-9]' -exec gzip -9n {} +
find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
mkdir -p "$packages"

case $kind in
    deb | rpm | tarball) package=$("Packaging/$kind.sh" "$tree" "$packages") ;;
    wheel | image) package=$(python3 -I "Packaging/$kind.py" "$tree" "$packages") ;;
    *) fail "unknown package '$kind'; expected deb, rpm, wheel, tarball or image" ;;
esac
python3 -I Packaging/sbom.py "$binary" "$package"
ls -l "$package" | awk -v name="$package" '{ printf "%s: %.1f MB\n", name, $5 / 1000000 }'
