# What the sessions of this folder share: keys, and a search for their secrets in the memory of signet.
#
# The search finds 16 bytes in a row of a private number, of its base64url in a JWK, or of the base64 of its PEM, and a
# passphrase. Tests/Preload/memory.c describes it.

# Copied, because LD_PRELOAD cannot contain a path with spaces.
cp "$(dirname "$(command -v at-terminal)")/libtest-preload.so" preload.so

passphrase='correct horse battery staple 42'
echo "$passphrase" > pw

hex() { od -An -v -tx1 | tr -d ' \n'; }

# secrets NAME FILE RANGE: the secrets of a key, by names that begin with NAME. The characters RANGE of its PEM are
# secret.
secrets() {
    signet key convert "$2" --format jwk | tr ',{}' '\n\n\n' | sed -nE 's/^"(d|p|q|dp|dq|qi|k)":"(.*)"$/\1 \2/p' |
    while read -r member text; do
        echo "$1-$member-text $(printf %s "$text" | hex)"
        case $((${#text} % 4)) in 2) text="$text==" ;; 3) text="$text=" ;; esac
        echo "$1-$member $(echo "$text" | tr -- '-_' '+/' | openssl base64 -d -A | hex)"
    done
    echo "$1-pem $(sed '1d;$d' "$2" | tr -d '\n' | cut -c"$3" | tr -d '\n' | hex)"
}

signet keygen --out rsa.pem
signet keygen --type ec --out ec.pem
signet keygen --type ed25519 --out ed.pem
openssl pkcs8 -topk8 -iter 1000 -in rsa.pem -passout file:pw -out rsa-locked.pem
{
    secrets rsa rsa.pem 420-1600
    secrets ec ec.pem 49-90
    secrets ed ed.pem 23-62
    echo "passphrase $(printf %s "$passphrase" | hex)"
} > secrets

# watched REPORT COMMAND: runs a command, and the search at its end. The report goes to a file that exists.
watched() {
    LD_PRELOAD=./preload.so TEST_SECRETS=secrets TEST_SECRETS_REPORT="$1" "${@:2}"
}

# search ARGUMENTS: runs signet, and shows what is left of which secret.
search() {
    : > report
    watched report signet "$@" > out 2> errors || { echo "failed: $*"; cat errors; }
    grep -qx searched report || echo "not searched: $*"
    grep -vx searched report | sed "s|^|$*: |"
}

# remember ARGUMENTS: runs signet, and keeps the memory that it leaves, for secrets that are known only afterwards.
remember() {
    LD_PRELOAD=./preload.so TEST_MEMORY=memory signet "$@" > out 2> errors || { echo "failed: $*"; cat errors; }
}

# recall: shows what is in that memory of which secret.
recall() {
    : > report
    env LD_PRELOAD=./preload.so TEST_SECRETS=secrets TEST_MEMORY=memory TEST_SECRETS_REPORT=report true
    grep -qx searched report || echo "not searched"
    grep -vx searched report || true
}

# search_all FILE...: runs the commands that read a key.
search_all() {
    for file do
        set -- --passphrase-file pw
        search key inspect --json "$file" "$@"
        search key convert "$file" --format jwk "$@"
        search key convert "$file" --format pkcs8 --encoding der "$@"
        search jwt sign --key "$file" --sub me "$@"
        search csr create --key "$file" --subject CN=me "$@"
    done
}
