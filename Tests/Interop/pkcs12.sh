#!/bin/bash
# Which program opens which PKCS#12: signet's files by the others, and the others' by signet.
#
#   PATH=…/.build/debug:$PATH Tests/Interop/pkcs12.sh
#
# Prints two tables. A file counts as opened if the private key and the certificate that come out are those that
# went in. Programs that are not installed have a dash. Ends with 1 if a cell is not what `expected` says.
set -u
export LC_ALL=C.UTF-8
here=$(mktemp -d) || exit
trap 'rm -rf "$here"' EXIT
cd "$here" || exit

printf '' > pass.empty
printf 'correct horse' > pass.ASCII
printf 'é' > pass.é
printf '🔑' > pass.emoji

has() { command -v "$1" > /dev/null; }
has_python() { has python3 && python3 -c 'import cryptography' 2> /dev/null; }

# `make_identities`: a key, its certificate and the SHA-256 of its public half, for each type.
make_identities() {
  local type spec
  for type in RSA P-256 P-384 Ed25519; do
    case $type in
    RSA) spec='--type rsa' ;;
    P-*) spec="--type ec --curve $type" ;;
    Ed25519) spec='--type ed25519' ;;
    esac
    signet keygen $spec --out $type.key
    openssl req -x509 -new -key $type.key -subj "/O=Interop/CN=$type" -days 3650 -out $type.crt
    spki $type.key > $type.spki
  done
}

spki() { openssl pkey -in "$1" -pubout -outform DER 2> /dev/null | sha256sum; }

# `opens_as TYPE`: whether standard input is PEM with that key and its certificate.
opens_as() {
  cat > out.pem
  [ "$(spki out.pem)" = "$(cat "$1.spki")" ] && openssl x509 -in out.pem 2> /dev/null | cmp -s - "$1.crt"
}

## Readers: `read_PROGRAM FILE PASSPHRASE TYPE`. The passphrase `none` is none at all.

read_openssl() {
  if [ "$2" = none ]; then set -- "$1" empty "$3"; fi
  openssl pkcs12 -in "$1" -passin "pass:$(cat "pass.$2")" -nodes 2> /dev/null | opens_as "$3"
}

# keytool needs the key to make a request.
read_keytool() {
  local password=(-storepass:file "pass.$2")
  [ "$2" = empty ] || [ "$2" = none ] && password=(-storepass '')
  keytool -certreq -alias entry -keystore "$1" "${password[@]}" < /dev/null > request.pem 2> /dev/null &&
    [ "$(openssl req -in request.pem -noout -pubkey 2> /dev/null | openssl pkey -pubin -outform DER 2> /dev/null | sha256sum)" = "$(cat "$3.spki")" ]
}

# certtool decrypts the certificates of a file, and its key in a second step; a missing MAC is an error to it, after
# it has written everything. Of keys it writes a form of its own, and the digest of the public half.
read_certtool() {
  local password=(--password "$(cat "pass.$2" 2> /dev/null)") key
  [ "$2" = empty ] && password=(--empty-password)
  [ "$2" = none ] && password=(--null-password)
  certtool --p12-info --inder --infile "$1" "${password[@]}" > info 2> /dev/null
  openssl x509 -in info 2> /dev/null | cmp -s - "$3.crt" || return
  grep -q 'BEGIN ENCRYPTED' info && password+=(--pkcs8)
  key=$(certtool --key-info --infile info "${password[@]}" 2> /dev/null | sed -n 's/.*pin-sha256://p')
  [ "$(base64 -d <<< "$key" | od -An -v -tx1 | tr -d ' \n')" = "$(cut -d' ' -f1 < "$3.spki")" ]
}

# pk12util takes the file into a database, out of which it is read again under another passphrase.
read_pk12util() {
  local password=(-w "pass.$2")
  [ "$2" = empty ] || [ "$2" = none ] && password=(-W '')
  rm -rf db && mkdir db && certutil -N -d sql:db --empty-password || return
  pk12util -i "$1" -d sql:db -K '' "${password[@]}" > /dev/null 2>&1 || return
  pk12util -o again.p12 -d sql:db -K '' -n "$(nickname)" -W again > /dev/null 2>&1 || return
  openssl pkcs12 -in again.p12 -passin pass:again -nodes 2> /dev/null | opens_as "$3"
}

nickname() { certutil -L -d sql:db | sed -n 's/ *u,u,u *$//p' | head -1; }

read_python() {
  python3 - "$1" "$2" 2> /dev/null << 'END' | opens_as "$3"
import sys
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, pkcs12
path, name = sys.argv[1:]
passphrase = None if name == "none" else open("pass." + name, "rb").read()
key, certificate, _ = pkcs12.load_key_and_certificates(open(path, "rb").read(), passphrase)
sys.stdout.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode())
sys.stdout.write(certificate.public_bytes(Encoding.PEM).decode())
END
}

read_signet() {
  local password=(--passphrase-file "pass.$2")
  [ "$2" = none ] && password=(--no-passphrase)
  signet pkcs12 unpack "$1" "${password[@]}" 2> /dev/null | opens_as "$3"
}

## Writers: `write_PROGRAM WAY PASSPHRASE TYPE` writes file.p12.

write_signet() {
  local password=(--passphrase-file "pass.$2")
  [ "$2" = none ] && password=(--no-passphrase)
  signet pkcs12 pack --key "$3.key" --cert "$3.crt" --for "$1" --name entry "${password[@]}" \
    --out file.p12 --force 2> /dev/null
}

write_openssl() {
  local way=()
  case $1 in
  default) ;;
  legacy) way=(-legacy) ;;
  3DES) way=(-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1) ;;
  RC2-128) way=(-legacy -keypbe PBE-SHA1-RC2-128 -certpbe PBE-SHA1-RC2-128 -macalg sha1) ;;
  AES-128-SHA512) way=(-keypbe AES-128-CBC -certpbe AES-128-CBC -macalg sha512) ;;
  no-MAC) way=(-nomac) ;;
  plain) way=(-keypbe NONE -certpbe NONE) ;;
  esac
  openssl pkcs12 -export -inkey "$3.key" -in "$3.crt" -name entry -passout "pass:$(cat "pass.$2")" "${way[@]}" \
    -out file.p12 2> /dev/null
}

# keytool packs what openssl has packed, in its own way.
write_keytool() {
  local way=()
  [ "$1" = legacy ] && way=(-J-Dkeystore.pkcs12.legacy)
  openssl pkcs12 -export -inkey "$3.key" -in "$3.crt" -name entry -passout pass:source -out source.p12 || return
  rm -f file.p12
  keytool "${way[@]}" -importkeystore -srckeystore source.p12 -srcstorepass source -destkeystore file.p12 \
    -deststoretype PKCS12 -deststorepass:file "pass.$2" < /dev/null > /dev/null 2>&1
}

write_certtool() {
  local password=(--password "$(cat "pass.$2" 2> /dev/null)")
  [ "$2" = empty ] && password=(--empty-password)
  [ "$2" = none ] && password=(--null-password)
  certtool --to-p12 --load-privkey "$3.key" --load-certificate "$3.crt" --p12-name entry --pkcs-cipher "$1" \
    "${password[@]}" --outder --outfile file.p12 > /dev/null 2>&1
}

write_pk12util() {
  local password=(-w "pass.$2") way=()
  [ "$2" = empty ] && password=(-W '')
  case $1 in
  AES) way=(-c AES-256-CBC -C AES-128-CBC) ;;
  3DES) way=(-c 'PKCS #12 V2 PBE With SHA-1 And 3KEY Triple DES-CBC' -C 'PKCS #12 V2 PBE With SHA-1 And 3KEY Triple DES-CBC' -M SHA-1) ;;
  RC2-40) way=(-c 'PKCS #12 V2 PBE With SHA-1 And 40 Bit RC2 CBC' -C 'PKCS #12 V2 PBE With SHA-1 And 40 Bit RC2 CBC' -M SHA-1) ;;
  esac
  openssl pkcs12 -export -inkey "$3.key" -in "$3.crt" -name entry -passout pass:source -out source.p12 || return
  rm -rf db && mkdir db && certutil -N -d sql:db --empty-password || return
  pk12util -i source.p12 -d sql:db -K '' -W source > /dev/null 2>&1 &&
    pk12util -o file.p12 -d sql:db -K '' -n entry "${way[@]}" "${password[@]}" > /dev/null 2>&1
}

write_python() {
  python3 - "$@" 2> /dev/null << 'END'
import sys
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization as s
from cryptography.hazmat.primitives.serialization import pkcs12
way, name, kind = sys.argv[1:]
key = s.load_pem_private_key(open(kind + ".key", "rb").read(), None)
certificate = x509.load_pem_x509_certificate(open(kind + ".crt", "rb").read())
if way == "none":
    how = s.NoEncryption()
else:
    passphrase = open("pass." + name, "rb").read()
    scheme, digest = {"AES": (pkcs12.PBES.PBESv2SHA256AndAES256CBC, hashes.SHA256()),
                      "3DES": (pkcs12.PBES.PBESv1SHA1And3KeyTripleDESCBC, hashes.SHA1())}[way]
    how = (s.PrivateFormat.PKCS12.encryption_builder().key_cert_algorithm(scheme).hmac_hash(digest)
           .build(passphrase))
open("file.p12", "wb").write(pkcs12.serialize_key_and_certificates(b"entry", key, certificate, None, how))
END
}

## The tables.

failures=0

# `cell OUTCOME EXPECTED`: yes or no, or what is not as expected, loudly.
cell() {
  if [ "$1" != "$2" ]; then
    failures=$((failures + 1))
    printf '%-10s' "$1 (!)"
  else
    printf '%-10s' "$1"
  fi
}

# `expected READER FOR PASSPHRASE TYPE`: what is known of the others; signet-pkcs12-pack(1) has it too.
expected() {
  case "$1 $2 $3 $4" in
  # Without a MAC, fips is modern.
  *" fips none "*) expected "$1" modern "$3" "$4" ;;
  # PBMAC1: OpenSSL has it since 3.4, also in Python's cryptography.
  "openssl fips "*) openssl version | grep -Eq ' (3\.([4-9]|..)|[4-9])\.' && echo yes || echo no ;;
  "keytool fips "* | "pk12util fips "*) echo no ;;
  # Java's passphrases are ASCII.
  "keytool "*" é "* | "keytool "*" emoji "*) echo no ;;
  # NSS has no Ed25519 keys in PKCS#12; certtool packs them, and does not show them again.
  "pk12util "*" Ed25519" | "certtool "*" Ed25519") echo no ;;
  # Without a MAC, and with a key that is not encrypted.
  "keytool modern none "* | "keytool android none "* | "keytool openssl1 none "*) echo no ;;
  "pk12util modern none "* | "pk12util android none "* | "pk12util openssl1 none "*) echo no ;;
  *) echo yes ;;
  esac
}

readers="openssl keytool certtool pk12util python"

row() {
  local reader outcome
  columns "$3" 10 "$1" 12 "$2" 10
  if ! write_signet "$1" "$2" "$3"; then
    echo 'signet could not write it'
    failures=$((failures + 1))
    return
  fi
  for reader in $readers; do
    if ! available $reader; then
      printf '%-10s' -
      continue
    fi
    if read_$reader file.p12 "$2" "$3"; then outcome=yes; else outcome=no; fi
    cell $outcome "$(expected $reader "$1" "$2" "$3")"
  done
  echo
}

# `columns TEXT WIDTH …`: printf counts bytes.
columns() {
  while [ $# -gt 0 ]; do
    printf '%s%*s' "$1" $(($2 - ${#1})) ''
    shift 2
  done
}

available() {
  case $1 in
  python) has_python ;;
  pk12util) has pk12util && has certutil ;;
  *) has "$1" ;;
  esac
}

ours() {
  local type reader pass
  echo "Files of signet, opened by others"
  echo
  printf '%-10s%-12s%-10s%s\n' key --for pass "$(printf '%-10s' $readers)"
  for reader in modern apple android windows java8 openssl1 fips; do
    for type in RSA P-256 P-384 Ed25519; do row $reader ASCII $type; done
    for pass in empty é emoji none; do row $reader $pass P-256; done
  done
}

theirs() {
  local writer way ways pass type outcome
  echo
  echo "Files of others, opened by signet"
  echo
  printf '%-10s%-16s%-10s%-10s%s\n' writer way key pass signet
  for writer in $readers; do
    available $writer || continue
    case $writer in
    openssl) ways='default legacy 3DES RC2-128 AES-128-SHA512 no-MAC plain' ;;
    keytool) ways='default legacy' ;;
    certtool) ways='aes-256 aes-128 3des-pkcs12 rc2-40' ;;
    pk12util) ways='AES 3DES RC2-40' ;;
    python) ways='AES 3DES' ;;
    esac
    for way in $ways; do
      for type in RSA P-256 P-384 Ed25519; do theirs_row $writer $way ASCII $type; done
      for pass in empty é emoji; do theirs_row $writer $way $pass P-256; done
    done
    case $writer in
    certtool) theirs_row certtool aes-256 none P-256 ;;
    python) theirs_row python none none P-256 ;;
    esac
  done
}

theirs_row() {
  rm -f file.p12
  # What a program does not write cannot be read.
  write_"$1" "$2" "$3" "$4" && [ -s file.p12 ] || return
  columns "$1" 10 "$2" 16 "$4" 10 "$3" 10
  if read_signet file.p12 "$3" "$4"; then cell yes yes; else cell no yes; fi
  echo
}

make_identities
ours
theirs
[ $failures -eq 0 ] || {
  echo "$failures cells are not as expected"
  exit 1
}
