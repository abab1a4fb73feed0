# For the scripts here: a key for every algorithm, and what a signature looks like elsewhere.

# `pairs`: a line for each algorithm: its name, who signs, who verifies.
pairs() {
  cat <<'END'
RS256 rsa.pem rsa.pub
RS384 rsa.pem rsa.pub
RS512 rsa.pem rsa.pub
PS256 rsa.pem rsa.pub
PS384 rsa.pem rsa.pub
PS512 rsa.pem rsa.pub
ES256 p256.pem p256.pub
ES384 p384.pem p384.pub
ES512 p521.pem p521.pub
ES256K secp256k1.pem secp256k1.pub
EdDSA ed25519.pem ed25519.pub
EdDSA ed448.pem ed448.pub
HS256 hs256.jwk hs256.jwk
HS384 hs384.jwk hs384.jwk
HS512 hs512.jwk hs512.jwk
END
}

# `make_keys [FLAG]…`: the files that `pairs` names. The flags say in what form.
make_keys() {
  signet keygen --type rsa --out rsa.pem --public-out rsa.pub "$@"
  signet keygen --type ec --curve P-256 --out p256.pem --public-out p256.pub "$@"
  signet keygen --type ec --curve P-384 --out p384.pem --public-out p384.pub "$@"
  signet keygen --type ec --curve P-521 --out p521.pem --public-out p521.pub "$@"
  signet keygen --type ec --curve secp256k1 --out secp256k1.pem --public-out secp256k1.pub "$@"
  signet keygen --type ed25519 --out ed25519.pem --public-out ed25519.pub "$@"
  signet keygen --type ed448 --out ed448.pem --public-out ed448.pub "$@"
  for bits in 256 384 512; do
    signet keygen --type hmac --bits $bits --out hs$bits.jwk
  done
}

base64url() { basenc --base64url --wrap=0 | tr -d =; }

unbase64url() {
  local text
  text=$(cat)
  while (( ${#text} % 4 )); do text+==; done
  basenc --base64url --decode <<< "$text"
}

hex() { od -An -v -tx1 | tr -d ' \n'; }
unhex() { printf '%b' "$(sed 's/../\\x&/g')"; }

# An ECDSA signature of JOSE (r and s, of equal length) as OpenSSL has it, and back again.
ecdsa_to_der() {
  local rs
  rs=$(hex)
  printf 'asn1=SEQUENCE:rs\n[rs]\nr=INTEGER:0x%s\ns=INTEGER:0x%s\n' "${rs:0:${#rs}/2}" "${rs:${#rs}/2}" |
    openssl asn1parse -genconf - -noout -out /dev/stdout
}

# `ecdsa_from_der BYTES`: r and s have that many bytes each.
ecdsa_from_der() {
  local number
  openssl asn1parse -inform DER | sed -n 's/.*INTEGER *://p' | while read -r number; do
    printf "%$(($1 * 2))s" "$number" | tr ' ' 0
  done | unhex
}

# `spki [FLAG]… FILE`: which key it is: the fingerprint of its public half, as signet tells it.
spki() { signet key inspect --json "$@" | member spkiSha256; }

# The same from what openssl writes with `-pubout -outform DER`.
digest() { openssl dgst -sha256 -r | cut -d' ' -f1; }

# `member NAME`: a string of a JSON object, without a parser.
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# `about KEY [FLAG]… FILE`: what signet takes a file for, and whether it holds that key.
about() {
  local key=$1 report
  shift
  report=$(signet key inspect --json "$@") || return
  echo "$(member form <<< "$report"), $(member container <<< "$report"):" \
    "$([ "$(member spkiSha256 <<< "$report")" = "$(spki $key)" ] && echo the same key || echo ANOTHER KEY)"
}

# `der TAG HEX`: an element of DER, in hexadecimal.
der() {
  local count=$(( ${#2} / 2 ))
  if (( count < 128 )); then printf '%s%02x%s' $1 $count $2; elif (( count < 256 )); then printf '%s81%02x%s' $1 $count $2; else printf '%s82%04x%s' $1 $count $2; fi
}

# `pkcs8 PRIVATE PUBLIC`: a private key in PKCS#8 with a public key beside it (RFC 5958).
pkcs8() {
  local private public offset
  private=$(signet key convert --format pkcs8 --encoding der $1 | hex)
  case ${private:2:2} in 81) private=${private:2} ;; 82) private=${private:4} ;; esac
  public=$(openssl pkey -in $2 -pubout -outform DER | tee pub.der | hex)
  offset=$(openssl asn1parse -inform DER -in pub.der | sed -n 's/ *\([0-9]*\):.*BIT STRING.*/\1/p')
  der 30 "020101${private:10}81${public:offset * 2 + 2}" | unhex | openssl base64 | sed -e '1i -----BEGIN PRIVATE KEY-----' -e '$a -----END PRIVATE KEY-----'
}
