#!/bin/sh
# Makes all packages of a release in .build/dist from the commit that is checked out. Run it as root.
#
#   Packaging/release.sh KEY
#
# Each Debian gets its own package, built in a bare root of that Debian by an ordinary user. All other packages have the
# static binary, which is built on Debian 13, because its OpenSSL has security support for longer. KEY signs the
# checksums. mmdebstrap takes the newest packages, with Debian's security updates.
set -eu
key=$1
umask 022
fail() { echo "release: $1" >&2; exit 1; }

[ "$(id -u)" -eq 0 ] || fail 'must be run as root'
command -v mmdebstrap > /dev/null || fail 'expected mmdebstrap; install it with: apt-get install mmdebstrap'
[ -e "$key" ] || fail "$key: no such file"
[ -z "$(git status --porcelain)" ] || fail 'there are uncommitted changes; commit them'

# Mounts in a namespace of our own end with it, whatever ends this script.
if [ -z "${SIGNET_RELEASE_NAMESPACE:-}" ]; then
    SIGNET_RELEASE_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$key"
fi

commit=$(git rev-parse HEAD)
dist=.build/dist
rm -rf "$dist"
mkdir -p "$dist"
work=$(mktemp -d /var/tmp/signet-release-XXXXXX)
# swift is in TOOLCHAIN/usr/bin.
toolchain=$(realpath "$(command -v swift)")
toolchain=${toolchain%/usr/bin/*}

leave() {
    umount -R -l "$work"/*/proc "$work"/*/dev "$work"/*"$toolchain" 2> /dev/null || true
    rm -rf --one-file-system "$work"
}
trap leave EXIT
trap 'exit 130' INT TERM
# build DEBIAN TARGET…
build() {
    debian=$1 root=$work/$1
    shift
    echo "# $debian: $*"
    mmdebstrap --quiet --variant=apt --include=make,git,g++,binutils,pkg-config,libssl-dev,zlib1g-dev,libzstd-dev,openssl,python3,rpm \
        --include=dpkg-dev,libncurses6,libxml2,libsqlite3-0,libcurl4 "$debian" "$root" 2> "$work/log" || {
        tail "$work/log" >&2
        fail "there is no root of $debian"
    }
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mkdir -p "$root$toolchain" "$root/build"
    mount --bind "$toolchain" "$root$toolchain"
    mount -o remount,bind,ro "$root$toolchain"
    git archive "$commit" | tar -x -C "$root/build"
    chown -R nobody "$root/build"
    chroot --userspec=nobody:nogroup "$root" env -i HOME=/build LANG=C.UTF-8 PATH="$toolchain/usr/bin:/usr/bin:/bin" \
        make -C /build "$@"
    cp "$root/build/.build/packages/"* "$dist"
}

build bookworm deb
build trixie deb rpm wheel tarball image
PATH=$work/trixie/build/.build/static/release:$PATH
Packaging/sign.sh "$dist" "$key"
ls "$dist"
