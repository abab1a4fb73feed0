# bash completion for signet, generated from the declarations of its commands: do not edit.
# shellcheck shell=bash disable=SC2034 # the tables set their caller's variables

# What a command takes.
_signet_command() {
    commands='' flags=''
    case $1 in
    'signet')
        commands='keygen key jwt sd-jwt csr cert crl ocsp pkcs12 enroll completions help'
        flags='--help -h --version -V'
        ;;
    'signet keygen')
        flags='--type -t --bits --curve --kid --use --alg -a --profile --format -f --encoding --encrypt --out -o --public-out --public-format --count --out-dir --force --passphrase-file --passphrase-fd --passphrase-env --help -h'
        ;;
    'signet key')
        commands='inspect public convert jwks'
        flags='--help -h'
        ;;
    'signet key inspect')
        flags='--kid --json --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations --help -h'
        ;;
    'signet key public')
        flags='--format -f --encoding --kid --cert --use --alg -a --out -o --force --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations --help -h'
        ;;
    'signet key convert')
        flags='--format -f --encoding --kid --cert --use --alg -a --encrypt --out -o --force --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations --new-passphrase-file --new-passphrase-fd --new-passphrase-env --help -h'
        ;;
    'signet key jwks')
        flags='--use --alg -a --remove --out -o --force --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations --help -h'
        ;;
    'signet jwt')
        commands='sign verify inspect'
        flags='--help -h'
        ;;
    'signet jwt sign')
        flags='--key -k --alg -a --iss --sub --aud --jti --iat --nbf --exp --claim --claim-json --profile --issuer-allow --subject-allow --dpop --method --url --nonce --access-token --cnf-key --cnf-cert --cnf-jkt --kid --cert --typ --x5c --x5t --header --header-json --in -i --prototype --rewrite-alg --jws --detached --out -o --force --at --leeway --time-unit --batch --field --result --jobs -j --engine --keep-going --skip --progress --stats --stats-every --json --allow-short-secret --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations --help -h'
        ;;
    'signet jwt verify')
        flags='--key -k --jwks --cert --trust --trust-file --x5c --roots --host --purpose --kid --alg --typ --crit --iss --sub --aud --require --claim --claim-json --profile --status-list --status-key --jws --in -i --detached --at --leeway --max-age --ignore-exp --time-unit --json --out -o --force --dpop --method --url --nonce --access-token --cnf-key --cnf-cert --cnf-jkt --batch --field --result --jobs -j --engine --keep-going --skip --allow-empty --progress --stats --stats-every --reload --allow-short-secret --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations --help -h'
        ;;
    'signet jwt inspect')
        flags='--in -i --json --time-unit --at --help -h'
        ;;
    'signet sd-jwt')
        commands='sign present verify'
        flags='--help -h'
        ;;
    'signet sd-jwt sign')
        flags='--disclose --decoys --typ --field --key -k --alg -a --iss --sub --aud --jti --iat --nbf --exp --claim --claim-json --cnf-key --cnf-cert --cnf-jkt --kid --cert --x5c --x5t --header --header-json --in -i --out -o --force --at --time-unit --batch --result --jobs -j --engine --keep-going --skip --progress --stats --stats-every --json --allow-short-secret --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations --help -h'
        ;;
    'signet sd-jwt present')
        flags='--hide --key -k --kid --alg -a --kb-aud --kb-nonce --in -i --at --out -o --force --batch --field --result --jobs -j --engine --keep-going --skip --progress --stats --stats-every --json --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations --help -h'
        ;;
    'signet sd-jwt verify')
        flags='--kb-aud --kb-nonce --kb-max-age --key -k --jwks --cert --trust --trust-file --x5c --roots --host --purpose --kid --alg --typ --crit --iss --sub --aud --require --claim --claim-json --status-list --status-key --in -i --at --leeway --max-age --ignore-exp --time-unit --json --out -o --force --batch --field --result --jobs -j --engine --keep-going --skip --allow-empty --progress --stats --stats-every --reload --allow-short-secret --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations --help -h'
        ;;
    'signet csr')
        commands='create inspect'
        flags='--help -h'
        ;;
    'signet csr create')
        flags='--key -k --kid --new-key --key-out --encrypt --digest --subject -s --params --ignore-unknown --san --key-usage --ext-key-usage --encoding --out -o --force --passphrase-file --passphrase-fd --passphrase-env --provider --max-iterations --help -h'
        ;;
    'signet csr inspect')
        flags='--json --help -h'
        ;;
    'signet cert')
        commands='create inspect check renew'
        flags='--help -h'
        ;;
    'signet cert create')
        flags='--key -k --csr --ca --ca-key --kid --digest --subject -s --like --san --key-usage --ext-key-usage --copy-extensions --is-ca --profile --crl-url --ocsp-url --issuer-url --policy-oid --name-constraint --path-length --for --not-before --not-after --at --serial --encoding --out -o --force --passphrase-file --passphrase-fd --passphrase-env --key-passphrase-file --key-passphrase-fd --key-passphrase-env --provider --max-iterations --help -h'
        ;;
    'signet cert inspect')
        flags='--json --at --passphrase-file --passphrase-fd --passphrase-env --no-passphrase --max-iterations --help -h'
        ;;
    'signet cert check')
        flags='--within --at --leeway --roots --untrusted --crl --ocsp --max-depth --host --ip --email --purpose --key -k --kid --policy-oid --explicit-policy --inhibit-any-policy --inhibit-policy-mapping --passphrase-file --passphrase-fd --passphrase-env --no-passphrase --max-iterations --policy --strict --min-rsa-bits --profile --provider --json --quiet -q --out -o --force --in -i --batch --field --result --jobs -j --keep-going --skip --allow-empty --progress --stats --stats-every --help -h'
        ;;
    'signet cert renew')
        flags='--ca --ca-key --kid --digest --new-keys --within --for --at --json --passphrase-file --passphrase-fd --passphrase-env --provider --max-iterations --help -h'
        ;;
    'signet crl')
        commands='create inspect'
        flags='--help -h'
        ;;
    'signet crl create')
        flags='--ca --ca-key --kid --digest --revoke --from --delta --for --at --number --delta-url --encoding --out -o --force --passphrase-file --passphrase-fd --passphrase-env --provider --max-iterations --help -h'
        ;;
    'signet crl inspect')
        flags='--json --at --help -h'
        ;;
    'signet ocsp')
        commands='create'
        flags='--help -h'
        ;;
    'signet ocsp create')
        flags='--ca --ca-key --kid --digest --status --for --at --out -o --force --passphrase-file --passphrase-fd --passphrase-env --provider --max-iterations --help -h'
        ;;
    'signet pkcs12')
        commands='pack unpack inspect'
        flags='--help -h'
        ;;
    'signet pkcs12 pack')
        flags='--key -k --kid --cert --chain --trust-store --name --for --at --out -o --force --passphrase-file --passphrase-fd --passphrase-env --no-passphrase --key-passphrase-file --key-passphrase-fd --key-passphrase-env --max-iterations --help -h'
        ;;
    'signet pkcs12 unpack')
        flags='--key-out --cert-out --chain-out --fullchain-out --out-dir --encrypt-key --name --at --out -o --force --passphrase-file --passphrase-fd --passphrase-env --no-passphrase --max-iterations --key-passphrase-file --key-passphrase-fd --key-passphrase-env --help -h'
        ;;
    'signet pkcs12 inspect')
        flags='--json --passphrase-file --passphrase-fd --passphrase-env --no-passphrase --max-iterations --help -h'
        ;;
    'signet enroll')
        commands='parse'
        flags='--help -h'
        ;;
    'signet enroll parse')
        flags='--kind --field --format --json --qr-out --force --show-qr --help -h'
        ;;
    'signet completions')
        flags='--help -h'
        ;;
    'signet help')
        flags='--help -h'
        ;;
    esac
}

# What a flag or an operand takes, and the flags that are not offered after a flag.
_signet_value() {
    kind=none words='' closes=''
    case $1 in
    'signet --help' | 'signet -h') closes='--help -h' ;;
    'signet --version' | 'signet -V') closes='--version -V' ;;
    'signet keygen --type' | 'signet keygen -t') kind='words' words='rsa ec ed25519 ed448 ml-dsa-44 ml-dsa-65 ml-dsa-87 hmac' closes='--type -t' ;;
    'signet keygen --bits') kind='text' closes='--bits' ;;
    'signet keygen --curve') kind='words' words='P-256 P-384 P-521 secp256k1' closes='--curve' ;;
    'signet keygen --kid') kind='words' words='thumbprint thumbprint-uri spki' closes='--kid' ;;
    'signet keygen --use') kind='words' words='sig enc' closes='--use' ;;
    'signet keygen --alg' | 'signet keygen -a') kind='words' words='RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' closes='--alg -a' ;;
    'signet keygen --profile') kind='words' words='ims sudo-fsso sudo-test sudo-signin' closes='--profile' ;;
    'signet keygen --format' | 'signet keygen -f') kind='words' words='pkcs8 pkcs1 sec1 openssh jwk jwks raw' closes='--format -f' ;;
    'signet keygen --encoding') kind='words' words='pem der' closes='--encoding' ;;
    'signet keygen --encrypt') closes='--encrypt' ;;
    'signet keygen --out' | 'signet keygen -o') kind='file' closes='--out -o --count' ;;
    'signet keygen --public-out') kind='file' closes='--public-out --count' ;;
    'signet keygen --public-format') kind='words' words='spki pkcs1 openssh jwk jwks sudo' closes='--public-format' ;;
    'signet keygen --count') kind='text' closes='--out -o --public-out --count' ;;
    'signet keygen --out-dir') kind='directory' closes='--out-dir' ;;
    'signet keygen --force') closes='--force' ;;
    'signet keygen --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet keygen --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet keygen --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet keygen --help' | 'signet keygen -h') closes='--help -h' ;;
    'signet key --help' | 'signet key -h') closes='--help -h' ;;
    'signet key inspect --kid') kind='text' closes='--kid' ;;
    'signet key inspect --json') closes='--json' ;;
    'signet key inspect --key-format') kind='words' words='auto raw' closes='--key-format' ;;
    'signet key inspect --provider') kind='text' closes='--provider' ;;
    'signet key inspect --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key inspect --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key inspect --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key inspect --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet key inspect --help' | 'signet key inspect -h') closes='--help -h' ;;
    'signet key inspect operand 0') kind='file' ;;
    'signet key public --format' | 'signet key public -f') kind='words' words='spki pkcs1 openssh jwk jwks sudo' closes='--format -f' ;;
    'signet key public --encoding') kind='words' words='pem der' closes='--encoding' ;;
    'signet key public --kid') kind='words' words='thumbprint thumbprint-uri spki x5t none' closes='--kid' ;;
    'signet key public --cert') kind='file' closes='--cert' ;;
    'signet key public --use') kind='words' words='sig enc' closes='--use' ;;
    'signet key public --alg' | 'signet key public -a') kind='words' words='RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' closes='--alg -a' ;;
    'signet key public --out' | 'signet key public -o') kind='file' closes='--out -o' ;;
    'signet key public --force') closes='--force' ;;
    'signet key public --key-format') kind='words' words='auto raw' closes='--key-format' ;;
    'signet key public --provider') kind='text' closes='--provider' ;;
    'signet key public --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key public --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key public --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key public --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet key public --help' | 'signet key public -h') closes='--help -h' ;;
    'signet key public operand 0') kind='file' ;;
    'signet key convert --format' | 'signet key convert -f') kind='words' words='pkcs8 spki pkcs1 sec1 openssh jwk jwks raw' closes='--format -f' ;;
    'signet key convert --encoding') kind='words' words='pem der' closes='--encoding' ;;
    'signet key convert --kid') kind='words' words='thumbprint thumbprint-uri spki x5t none' closes='--kid' ;;
    'signet key convert --cert') kind='file' closes='--cert' ;;
    'signet key convert --use') kind='words' words='sig enc' closes='--use' ;;
    'signet key convert --alg' | 'signet key convert -a') kind='words' words='RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' closes='--alg -a' ;;
    'signet key convert --encrypt') closes='--encrypt' ;;
    'signet key convert --out' | 'signet key convert -o') kind='file' closes='--out -o' ;;
    'signet key convert --force') closes='--force' ;;
    'signet key convert --key-format') kind='words' words='auto raw' closes='--key-format' ;;
    'signet key convert --provider') kind='text' closes='--provider' ;;
    'signet key convert --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key convert --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key convert --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key convert --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet key convert --new-passphrase-file') kind='file' closes='--new-passphrase-file --new-passphrase-fd --new-passphrase-env' ;;
    'signet key convert --new-passphrase-fd') kind='text' closes='--new-passphrase-file --new-passphrase-fd --new-passphrase-env' ;;
    'signet key convert --new-passphrase-env') kind='text' closes='--new-passphrase-file --new-passphrase-fd --new-passphrase-env' ;;
    'signet key convert --help' | 'signet key convert -h') closes='--help -h' ;;
    'signet key convert operand 0') kind='file' ;;
    'signet key jwks --use') kind='words' words='sig enc' closes='--use' ;;
    'signet key jwks --alg' | 'signet key jwks -a') kind='words' words='RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' closes='--alg -a' ;;
    'signet key jwks --remove') kind='text' ;;
    'signet key jwks --out' | 'signet key jwks -o') kind='file' closes='--out -o' ;;
    'signet key jwks --force') closes='--force' ;;
    'signet key jwks --provider') kind='text' closes='--provider' ;;
    'signet key jwks --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key jwks --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key jwks --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet key jwks --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet key jwks --help' | 'signet key jwks -h') closes='--help -h' ;;
    'signet key jwks operand '*) kind='file' ;;
    'signet jwt --help' | 'signet jwt -h') closes='--help -h' ;;
    'signet jwt sign --key' | 'signet jwt sign -k') kind='file' closes='--key -k' ;;
    'signet jwt sign --alg' | 'signet jwt sign -a') kind='words' words='RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' closes='--alg -a' ;;
    'signet jwt sign --iss') kind='text' closes='--iss --jws' ;;
    'signet jwt sign --sub') kind='text' closes='--sub --jws' ;;
    'signet jwt sign --aud') kind='text' closes='--prototype --jws' ;;
    'signet jwt sign --jti') kind='words' words='uuid' closes='--jti --prototype --jws' ;;
    'signet jwt sign --iat') kind='text' closes='--iat --prototype --jws' ;;
    'signet jwt sign --nbf') kind='text' closes='--nbf --prototype --jws' ;;
    'signet jwt sign --exp') kind='text' closes='--exp --prototype --jws' ;;
    'signet jwt sign --claim') kind='text' closes='--prototype --jws' ;;
    'signet jwt sign --claim-json') kind='text' closes='--prototype --jws' ;;
    'signet jwt sign --profile') kind='path' words='ims sudo-fsso sudo-test sudo-signin at+jwt client-assertion request-object dpop' closes='--profile --dpop --typ --header --header-json --jws' ;;
    'signet jwt sign --issuer-allow') kind='file' closes='--issuer-allow --jws' ;;
    'signet jwt sign --subject-allow') kind='file' closes='--subject-allow --jws' ;;
    'signet jwt sign --dpop') closes='--profile --dpop --kid --typ --x5c --x5t --header --header-json --prototype --jws' ;;
    'signet jwt sign --method') kind='text' closes='--method' ;;
    'signet jwt sign --url') kind='text' closes='--url' ;;
    'signet jwt sign --nonce') kind='text' closes='--nonce' ;;
    'signet jwt sign --access-token') kind='file' closes='--access-token' ;;
    'signet jwt sign --cnf-key') kind='file' closes='--cnf-key --cnf-cert --cnf-jkt --prototype --jws' ;;
    'signet jwt sign --cnf-cert') kind='file' closes='--cnf-key --cnf-cert --cnf-jkt --prototype --jws' ;;
    'signet jwt sign --cnf-jkt') kind='text' closes='--cnf-key --cnf-cert --cnf-jkt --prototype --jws' ;;
    'signet jwt sign --kid') kind='words' words='thumbprint thumbprint-uri spki x5t none' closes='--dpop --kid' ;;
    'signet jwt sign --cert') kind='file' closes='--cert' ;;
    'signet jwt sign --typ') kind='text' closes='--profile --dpop --typ' ;;
    'signet jwt sign --x5c') kind='file' closes='--dpop --x5c' ;;
    'signet jwt sign --x5t') closes='--dpop --x5t' ;;
    'signet jwt sign --header') kind='text' closes='--profile --dpop' ;;
    'signet jwt sign --header-json') kind='text' closes='--profile --dpop' ;;
    'signet jwt sign --in' | 'signet jwt sign -i') kind='file' closes='--in -i --detached' ;;
    'signet jwt sign --prototype') closes='--aud --jti --iat --nbf --exp --claim --claim-json --dpop --cnf-key --cnf-cert --cnf-jkt --prototype --jws' ;;
    'signet jwt sign --rewrite-alg') closes='--rewrite-alg' ;;
    'signet jwt sign --jws') closes='--iss --sub --aud --jti --iat --nbf --exp --claim --claim-json --profile --issuer-allow --subject-allow --dpop --cnf-key --cnf-cert --cnf-jkt --prototype --jws --batch' ;;
    'signet jwt sign --detached') kind='file' closes='--in -i --detached' ;;
    'signet jwt sign --out' | 'signet jwt sign -o') kind='file' closes='--out -o' ;;
    'signet jwt sign --force') closes='--force' ;;
    'signet jwt sign --at') kind='text' closes='--at' ;;
    'signet jwt sign --leeway') kind='text' closes='--leeway' ;;
    'signet jwt sign --time-unit') kind='words' words='s ms' closes='--time-unit' ;;
    'signet jwt sign --batch') closes='--jws --batch' ;;
    'signet jwt sign --field') kind='text' closes='--field' ;;
    'signet jwt sign --result') kind='text' closes='--result' ;;
    'signet jwt sign --jobs' | 'signet jwt sign -j') kind='text' closes='--jobs -j' ;;
    'signet jwt sign --engine') kind='words' words='auto openssl multibuffer' closes='--engine' ;;
    'signet jwt sign --keep-going') closes='--keep-going' ;;
    'signet jwt sign --skip') kind='text' closes='--skip' ;;
    'signet jwt sign --progress') closes='--progress' ;;
    'signet jwt sign --stats') closes='--stats' ;;
    'signet jwt sign --stats-every') kind='text' closes='--stats-every' ;;
    'signet jwt sign --json') closes='--json' ;;
    'signet jwt sign --allow-short-secret') closes='--allow-short-secret' ;;
    'signet jwt sign --key-format') kind='words' words='auto raw' closes='--key-format' ;;
    'signet jwt sign --provider') kind='text' closes='--provider' ;;
    'signet jwt sign --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet jwt sign --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet jwt sign --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet jwt sign --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet jwt sign --help' | 'signet jwt sign -h') closes='--help -h' ;;
    'signet jwt sign operand 0') kind='text' ;;
    'signet jwt verify --key' | 'signet jwt verify -k') kind='file' closes='--key -k --jwks --cert --trust --trust-file --x5c --dpop' ;;
    'signet jwt verify --jwks') kind='file' closes='--key -k --jwks --cert --trust --trust-file --x5c --dpop --key-format' ;;
    'signet jwt verify --cert') kind='file' closes='--key -k --jwks --cert --trust --trust-file --x5c --kid --dpop --key-format' ;;
    'signet jwt verify --trust') kind='assigned' closes='--key -k --jwks --cert --trust-file --x5c --kid --jws --dpop --key-format' ;;
    'signet jwt verify --trust-file') kind='file' closes='--key -k --jwks --cert --trust --trust-file --x5c --kid --jws --dpop --key-format' ;;
    'signet jwt verify --x5c') closes='--key -k --jwks --cert --trust --trust-file --x5c --kid --dpop --key-format' ;;
    'signet jwt verify --roots') kind='file' words='system' ;;
    'signet jwt verify --host') kind='text' closes='--host' ;;
    'signet jwt verify --purpose') kind='words' words='server client sign ca' closes='--purpose' ;;
    'signet jwt verify --kid') kind='text' closes='--cert --trust --trust-file --x5c --kid --dpop' ;;
    'signet jwt verify --alg') kind='words' words='RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' ;;
    'signet jwt verify --typ') kind='text' closes='--typ --dpop' ;;
    'signet jwt verify --crit') kind='text' ;;
    'signet jwt verify --iss') kind='text' closes='--iss --jws' ;;
    'signet jwt verify --sub') kind='text' closes='--sub --jws' ;;
    'signet jwt verify --aud') kind='text' closes='--jws' ;;
    'signet jwt verify --require') kind='text' closes='--jws' ;;
    'signet jwt verify --claim') kind='text' closes='--jws' ;;
    'signet jwt verify --claim-json') kind='text' closes='--jws' ;;
    'signet jwt verify --profile') kind='path' words='ims sudo-fsso sudo-test sudo-signin at+jwt client-assertion request-object dpop' closes='--profile --jws --ignore-exp --dpop' ;;
    'signet jwt verify --status-list') kind='file' closes='--jws --dpop' ;;
    'signet jwt verify --status-key') kind='file' closes='--status-key' ;;
    'signet jwt verify --jws') closes='--trust --trust-file --iss --sub --aud --require --claim --claim-json --profile --status-list --jws --leeway --max-age --ignore-exp --time-unit --dpop --cnf-key --cnf-cert --cnf-jkt' ;;
    'signet jwt verify --in' | 'signet jwt verify -i') kind='file' closes='--in -i' ;;
    'signet jwt verify --detached') kind='file' closes='--detached --batch' ;;
    'signet jwt verify --at') kind='text' closes='--at' ;;
    'signet jwt verify --leeway') kind='text' closes='--jws --leeway' ;;
    'signet jwt verify --max-age') kind='text' closes='--jws --max-age' ;;
    'signet jwt verify --ignore-exp') closes='--profile --jws --ignore-exp' ;;
    'signet jwt verify --time-unit') kind='words' words='s ms' closes='--jws --time-unit' ;;
    'signet jwt verify --json') closes='--json' ;;
    'signet jwt verify --out' | 'signet jwt verify -o') kind='file' closes='--out -o' ;;
    'signet jwt verify --force') closes='--force' ;;
    'signet jwt verify --dpop') closes='--key -k --jwks --cert --trust --trust-file --x5c --kid --typ --profile --status-list --jws --dpop --cnf-key --cnf-cert --cnf-jkt --reload --key-format' ;;
    'signet jwt verify --method') kind='text' closes='--method' ;;
    'signet jwt verify --url') kind='text' closes='--url' ;;
    'signet jwt verify --nonce') kind='text' closes='--nonce' ;;
    'signet jwt verify --access-token') kind='file' closes='--access-token' ;;
    'signet jwt verify --cnf-key') kind='file' closes='--jws --dpop --cnf-key --cnf-cert --cnf-jkt' ;;
    'signet jwt verify --cnf-cert') kind='file' closes='--jws --dpop --cnf-key --cnf-cert --cnf-jkt' ;;
    'signet jwt verify --cnf-jkt') kind='text' closes='--jws --dpop --cnf-key --cnf-cert --cnf-jkt' ;;
    'signet jwt verify --batch') closes='--detached --batch' ;;
    'signet jwt verify --field') kind='text' closes='--field' ;;
    'signet jwt verify --result') kind='text' closes='--result' ;;
    'signet jwt verify --jobs' | 'signet jwt verify -j') kind='text' closes='--jobs -j' ;;
    'signet jwt verify --engine') kind='words' words='auto openssl multibuffer' closes='--engine' ;;
    'signet jwt verify --keep-going') closes='--keep-going' ;;
    'signet jwt verify --skip') kind='text' closes='--skip' ;;
    'signet jwt verify --allow-empty') closes='--allow-empty' ;;
    'signet jwt verify --progress') closes='--progress' ;;
    'signet jwt verify --stats') closes='--stats' ;;
    'signet jwt verify --stats-every') kind='text' closes='--stats-every' ;;
    'signet jwt verify --reload') closes='--dpop --reload --passphrase-fd --passphrase-env' ;;
    'signet jwt verify --allow-short-secret') closes='--allow-short-secret' ;;
    'signet jwt verify --key-format') kind='words' words='auto raw' closes='--jwks --cert --trust --trust-file --x5c --dpop --key-format' ;;
    'signet jwt verify --provider') kind='text' closes='--provider' ;;
    'signet jwt verify --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet jwt verify --passphrase-fd') kind='text' closes='--reload --passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet jwt verify --passphrase-env') kind='text' closes='--reload --passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet jwt verify --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet jwt verify --help' | 'signet jwt verify -h') closes='--help -h' ;;
    'signet jwt verify operand 0') kind='text' ;;
    'signet jwt inspect --in' | 'signet jwt inspect -i') kind='file' closes='--in -i' ;;
    'signet jwt inspect --json') closes='--json' ;;
    'signet jwt inspect --time-unit') kind='words' words='s ms' closes='--time-unit' ;;
    'signet jwt inspect --at') kind='text' closes='--at' ;;
    'signet jwt inspect --help' | 'signet jwt inspect -h') closes='--help -h' ;;
    'signet jwt inspect operand 0') kind='text' ;;
    'signet sd-jwt --help' | 'signet sd-jwt -h') closes='--help -h' ;;
    'signet sd-jwt sign --disclose') kind='text' ;;
    'signet sd-jwt sign --decoys') kind='text' closes='--decoys' ;;
    'signet sd-jwt sign --typ') kind='text' closes='--typ' ;;
    'signet sd-jwt sign --field') kind='text' closes='--field' ;;
    'signet sd-jwt sign --key' | 'signet sd-jwt sign -k') kind='file' closes='--key -k' ;;
    'signet sd-jwt sign --alg' | 'signet sd-jwt sign -a') kind='words' words='RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' closes='--alg -a' ;;
    'signet sd-jwt sign --iss') kind='text' closes='--iss' ;;
    'signet sd-jwt sign --sub') kind='text' closes='--sub' ;;
    'signet sd-jwt sign --aud') kind='text' ;;
    'signet sd-jwt sign --jti') kind='words' words='uuid' closes='--jti' ;;
    'signet sd-jwt sign --iat') kind='text' closes='--iat' ;;
    'signet sd-jwt sign --nbf') kind='text' closes='--nbf' ;;
    'signet sd-jwt sign --exp') kind='text' closes='--exp' ;;
    'signet sd-jwt sign --claim') kind='text' ;;
    'signet sd-jwt sign --claim-json') kind='text' ;;
    'signet sd-jwt sign --cnf-key') kind='file' closes='--cnf-key --cnf-cert --cnf-jkt' ;;
    'signet sd-jwt sign --cnf-cert') kind='file' closes='--cnf-key --cnf-cert --cnf-jkt' ;;
    'signet sd-jwt sign --cnf-jkt') kind='text' closes='--cnf-key --cnf-cert --cnf-jkt' ;;
    'signet sd-jwt sign --kid') kind='words' words='thumbprint thumbprint-uri spki x5t none' closes='--kid' ;;
    'signet sd-jwt sign --cert') kind='file' closes='--cert' ;;
    'signet sd-jwt sign --x5c') kind='file' closes='--x5c' ;;
    'signet sd-jwt sign --x5t') closes='--x5t' ;;
    'signet sd-jwt sign --header') kind='text' ;;
    'signet sd-jwt sign --header-json') kind='text' ;;
    'signet sd-jwt sign --in' | 'signet sd-jwt sign -i') kind='file' closes='--in -i' ;;
    'signet sd-jwt sign --out' | 'signet sd-jwt sign -o') kind='file' closes='--out -o' ;;
    'signet sd-jwt sign --force') closes='--force' ;;
    'signet sd-jwt sign --at') kind='text' closes='--at' ;;
    'signet sd-jwt sign --time-unit') kind='words' words='s ms' closes='--time-unit' ;;
    'signet sd-jwt sign --batch') closes='--batch' ;;
    'signet sd-jwt sign --result') kind='text' closes='--result' ;;
    'signet sd-jwt sign --jobs' | 'signet sd-jwt sign -j') kind='text' closes='--jobs -j' ;;
    'signet sd-jwt sign --engine') kind='words' words='auto openssl multibuffer' closes='--engine' ;;
    'signet sd-jwt sign --keep-going') closes='--keep-going' ;;
    'signet sd-jwt sign --skip') kind='text' closes='--skip' ;;
    'signet sd-jwt sign --progress') closes='--progress' ;;
    'signet sd-jwt sign --stats') closes='--stats' ;;
    'signet sd-jwt sign --stats-every') kind='text' closes='--stats-every' ;;
    'signet sd-jwt sign --json') closes='--json' ;;
    'signet sd-jwt sign --allow-short-secret') closes='--allow-short-secret' ;;
    'signet sd-jwt sign --key-format') kind='words' words='auto raw' closes='--key-format' ;;
    'signet sd-jwt sign --provider') kind='text' closes='--provider' ;;
    'signet sd-jwt sign --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet sd-jwt sign --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet sd-jwt sign --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet sd-jwt sign --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet sd-jwt sign --help' | 'signet sd-jwt sign -h') closes='--help -h' ;;
    'signet sd-jwt sign operand 0') kind='text' ;;
    'signet sd-jwt present --hide') kind='text' ;;
    'signet sd-jwt present --key' | 'signet sd-jwt present -k') kind='file' closes='--key -k' ;;
    'signet sd-jwt present --kid') kind='text' closes='--kid' ;;
    'signet sd-jwt present --alg' | 'signet sd-jwt present -a') kind='words' words='RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' closes='--alg -a' ;;
    'signet sd-jwt present --kb-aud') kind='text' closes='--kb-aud' ;;
    'signet sd-jwt present --kb-nonce') kind='text' closes='--kb-nonce' ;;
    'signet sd-jwt present --in' | 'signet sd-jwt present -i') kind='file' closes='--in -i' ;;
    'signet sd-jwt present --at') kind='text' closes='--at' ;;
    'signet sd-jwt present --out' | 'signet sd-jwt present -o') kind='file' closes='--out -o' ;;
    'signet sd-jwt present --force') closes='--force' ;;
    'signet sd-jwt present --batch') closes='--batch' ;;
    'signet sd-jwt present --field') kind='text' closes='--field' ;;
    'signet sd-jwt present --result') kind='text' closes='--result' ;;
    'signet sd-jwt present --jobs' | 'signet sd-jwt present -j') kind='text' closes='--jobs -j' ;;
    'signet sd-jwt present --engine') kind='words' words='auto openssl multibuffer' closes='--engine' ;;
    'signet sd-jwt present --keep-going') closes='--keep-going' ;;
    'signet sd-jwt present --skip') kind='text' closes='--skip' ;;
    'signet sd-jwt present --progress') closes='--progress' ;;
    'signet sd-jwt present --stats') closes='--stats' ;;
    'signet sd-jwt present --stats-every') kind='text' closes='--stats-every' ;;
    'signet sd-jwt present --json') closes='--json' ;;
    'signet sd-jwt present --key-format') kind='words' words='auto raw' closes='--key-format' ;;
    'signet sd-jwt present --provider') kind='text' closes='--provider' ;;
    'signet sd-jwt present --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet sd-jwt present --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet sd-jwt present --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet sd-jwt present --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet sd-jwt present --help' | 'signet sd-jwt present -h') closes='--help -h' ;;
    'signet sd-jwt present operand 0') kind='text' ;;
    'signet sd-jwt verify --kb-aud') kind='text' closes='--kb-aud' ;;
    'signet sd-jwt verify --kb-nonce') kind='text' closes='--kb-nonce' ;;
    'signet sd-jwt verify --kb-max-age') kind='text' closes='--kb-max-age' ;;
    'signet sd-jwt verify --key' | 'signet sd-jwt verify -k') kind='file' closes='--key -k --jwks --cert --trust --trust-file --x5c' ;;
    'signet sd-jwt verify --jwks') kind='file' closes='--key -k --jwks --cert --trust --trust-file --x5c --key-format' ;;
    'signet sd-jwt verify --cert') kind='file' closes='--key -k --jwks --cert --trust --trust-file --x5c --kid --key-format' ;;
    'signet sd-jwt verify --trust') kind='assigned' closes='--key -k --jwks --cert --trust-file --x5c --kid --key-format' ;;
    'signet sd-jwt verify --trust-file') kind='file' closes='--key -k --jwks --cert --trust --trust-file --x5c --kid --key-format' ;;
    'signet sd-jwt verify --x5c') closes='--key -k --jwks --cert --trust --trust-file --x5c --kid --key-format' ;;
    'signet sd-jwt verify --roots') kind='file' words='system' ;;
    'signet sd-jwt verify --host') kind='text' closes='--host' ;;
    'signet sd-jwt verify --purpose') kind='words' words='server client sign ca' closes='--purpose' ;;
    'signet sd-jwt verify --kid') kind='text' closes='--cert --trust --trust-file --x5c --kid' ;;
    'signet sd-jwt verify --alg') kind='words' words='RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' ;;
    'signet sd-jwt verify --typ') kind='text' closes='--typ' ;;
    'signet sd-jwt verify --crit') kind='text' ;;
    'signet sd-jwt verify --iss') kind='text' closes='--iss' ;;
    'signet sd-jwt verify --sub') kind='text' closes='--sub' ;;
    'signet sd-jwt verify --aud') kind='text' ;;
    'signet sd-jwt verify --require') kind='text' ;;
    'signet sd-jwt verify --claim') kind='text' ;;
    'signet sd-jwt verify --claim-json') kind='text' ;;
    'signet sd-jwt verify --status-list') kind='file' ;;
    'signet sd-jwt verify --status-key') kind='file' closes='--status-key' ;;
    'signet sd-jwt verify --in' | 'signet sd-jwt verify -i') kind='file' closes='--in -i' ;;
    'signet sd-jwt verify --at') kind='text' closes='--at' ;;
    'signet sd-jwt verify --leeway') kind='text' closes='--leeway' ;;
    'signet sd-jwt verify --max-age') kind='text' closes='--max-age' ;;
    'signet sd-jwt verify --ignore-exp') closes='--ignore-exp' ;;
    'signet sd-jwt verify --time-unit') kind='words' words='s ms' closes='--time-unit' ;;
    'signet sd-jwt verify --json') closes='--json' ;;
    'signet sd-jwt verify --out' | 'signet sd-jwt verify -o') kind='file' closes='--out -o' ;;
    'signet sd-jwt verify --force') closes='--force' ;;
    'signet sd-jwt verify --batch') closes='--batch' ;;
    'signet sd-jwt verify --field') kind='text' closes='--field' ;;
    'signet sd-jwt verify --result') kind='text' closes='--result' ;;
    'signet sd-jwt verify --jobs' | 'signet sd-jwt verify -j') kind='text' closes='--jobs -j' ;;
    'signet sd-jwt verify --engine') kind='words' words='auto openssl multibuffer' closes='--engine' ;;
    'signet sd-jwt verify --keep-going') closes='--keep-going' ;;
    'signet sd-jwt verify --skip') kind='text' closes='--skip' ;;
    'signet sd-jwt verify --allow-empty') closes='--allow-empty' ;;
    'signet sd-jwt verify --progress') closes='--progress' ;;
    'signet sd-jwt verify --stats') closes='--stats' ;;
    'signet sd-jwt verify --stats-every') kind='text' closes='--stats-every' ;;
    'signet sd-jwt verify --reload') closes='--reload --passphrase-fd --passphrase-env' ;;
    'signet sd-jwt verify --allow-short-secret') closes='--allow-short-secret' ;;
    'signet sd-jwt verify --key-format') kind='words' words='auto raw' closes='--jwks --cert --trust --trust-file --x5c --key-format' ;;
    'signet sd-jwt verify --provider') kind='text' closes='--provider' ;;
    'signet sd-jwt verify --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet sd-jwt verify --passphrase-fd') kind='text' closes='--reload --passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet sd-jwt verify --passphrase-env') kind='text' closes='--reload --passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet sd-jwt verify --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet sd-jwt verify --help' | 'signet sd-jwt verify -h') closes='--help -h' ;;
    'signet sd-jwt verify operand 0') kind='text' ;;
    'signet csr --help' | 'signet csr -h') closes='--help -h' ;;
    'signet csr create --key' | 'signet csr create -k') kind='file' closes='--key -k --new-key --key-out --encrypt' ;;
    'signet csr create --kid') kind='text' closes='--kid' ;;
    'signet csr create --new-key') kind='words' words='rsa:2048 rsa:3072 rsa:4096 ec:P-256 ec:P-384 ec:P-521 ec:secp256k1 ed25519 ed448 ml-dsa-44 ml-dsa-65 ml-dsa-87' closes='--key -k --new-key' ;;
    'signet csr create --key-out') kind='file' closes='--key -k --key-out' ;;
    'signet csr create --encrypt') closes='--key -k --encrypt' ;;
    'signet csr create --digest') kind='words' words='sha256 sha384 sha512' closes='--digest' ;;
    'signet csr create --subject' | 'signet csr create -s') kind='text' closes='--subject -s' ;;
    'signet csr create --params') kind='file' closes='--params' ;;
    'signet csr create --ignore-unknown') closes='--ignore-unknown' ;;
    'signet csr create --san') kind='words' words='dns: ip: email: uri: upn:' ;;
    'signet csr create --key-usage') kind='list' words='digitalSignature nonRepudiation keyEncipherment dataEncipherment keyAgreement keyCertSign cRLSign encipherOnly decipherOnly' ;;
    'signet csr create --ext-key-usage') kind='list' words='serverAuth clientAuth codeSigning emailProtection timeStamping OCSPSigning smartcardLogon ipsecIKE documentSigning pkInitClient pkInitKDC anyExtendedKeyUsage' ;;
    'signet csr create --encoding') kind='words' words='pem der' closes='--encoding' ;;
    'signet csr create --out' | 'signet csr create -o') kind='file' closes='--out -o' ;;
    'signet csr create --force') closes='--force' ;;
    'signet csr create --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet csr create --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet csr create --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet csr create --provider') kind='text' closes='--provider' ;;
    'signet csr create --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet csr create --help' | 'signet csr create -h') closes='--help -h' ;;
    'signet csr inspect --json') closes='--json' ;;
    'signet csr inspect --help' | 'signet csr inspect -h') closes='--help -h' ;;
    'signet csr inspect operand 0') kind='file' ;;
    'signet cert --help' | 'signet cert -h') closes='--help -h' ;;
    'signet cert create --key' | 'signet cert create -k') kind='file' closes='--key -k --csr' ;;
    'signet cert create --csr') kind='file' closes='--key -k --csr --like' ;;
    'signet cert create --ca') kind='file' closes='--ca' ;;
    'signet cert create --ca-key') kind='file' closes='--ca-key' ;;
    'signet cert create --kid') kind='text' closes='--kid' ;;
    'signet cert create --digest') kind='words' words='sha256 sha384 sha512' closes='--digest' ;;
    'signet cert create --subject' | 'signet cert create -s') kind='text' closes='--subject -s' ;;
    'signet cert create --like') kind='file' closes='--csr --like --profile' ;;
    'signet cert create --san') kind='words' words='dns: ip: email: uri: upn:' ;;
    'signet cert create --key-usage') kind='list' words='digitalSignature nonRepudiation keyEncipherment dataEncipherment keyAgreement keyCertSign cRLSign encipherOnly decipherOnly' ;;
    'signet cert create --ext-key-usage') kind='list' words='serverAuth clientAuth codeSigning emailProtection timeStamping OCSPSigning smartcardLogon ipsecIKE documentSigning pkInitClient pkInitKDC anyExtendedKeyUsage' ;;
    'signet cert create --copy-extensions') closes='--copy-extensions' ;;
    'signet cert create --is-ca') closes='--is-ca --profile' ;;
    'signet cert create --profile') kind='words' words='ims' closes='--like --is-ca --profile' ;;
    'signet cert create --crl-url') kind='text' ;;
    'signet cert create --ocsp-url') kind='text' ;;
    'signet cert create --issuer-url') kind='text' ;;
    'signet cert create --policy-oid') kind='text' ;;
    'signet cert create --name-constraint') kind='words' words='permit:dns: permit:ip: permit:email: permit:uri: permit:dirname: exclude:dns: exclude:ip: exclude:email: exclude:uri: exclude:dirname:' ;;
    'signet cert create --path-length') kind='text' closes='--path-length' ;;
    'signet cert create --for') kind='text' closes='--for --not-after' ;;
    'signet cert create --not-before') kind='text' closes='--not-before' ;;
    'signet cert create --not-after') kind='text' closes='--for --not-after' ;;
    'signet cert create --at') kind='text' closes='--at' ;;
    'signet cert create --serial') kind='text' closes='--serial' ;;
    'signet cert create --encoding') kind='words' words='pem der' closes='--encoding' ;;
    'signet cert create --out' | 'signet cert create -o') kind='file' closes='--out -o' ;;
    'signet cert create --force') closes='--force' ;;
    'signet cert create --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet cert create --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet cert create --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet cert create --key-passphrase-file') kind='file' closes='--key-passphrase-file --key-passphrase-fd --key-passphrase-env' ;;
    'signet cert create --key-passphrase-fd') kind='text' closes='--key-passphrase-file --key-passphrase-fd --key-passphrase-env' ;;
    'signet cert create --key-passphrase-env') kind='text' closes='--key-passphrase-file --key-passphrase-fd --key-passphrase-env' ;;
    'signet cert create --provider') kind='text' closes='--provider' ;;
    'signet cert create --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet cert create --help' | 'signet cert create -h') closes='--help -h' ;;
    'signet cert inspect --json') closes='--json' ;;
    'signet cert inspect --at') kind='text' closes='--at' ;;
    'signet cert inspect --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet cert inspect --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet cert inspect --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet cert inspect --no-passphrase') closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet cert inspect --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet cert inspect --help' | 'signet cert inspect -h') closes='--help -h' ;;
    'signet cert inspect operand 0') kind='file' ;;
    'signet cert check --within') kind='text' closes='--within' ;;
    'signet cert check --at') kind='text' closes='--at' ;;
    'signet cert check --leeway') kind='text' closes='--leeway' ;;
    'signet cert check --roots') kind='file' words='system' ;;
    'signet cert check --untrusted') kind='file' ;;
    'signet cert check --crl') kind='file' ;;
    'signet cert check --ocsp') kind='file' ;;
    'signet cert check --max-depth') kind='text' closes='--max-depth' ;;
    'signet cert check --host') kind='text' closes='--host' ;;
    'signet cert check --ip') kind='text' closes='--ip' ;;
    'signet cert check --email') kind='text' closes='--email' ;;
    'signet cert check --purpose') kind='words' words='server client sign ca' closes='--purpose' ;;
    'signet cert check --key' | 'signet cert check -k') kind='file' closes='--key -k' ;;
    'signet cert check --kid') kind='text' closes='--kid' ;;
    'signet cert check --policy-oid') kind='text' ;;
    'signet cert check --explicit-policy') closes='--explicit-policy' ;;
    'signet cert check --inhibit-any-policy') closes='--inhibit-any-policy' ;;
    'signet cert check --inhibit-policy-mapping') closes='--inhibit-policy-mapping' ;;
    'signet cert check --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet cert check --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet cert check --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet cert check --no-passphrase') closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet cert check --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet cert check --policy') kind='words' words='rfc5280 webpki' closes='--policy' ;;
    'signet cert check --strict') closes='--strict' ;;
    'signet cert check --min-rsa-bits') kind='text' closes='--min-rsa-bits' ;;
    'signet cert check --profile') kind='words' words='ims' closes='--profile' ;;
    'signet cert check --provider') kind='text' closes='--provider' ;;
    'signet cert check --json') closes='--json --quiet -q' ;;
    'signet cert check --quiet' | 'signet cert check -q') closes='--json --quiet -q --out -o --batch' ;;
    'signet cert check --out' | 'signet cert check -o') kind='file' closes='--quiet -q --out -o' ;;
    'signet cert check --force') closes='--force' ;;
    'signet cert check --in' | 'signet cert check -i') kind='file' closes='--in -i' ;;
    'signet cert check --batch') closes='--quiet -q --batch' ;;
    'signet cert check --field') kind='text' closes='--field' ;;
    'signet cert check --result') kind='text' closes='--result' ;;
    'signet cert check --jobs' | 'signet cert check -j') kind='text' closes='--jobs -j' ;;
    'signet cert check --keep-going') closes='--keep-going' ;;
    'signet cert check --skip') kind='text' closes='--skip' ;;
    'signet cert check --allow-empty') closes='--allow-empty' ;;
    'signet cert check --progress') closes='--progress' ;;
    'signet cert check --stats') closes='--stats' ;;
    'signet cert check --stats-every') kind='text' closes='--stats-every' ;;
    'signet cert check --help' | 'signet cert check -h') closes='--help -h' ;;
    'signet cert check operand '*) kind='file' ;;
    'signet cert renew --ca') kind='file' closes='--ca' ;;
    'signet cert renew --ca-key') kind='file' closes='--ca-key' ;;
    'signet cert renew --kid') kind='text' closes='--kid' ;;
    'signet cert renew --digest') kind='words' words='sha256 sha384 sha512' closes='--digest' ;;
    'signet cert renew --new-keys') closes='--new-keys' ;;
    'signet cert renew --within') kind='text' closes='--within' ;;
    'signet cert renew --for') kind='text' closes='--for' ;;
    'signet cert renew --at') kind='text' closes='--at' ;;
    'signet cert renew --json') closes='--json' ;;
    'signet cert renew --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet cert renew --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet cert renew --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet cert renew --provider') kind='text' closes='--provider' ;;
    'signet cert renew --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet cert renew --help' | 'signet cert renew -h') closes='--help -h' ;;
    'signet cert renew operand '*) kind='directory' ;;
    'signet crl --help' | 'signet crl -h') closes='--help -h' ;;
    'signet crl create --ca') kind='file' closes='--ca' ;;
    'signet crl create --ca-key') kind='file' closes='--ca-key' ;;
    'signet crl create --kid') kind='text' closes='--kid' ;;
    'signet crl create --digest') kind='words' words='sha256 sha384 sha512' closes='--digest' ;;
    'signet crl create --revoke') kind='file' ;;
    'signet crl create --from') kind='file' ;;
    'signet crl create --delta') kind='file' closes='--delta --delta-url' ;;
    'signet crl create --for') kind='text' closes='--for' ;;
    'signet crl create --at') kind='text' closes='--at' ;;
    'signet crl create --number') kind='text' closes='--number' ;;
    'signet crl create --delta-url') kind='text' closes='--delta' ;;
    'signet crl create --encoding') kind='words' words='pem der' closes='--encoding' ;;
    'signet crl create --out' | 'signet crl create -o') kind='file' closes='--out -o' ;;
    'signet crl create --force') closes='--force' ;;
    'signet crl create --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet crl create --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet crl create --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet crl create --provider') kind='text' closes='--provider' ;;
    'signet crl create --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet crl create --help' | 'signet crl create -h') closes='--help -h' ;;
    'signet crl inspect --json') closes='--json' ;;
    'signet crl inspect --at') kind='text' closes='--at' ;;
    'signet crl inspect --help' | 'signet crl inspect -h') closes='--help -h' ;;
    'signet crl inspect operand 0') kind='file' ;;
    'signet ocsp --help' | 'signet ocsp -h') closes='--help -h' ;;
    'signet ocsp create --ca') kind='file' closes='--ca' ;;
    'signet ocsp create --ca-key') kind='file' closes='--ca-key' ;;
    'signet ocsp create --kid') kind='text' closes='--kid' ;;
    'signet ocsp create --digest') kind='words' words='sha256 sha384 sha512' closes='--digest' ;;
    'signet ocsp create --status') kind='words' words='good unknown revoked' closes='--status' ;;
    'signet ocsp create --for') kind='text' closes='--for' ;;
    'signet ocsp create --at') kind='text' closes='--at' ;;
    'signet ocsp create --out' | 'signet ocsp create -o') kind='file' closes='--out -o' ;;
    'signet ocsp create --force') closes='--force' ;;
    'signet ocsp create --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet ocsp create --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet ocsp create --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env' ;;
    'signet ocsp create --provider') kind='text' closes='--provider' ;;
    'signet ocsp create --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet ocsp create --help' | 'signet ocsp create -h') closes='--help -h' ;;
    'signet ocsp create operand 0') kind='file' ;;
    'signet pkcs12 --help' | 'signet pkcs12 -h') closes='--help -h' ;;
    'signet pkcs12 pack --key' | 'signet pkcs12 pack -k') kind='file' closes='--key -k --trust-store' ;;
    'signet pkcs12 pack --kid') kind='text' closes='--kid --trust-store' ;;
    'signet pkcs12 pack --cert') kind='file' ;;
    'signet pkcs12 pack --chain') kind='file' closes='--trust-store' ;;
    'signet pkcs12 pack --trust-store') closes='--key -k --kid --chain --trust-store --at' ;;
    'signet pkcs12 pack --name') kind='text' closes='--name' ;;
    'signet pkcs12 pack --for') kind='words' words='modern apple android windows java8 openssl1 fips' closes='--for' ;;
    'signet pkcs12 pack --at') kind='text' closes='--trust-store --at' ;;
    'signet pkcs12 pack --out' | 'signet pkcs12 pack -o') kind='file' closes='--out -o' ;;
    'signet pkcs12 pack --force') closes='--force' ;;
    'signet pkcs12 pack --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 pack --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 pack --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 pack --no-passphrase') closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 pack --key-passphrase-file') kind='file' closes='--key-passphrase-file --key-passphrase-fd --key-passphrase-env' ;;
    'signet pkcs12 pack --key-passphrase-fd') kind='text' closes='--key-passphrase-file --key-passphrase-fd --key-passphrase-env' ;;
    'signet pkcs12 pack --key-passphrase-env') kind='text' closes='--key-passphrase-file --key-passphrase-fd --key-passphrase-env' ;;
    'signet pkcs12 pack --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet pkcs12 pack --help' | 'signet pkcs12 pack -h') closes='--help -h' ;;
    'signet pkcs12 unpack --key-out') kind='file' closes='--key-out --out-dir --out -o' ;;
    'signet pkcs12 unpack --cert-out') kind='file' closes='--cert-out --out-dir --out -o' ;;
    'signet pkcs12 unpack --chain-out') kind='file' closes='--chain-out --out-dir --out -o' ;;
    'signet pkcs12 unpack --fullchain-out') kind='file' closes='--fullchain-out --out-dir --out -o' ;;
    'signet pkcs12 unpack --out-dir') kind='directory' closes='--key-out --cert-out --chain-out --fullchain-out --out-dir --out -o' ;;
    'signet pkcs12 unpack --encrypt-key') closes='--encrypt-key' ;;
    'signet pkcs12 unpack --name') kind='text' closes='--name' ;;
    'signet pkcs12 unpack --at') kind='text' closes='--at' ;;
    'signet pkcs12 unpack --out' | 'signet pkcs12 unpack -o') kind='file' closes='--key-out --cert-out --chain-out --fullchain-out --out-dir --out -o' ;;
    'signet pkcs12 unpack --force') closes='--force' ;;
    'signet pkcs12 unpack --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 unpack --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 unpack --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 unpack --no-passphrase') closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 unpack --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet pkcs12 unpack --key-passphrase-file') kind='file' closes='--key-passphrase-file --key-passphrase-fd --key-passphrase-env' ;;
    'signet pkcs12 unpack --key-passphrase-fd') kind='text' closes='--key-passphrase-file --key-passphrase-fd --key-passphrase-env' ;;
    'signet pkcs12 unpack --key-passphrase-env') kind='text' closes='--key-passphrase-file --key-passphrase-fd --key-passphrase-env' ;;
    'signet pkcs12 unpack --help' | 'signet pkcs12 unpack -h') closes='--help -h' ;;
    'signet pkcs12 unpack operand 0') kind='file' ;;
    'signet pkcs12 inspect --json') closes='--json' ;;
    'signet pkcs12 inspect --passphrase-file') kind='file' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 inspect --passphrase-fd') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 inspect --passphrase-env') kind='text' closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 inspect --no-passphrase') closes='--passphrase-file --passphrase-fd --passphrase-env --no-passphrase' ;;
    'signet pkcs12 inspect --max-iterations') kind='text' closes='--max-iterations' ;;
    'signet pkcs12 inspect --help' | 'signet pkcs12 inspect -h') closes='--help -h' ;;
    'signet pkcs12 inspect operand 0') kind='file' ;;
    'signet enroll --help' | 'signet enroll -h') closes='--help -h' ;;
    'signet enroll parse --kind') kind='words' words='auto nevis nevis-link sls' closes='--kind' ;;
    'signet enroll parse --field') kind='text' closes='--field --format --json --show-qr' ;;
    'signet enroll parse --format') kind='words' words='text json env' closes='--field --format --json' ;;
    'signet enroll parse --json') closes='--field --format --json --show-qr' ;;
    'signet enroll parse --qr-out') kind='file' closes='--qr-out' ;;
    'signet enroll parse --force') closes='--force' ;;
    'signet enroll parse --show-qr') closes='--field --json --show-qr' ;;
    'signet enroll parse --help' | 'signet enroll parse -h') closes='--help -h' ;;
    'signet enroll parse operand 0') kind='file' ;;
    'signet completions --help' | 'signet completions -h') closes='--help -h' ;;
    'signet completions operand 0') kind='words' words='bash zsh fish' ;;
    'signet help --help' | 'signet help -h') closes='--help -h' ;;
    'signet help operand '*) kind='command' words='profiles limits batch rotation recipes oauth coming-from authority hsm ims nevis sls sudo' ;;
    esac
}

_signet() {
    local IFS=$' \t\n'
    local line=${COMP_LINE:0:COMP_POINT} rest='' piece='' word='' head='' kept='' flag='' index
    local command='signet' commands flags kind words closes
    local closed=' ' expecting='' ended=''
    local -a typed=() operands=()
    COMPREPLY=()

    # bash cuts words at the characters of COMP_WORDBREAKS, `=` and `:` among them: join them again.
    for ((index = 0; index <= COMP_CWORD; index++)); do
        rest=${line#"${line%%[![:space:]]*}"}
        piece=${COMP_WORDS[index]}
        if ((index == COMP_CWORD)); then piece=$rest; fi
        if ((index > 0)) && [[ $rest == "$line" ]]; then
            typed[${#typed[@]} - 1]+=$piece
        else
            typed+=("$piece")
        fi
        line=${rest#"$piece"}
    done

    _signet_command "$command"
    for ((index = 1; index < ${#typed[@]} - 1; index++)); do
        word=${typed[index]}
        if [[ $expecting ]]; then
            expecting=''
        elif [[ $ended || $word != -?* ]]; then
            if [[ ${#operands[@]} == 0 && $word && " $commands " == *" $word "* ]]; then
                command+=" $word"
                _signet_command "$command"
            else
                operands+=("$word")
            fi
        elif [[ $word == -- ]]; then
            ended=1
        else
            flag=${word%%=*}
            if [[ $flag != --* ]]; then flag=${word:0:2}; fi
            _signet_value "$command $flag"
            closed+="$closes "
            if [[ $kind != none && $word == "$flag" ]]; then expecting=$flag; fi
        fi
    done

    word=${typed[${#typed[@]} - 1]}
    if [[ ${typed[index - 1]} == *[\<\>] || $word == [\<\>]* ]]; then
        kind='file' # a redirection
    elif [[ $expecting ]]; then
        _signet_value "$command $expecting"
    elif [[ ! $ended && $word == --*=* ]]; then
        head=${word%%=*}=
        _signet_value "$command ${word%%=*}"
    elif [[ ! $ended && $word == -* ]]; then
        kind=words words=''
        for flag in $flags; do
            if [[ $closed != *" $flag "* ]]; then words+=" $flag"; fi
        done
    elif [[ $commands ]]; then
        kind=words words=''
        if [[ ${#operands[@]} == 0 ]]; then words=$commands; fi
    else
        _signet_value "$command operand ${#operands[@]}"
    fi

    # What bash keeps of the word, because it lies before a break, is not part of an answer.
    if [[ $piece == [=:]* && $COMP_WORDBREAKS == *"${piece:0:1}"* ]]; then piece=''; fi
    kept=${word%"$piece"}
    if [[ $kind == path && ${word#"$head"} == */* ]]; then
        kind=file
    elif [[ $kind == assigned && ${word#"$head"} == *=* ]]; then
        kind=file head=${word%=*}=
    fi
    case $kind in
    file | directory)
        # Paths are left to readline, which knows tildes and quotes. It offers none behind `=` if that is
        # not a break, and none at all if words are offered too.
        if [[ $words != "${word#"$head"}"* ]]; then words=''; fi
        if [[ $head && ! $kept ]]; then
            compopt -o nospace 2>/dev/null
            # readline does not quote these, so a name that the shell would evaluate is not offered.
            while IFS= read -r piece; do
                printf -v rest %q "$piece"
                if [[ $rest == "$piece" ]]; then COMPREPLY+=("$head$piece"); fi
            done < <(compgen -A "$kind" -- "${word#"$head"}")
        elif [[ $words ]]; then
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -A "$kind" -- "${word#"$head"}")
        elif [[ $kind == file ]]; then
            compopt -o default 2>/dev/null
        else
            compopt -o dirnames 2>/dev/null
        fi
        ;;
    list)
        # The word behind the last comma. Those before it are not offered again.
        compopt -o nospace 2>/dev/null
        piece=${word#"$head"}
        if [[ $piece == *,* ]]; then
            head+=${piece%,*},
            rest=$words words=''
            for flag in $rest; do
                if [[ ,$piece, != *",$flag,"* ]]; then words+=" $flag"; fi
            done
        fi
        ;;
    command)
        if [[ ${operands[*]} ]]; then words=''; fi
        _signet_command "signet${operands[*]:+ ${operands[*]}}"
        words+=" $commands"
        ;;
    esac
    for flag in $words; do
        flag=$head$flag
        if [[ $flag == "$word"* ]]; then COMPREPLY+=("${flag#"$kept"}"); fi
        if [[ $flag == "$word"*: ]]; then compopt -o nospace 2>/dev/null; fi
    done
    return 0
}

complete -F _signet signet
