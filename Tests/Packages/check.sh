#!/bin/sh
# Checks the packages in FOLDER, as root: each way of installing, in a bare Debian or in an empty folder, and then five
# things to do with what was installed. Whatever is in the folder is checked; what a check needs must be here.
#
#   check.sh FOLDER
set -eu
folder=$(realpath "$1")
scripts=$(dirname "$(realpath "$0")")

fail() { echo "check-packages: $1" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || fail 'must be run as root'

# Mounts in a namespace of our own end with it, whatever ends this script.
if [ -z "${SIGNET_CHECK_NAMESPACE:-}" ]; then
    SIGNET_CHECK_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$folder"
fi
work=$(mktemp -d /var/tmp/signet-check-XXXXXX)
leave() { umount -l "$work"/*/proc 2> /dev/null || true; rm -rf --one-file-system "$work"; }
trap leave EXIT
trap 'exit 130' INT TERM

# The one file of a kind, or nothing.
package() { find "$folder" -maxdepth 1 -name "$1" | sort | tail -n 1; }

# $1 is the root; the rest is the command.
inside() { root=$1; shift; env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/bin chroot "$root" "$@"; }

# front_page ROOT COMMAND...: COMMAND runs the commands of the front page, which are in /tmp/page.
front_page() {
    sed '1,/^## Five things to do/d' "$scripts/../../README.md" | sed '1,/^```sh$/d; /^```$/,$d' > "$1/tmp/page"
    [ "$(grep -c signet "$1/tmp/page")" -ge 5 ] || fail 'README.md has no five things'
    inside "$@" > /dev/null
}

# The same in a root without a shell.
five_things() {
    rm -rf "$1/tmp/things"
    mkdir -p "$1/tmp/things"
    inside "$1" signet --version
    inside "$1" signet keygen --type ec --out /tmp/things/key.pem --public-out /tmp/things/public.pem
    inside "$1" signet jwt sign --key /tmp/things/key.pem --sub you --exp 15m --out /tmp/things/token
    inside "$1" signet jwt verify --key /tmp/things/public.pem --sub you --in /tmp/things/token > /dev/null
    inside "$1" signet cert create --key /tmp/things/key.pem --subject CN=test.example --san dns:test.example --for 90d \
        --out /tmp/things/cert.pem
    inside "$1" signet cert check --roots /tmp/things/cert.pem --host test.example /tmp/things/cert.pem > /dev/null
    echo secret > "$1/tmp/things/passphrase"
    inside "$1" signet pkcs12 pack --key /tmp/things/key.pem --cert /tmp/things/cert.pem \
        --passphrase-file /tmp/things/passphrase --out /tmp/things/identity.pfx
    rm -rf "$1/tmp/things"
}

# Nothing can write to the constants of the program $1.
has_constants() {
    readelf -S -W "$1" | grep ' \.rodata ' | grep -q -v W || fail "$1 can write to its constants"
}

# Files of packages that are not Debian's: $1 is the prefix.
has_pages() {
    for file in bin/signet share/man/man1/signet.1.gz share/man/man7/signet-batch.7.gz \
        share/bash-completion/completions/signet share/zsh/site-functions/_signet \
        share/fish/vendor_completions.d/signet.fish; do
        [ -s "$1/$file" ] || fail "$1/$file was not installed"
    done
}

# bare DEBIAN: a root in $work/DEBIAN, without signet.
bare() {
    mmdebstrap --quiet --variant=apt "$1" "$work/$1" 2> "$work/log" || { tail "$work/log" >&2; fail "no root of $1"; }
    inside "$work/$1" apt-get update -qq
    inside "$work/$1" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "$2" python3-venv passwd > "$work/log" 2>&1 || { tail "$work/log" >&2; fail "$2 cannot be installed"; }
}

files() { inside "$1" find / -xdev -path /proc -prune -o -path /var -prune -o -path /tmp -prune -o -type f -print | sort; }

for release in 12:bookworm:libssl3 13:trixie:libssl3t64; do
    number=${release%%:*} library=${release##*:} debian=${release#*:}
    debian=${debian%:*}
    deb=$(package "signet_*+debian$number""_*.deb")
    [ -n "$deb" ] || continue
    echo "# $deb: lintian, then installed in a bare root, used and purged"
    lintian --no-cfg --allow-root --fail-on error,warning "$deb"
    bare "$debian" "$library"
    root=$work/$debian
    files "$root" > "$work/before"
    cp "$deb" "$root/tmp/signet.deb"
    # signet finds its arguments without /proc too.
    inside "$root" dpkg --install /tmp/signet.deb
    inside "$root" signet --version > /dev/null || fail 'it does not run without /proc'
    mount -t proc proc "$root/proc"
    front_page "$root" sh -e /tmp/page
    files "$root" | comm -13 "$work/before" - > "$work/added"
    for file in usr/bin/signet usr/share/man/man1/signet.1.gz usr/share/bash-completion/completions/signet \
        usr/share/zsh/vendor-completions/_signet usr/share/fish/vendor_completions.d/signet.fish; do
        grep -q "^/$file$" "$work/added" || fail "$file was not installed"
    done
    has_constants "$root/usr/bin/signet"
    inside "$root" dpkg --purge signet
    files "$root" | diff "$work/before" - || fail 'purging left these files'

    wheel=$(package 'signet_cli-*.whl')
    [ -n "$wheel" ] || continue
    echo "# $wheel: installed by an ordinary user without a network, used and uninstalled"
    cp "$wheel" "$root/tmp"
    inside "$root" useradd --create-home user
    inside "$root" su user -c 'set -e; cd; python3 -m venv env; . env/bin/activate
        pip install --quiet --no-index /tmp/signet_cli-*.whl'
    has_pages "$root/home/user/env"
    front_page "$root" su user -c 'cd && . env/bin/activate && sh -e /tmp/page'
    inside "$root" su user -c 'set -e; cd; . env/bin/activate; pip uninstall --quiet --yes signet-cli'
    [ ! -e "$root/home/user/env/bin/signet" ] || fail 'pip left the program'
    umount "$root/proc"
done

# empty NAME: a root with nothing in it, in $empty.
empty() {
    empty=$work/$1
    mkdir -p "$empty/tmp" "$empty/proc" "$empty/bin"
    mount -t proc proc "$empty/proc"
}

tarball=$(package 'signet-*.tar.gz')
if [ -n "$tarball" ]; then
    echo "# $tarball: alone in an empty folder"
    empty tarball
    tar -x -C "$work" -f "$tarball"
    has_pages "$work/$(basename "$tarball" .tar.gz)"
    cp "$work/$(basename "$tarball" .tar.gz)/bin/signet" "$empty/bin"
    has_constants "$empty/bin/signet"
    five_things "$empty"
fi

rpm=$(package 'signet-*.rpm')
if [ -n "$rpm" ]; then
    echo "# $rpm: installed in an empty folder, and opened by rpm2cpio"
    empty rpm
    rpm --root "$empty" --initdb
    # Debian's rpm warns that it is not Debian's way to install packages.
    rpm --root "$empty" --install "$rpm" 2> "$work/said" || fail "$(cat "$work/said")"
    has_pages "$empty/usr"
    five_things "$empty"
    rpm --root "$empty" --erase signet 2> "$work/said" || fail "$(cat "$work/said")"
    [ ! -e "$empty/usr/bin/signet" ] || fail 'rpm left the program'
    mkdir "$work/cpio"
    (cd "$work/cpio" && rpm2cpio "$rpm" | cpio --quiet --extract --make-directories && has_pages usr)
fi

image=$(package 'signet-*.oci.tar')
if [ -n "$image" ]; then
    echo "# $image: run by runc, not as root"
    mkdir "$work/image"
    tar -x -C "$work/image" -f "$image"
    version=$(basename "$image" | cut -d - -f 2)
    umoci unpack --image "$work/image:signet:$version" "$work/bundle"
    python3 -I - "$work/bundle/config.json" <<'END'
import json, sys

with open(sys.argv[1], "r+") as file:
    config = json.load(file)
    assert config["process"]["args"] == ["/signet"] and config["process"]["user"]["uid"] == 65532, config["process"]
    config["process"]["args"] += ["keygen", "--out", "/work/key.pem"]
    config["process"]["terminal"] = False
    file.seek(0)
    json.dump(config, file)
    file.truncate()
END
    runc run --bundle "$work/bundle" signet-check-$$
    [ "$(stat -c '%u %a' "$work/bundle/rootfs/work/key.pem")" = '65532 600' ] || fail 'the image made no key'
fi

echo '# the SBOMs, read by spdx-tools'
python3 -I -m venv "$work/spdx"
"$work/spdx/bin/pip" install --quiet --disable-pip-version-check --requirement "$scripts/requirements.txt"
for package in "$folder"/signet*; do
    case $package in *.spdx.json) continue ;; esac
    "$work/spdx/bin/pyspdxtools" --infile "$package.spdx.json"
    grep -q "$(sha256sum "$package" | cut -d ' ' -f 1)" "$package.spdx.json" || fail "$package.spdx.json is another's"
done
echo 'check-packages: passed'
