#!/bin/sh
# Lets tests run with OpenSSL 3.5, which has ML-DSA, on systems with an older one. Started by `make test-openssl35`:
#
#   openssl35.sh FOLDER SIGNET
#
# Unpacks Debian 13's openssl and what it needs in FOLDER, once and without root, and writes FOLDER/bin/signet, which
# starts SIGNET with its libcrypto, and FOLDER/bin/openssl. Both get Debian 13's loader and C library too, because its
# libcrypto requires them; what they start does not.
set -eu
folder=$1 signet=$2
root=$folder/root

if [ ! -e "$folder/unpacked" ]; then
    command -v mmdebstrap > /dev/null || {
        echo "openssl35: install mmdebstrap, which unpacks Debian's packages" >&2
        exit 1
    }
    rm -rf "$folder"
    mkdir -p "$folder"
    mmdebstrap --quiet --mode=chrootless --variant=extract --include=libssl3t64,openssl trixie "$root" \
        2> "$folder/log" || {
        tail "$folder/log" >&2
        exit 1
    }
    touch "$folder/unpacked"
fi

mkdir -p "$folder/bin"
ln -sfn "root/$(cd "$root" && ls -d usr/lib/*-linux-gnu)" "$folder/lib"
ln -sf "$(cd "$folder" && ls lib/ld-linux-*)" "$folder/loader"
ln -sf root/usr/bin/openssl "$folder/openssl"
ln -sf "$(realpath "$signet")" "$folder/signet"
for program in signet openssl; do
    cat > "$folder/bin/$program" <<END
#!/bin/sh
here=\${0%/*}/..
export OPENSSL_MODULES="\$here/lib/ossl-modules" OPENSSL_CONF="\$here/root/etc/ssl/openssl.cnf"
exec "\$here/loader" --library-path "\$here/lib" "\$here/$program" "\$@"
END
    chmod +x "$folder/bin/$program"
done
"$folder/bin/signet" --version
