#!/bin/sh
# Checks what `make deb` and `make static` have built, as root: lintian, then a bare Debian in which the package is
# installed, used and purged, then a folder with nothing but the static binary in it.
#
#   check.sh PACKAGE.deb STATIC-BINARY
set -eu
package=$1 static=$2

fail() { echo "check-packages: $1" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || fail 'must be run as root'

work=$(mktemp -d)
bare=$work/bare
leave() {
    ! mountpoint -q "$bare/proc" || umount "$bare/proc"
    ! mountpoint -q "$work/empty/proc" || umount "$work/empty/proc"
    rm -rf "$work"
}
trap leave EXIT
trap 'exit 130' INT TERM

# $1 is the root; the rest is the command.
inside() { root=$1; shift; env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/ chroot "$root" "$@"; }

sign_and_verify() {
    inside "$1" signet keygen --out /tmp/key.pem --public-out /tmp/public.pem
    inside "$1" signet jwt sign --key /tmp/key.pem --sub you --exp 15m --out /tmp/token
    inside "$1" signet jwt verify --key /tmp/public.pem --sub you --in /tmp/token > /dev/null
}

echo "# lintian"
lintian --no-cfg --allow-root --fail-on error,warning "$package"

echo "# installed in a bare root, used and purged"
. /etc/os-release
debootstrap --variant=minbase "$VERSION_CODENAME" "$bare" > "$work/log" || { tail "$work/log" >&2; exit 1; }
files() { inside "$bare" find / -xdev -path /proc -prune -o -path /var -prune -o -path /tmp -prune -o -type f -print | sort; }
inside "$bare" apt-get update -qq
inside "$bare" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libssl3 >> "$work/log" 2>&1
files > "$work/before"
cp "$package" "$bare/tmp/signet.deb"
# Without /proc, signet must say what is missing.
inside "$bare" dpkg --install /tmp/signet.deb
if inside "$bare" signet --version 2> "$work/said"; then fail 'it ran without its arguments'; fi
grep -q '/proc/self/cmdline' "$work/said" || fail "unexpected: $(cat "$work/said")"
mount -t proc proc "$bare/proc"
inside "$bare" signet --version
sign_and_verify "$bare"
files | comm -13 "$work/before" - > "$work/added"
for file in usr/bin/signet usr/share/bash-completion/completions/signet usr/share/zsh/vendor-completions/_signet \
    usr/share/fish/vendor_completions.d/signet.fish; do
    grep -q "^/$file$" "$work/added" || fail "$file was not installed"
done
inside "$bare" dpkg --purge signet
files | diff "$work/before" - || fail 'purging left these files'
umount "$bare/proc"

echo "# the static binary, alone in a folder"
mkdir -p "$work/empty/tmp" "$work/empty/proc"
cp "$static" "$work/empty/signet"
mount -t proc proc "$work/empty/proc"
inside "$work/empty" signet --version
sign_and_verify "$work/empty"
echo "check-packages: passed"
