# fish completion for signet, generated from the declarations of its commands: do not edit.

# The commands below the command whose path is given.
function __signet_below
    switch "$argv"
        case 'signet'
            printf '%s\t%s\n' keygen 'make a key pair or an HMAC secret'
            printf '%s\t%s\n' key 'inspect, convert and publish keys'
            printf '%s\t%s\n' jwt 'sign, verify and inspect JSON Web Tokens'
            printf '%s\t%s\n' sd-jwt 'sign, present and verify selectively disclosable tokens'
            printf '%s\t%s\n' csr 'create and inspect certificate requests'
            printf '%s\t%s\n' cert 'create, inspect, check and renew certificates'
            printf '%s\t%s\n' crl 'create and inspect revocation lists'
            printf '%s\t%s\n' ocsp 'create OCSP responses'
            printf '%s\t%s\n' pkcs12 'pack, unpack and inspect PKCS#12 files'
            printf '%s\t%s\n' enroll 'read enrolment responses'
            printf '%s\t%s\n' completions 'print the completion script for bash, zsh or fish'
            printf '%s\t%s\n' help 'print the page of a command or a topic'
        case 'signet key'
            printf '%s\t%s\n' inspect 'show the type, size, format and thumbprint of a key'
            printf '%s\t%s\n' public 'print the public key'
            printf '%s\t%s\n' convert 'convert a key to another format'
            printf '%s\t%s\n' jwks 'make one JWKS of the public keys of many files'
        case 'signet jwt'
            printf '%s\t%s\n' sign 'sign claims or unsigned prototypes, one or a batch'
            printf '%s\t%s\n' verify 'verify tokens with a key, a JWKS or a certificate, one or a batch'
            printf '%s\t%s\n' inspect 'decode a token without verifying it'
        case 'signet sd-jwt'
            printf '%s\t%s\n' sign 'sign claims that their holder can disclose one by one'
            printf '%s\t%s\n' present 'leave out disclosures of an SD-JWT, and prove to be its holder'
            printf '%s\t%s\n' verify 'verify SD-JWTs, and print the claims that they disclose'
        case 'signet csr'
            printf '%s\t%s\n' create 'create a certificate request (PKCS#10)'
            printf '%s\t%s\n' inspect 'show the contents of a certificate request, and verify its signature'
        case 'signet cert'
            printf '%s\t%s\n' create 'create a self-signed certificate, or issue one from a request'
            printf '%s\t%s\n' inspect 'show the contents of certificates'
            printf '%s\t%s\n' check 'check certificates: expiry, chain, names, purpose, key and policy'
            printf '%s\t%s\n' renew 'renew the certificates of a folder that a CA issued'
        case 'signet crl'
            printf '%s\t%s\n' create 'create a certificate revocation list (CRL)'
            printf '%s\t%s\n' inspect 'show the contents of revocation lists'
        case 'signet ocsp'
            printf '%s\t%s\n' create 'create an OCSP response for a certificate'
        case 'signet pkcs12'
            printf '%s\t%s\n' pack 'pack a key, its certificate and the chain into a PKCS#12'
            printf '%s\t%s\n' unpack 'extract the key, certificate and chain from a PKCS#12'
            printf '%s\t%s\n' inspect 'show the contents, algorithms and iteration counts of a PKCS#12'
        case 'signet enroll'
            printf '%s\t%s\n' parse 'show the fields of an enrolment or an approval'
    end
end

# The flags of the command at hand that take a value.
function __signet_valued
    switch (__signet_command | string collect)
        case 'signet keygen'
            string split ' ' -- '--type -t --bits --curve --kid --use --alg -a --profile --format -f --encoding --out -o --public-out --public-format --count --out-dir --passphrase-file --passphrase-fd --passphrase-env'
        case 'signet key inspect'
            string split ' ' -- '--kid --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations'
        case 'signet key public'
            string split ' ' -- '--format -f --encoding --kid --cert --use --alg -a --out -o --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations'
        case 'signet key convert'
            string split ' ' -- '--format -f --encoding --kid --cert --use --alg -a --out -o --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations --new-passphrase-file --new-passphrase-fd --new-passphrase-env'
        case 'signet key jwks'
            string split ' ' -- '--use --alg -a --remove --out -o --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations'
        case 'signet jwt sign'
            string split ' ' -- '--key -k --alg -a --iss --sub --aud --jti --iat --nbf --exp --claim --claim-json --profile --issuer-allow --subject-allow --method --url --nonce --access-token --cnf-key --cnf-cert --cnf-jkt --kid --cert --typ --x5c --header --header-json --in -i --detached --out -o --at --leeway --time-unit --field --result --jobs -j --engine --skip --stats-every --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations'
        case 'signet jwt verify'
            string split ' ' -- '--key -k --jwks --cert --trust --trust-file --roots --host --purpose --kid --alg --typ --crit --iss --sub --aud --require --claim --claim-json --profile --status-list --status-key --in -i --detached --at --leeway --max-age --time-unit --out -o --method --url --nonce --access-token --cnf-key --cnf-cert --cnf-jkt --field --result --jobs -j --engine --skip --stats-every --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations'
        case 'signet jwt inspect'
            string split ' ' -- '--in -i --time-unit --at'
        case 'signet sd-jwt sign'
            string split ' ' -- '--disclose --decoys --typ --field --key -k --alg -a --iss --sub --aud --jti --iat --nbf --exp --claim --claim-json --cnf-key --cnf-cert --cnf-jkt --kid --cert --x5c --header --header-json --in -i --out -o --at --time-unit --result --jobs -j --engine --skip --stats-every --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations'
        case 'signet sd-jwt present'
            string split ' ' -- '--hide --key -k --kid --alg -a --kb-aud --kb-nonce --in -i --at --out -o --field --result --jobs -j --engine --skip --stats-every --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations'
        case 'signet sd-jwt verify'
            string split ' ' -- '--kb-aud --kb-nonce --kb-max-age --key -k --jwks --cert --trust --trust-file --roots --host --purpose --kid --alg --typ --crit --iss --sub --aud --require --claim --claim-json --status-list --status-key --in -i --at --leeway --max-age --time-unit --out -o --field --result --jobs -j --engine --skip --stats-every --key-format --provider --passphrase-file --passphrase-fd --passphrase-env --max-iterations'
        case 'signet csr create'
            string split ' ' -- '--key -k --kid --new-key --key-out --digest --subject -s --params --san --key-usage --ext-key-usage --encoding --out -o --passphrase-file --passphrase-fd --passphrase-env --provider --max-iterations'
        case 'signet cert create'
            string split ' ' -- '--key -k --csr --ca --ca-key --kid --digest --subject -s --like --san --key-usage --ext-key-usage --profile --crl-url --ocsp-url --issuer-url --policy-oid --name-constraint --path-length --for --not-before --not-after --at --serial --encoding --out -o --passphrase-file --passphrase-fd --passphrase-env --key-passphrase-file --key-passphrase-fd --key-passphrase-env --provider --max-iterations'
        case 'signet cert inspect'
            string split ' ' -- '--at --passphrase-file --passphrase-fd --passphrase-env --max-iterations'
        case 'signet cert check'
            string split ' ' -- '--within --at --leeway --roots --untrusted --crl --ocsp --max-depth --host --ip --email --purpose --key -k --kid --policy-oid --passphrase-file --passphrase-fd --passphrase-env --max-iterations --policy --min-rsa-bits --profile --provider --out -o --in -i --field --result --jobs -j --skip --stats-every'
        case 'signet cert renew'
            string split ' ' -- '--ca --ca-key --kid --digest --within --for --at --passphrase-file --passphrase-fd --passphrase-env --provider --max-iterations'
        case 'signet crl create'
            string split ' ' -- '--ca --ca-key --kid --digest --revoke --from --delta --for --at --number --delta-url --encoding --out -o --passphrase-file --passphrase-fd --passphrase-env --provider --max-iterations'
        case 'signet crl inspect'
            string split ' ' -- '--at'
        case 'signet ocsp create'
            string split ' ' -- '--ca --ca-key --kid --digest --status --for --at --out -o --passphrase-file --passphrase-fd --passphrase-env --provider --max-iterations'
        case 'signet pkcs12 pack'
            string split ' ' -- '--key -k --kid --cert --chain --name --for --at --out -o --passphrase-file --passphrase-fd --passphrase-env --key-passphrase-file --key-passphrase-fd --key-passphrase-env --max-iterations'
        case 'signet pkcs12 unpack'
            string split ' ' -- '--key-out --cert-out --chain-out --fullchain-out --out-dir --name --at --out -o --passphrase-file --passphrase-fd --passphrase-env --max-iterations --key-passphrase-file --key-passphrase-fd --key-passphrase-env'
        case 'signet pkcs12 inspect'
            string split ' ' -- '--passphrase-file --passphrase-fd --passphrase-env --max-iterations'
        case 'signet enroll parse'
            string split ' ' -- '--kind --field --format --qr-out'
    end
end

# The words of the command line before the cursor, from the program's own on.
function __signet_words
    set -l words (commandline -opc)
    while string match -q -- '*=*' $words[1]
        set -e words[1]
    end
    printf '%s\n' $words
end

# The path of the command at hand.
function __signet_command
    set -l words (__signet_words)
    set -l command signet
    for word in $words[2..-1]
        set -l next (__signet_below $command | string match -- "$word"\t'*')
        or break
        set -a command $word
    end
    echo "$command"
end

# Whether it is this one. fish asks once for each flag of the program: the answer is kept for the line.
function __signet_at
    set -l line (commandline -cp)
    if test "$line" != "$__signet_line"
        set -g __signet_line "$line"
        set -g __signet_at_hand (__signet_command)
    end
    test "$__signet_at_hand" = "$argv"
end

# Whether one of these flags stands before the cursor. A flag whose value is at hand does not yet.
function __signet_given
    set -l words (__signet_words)
    if contains -- $words[-1] (__signet_valued)
        set -e words[-1]
    end
    for flag in $argv
        set -l attached "$flag=*"
        if not string match -q -- '--*' $flag
            set attached "$flag*"
        end
        if string match -q -- $flag $words; or string match -q -- $attached $words
            return 0
        end
    end
    return 1
end

# The operands of the command at hand that stand before the cursor.
function __signet_operands
    set -l words (__signet_words)
    set -l command (string split ' ' -- (__signet_command))
    set -l valued (__signet_valued)
    set -e words[1..(count $command)]
    set -l is_value
    set -l is_ended
    for word in $words
        if test -n "$is_value"
            set is_value
        else if test -n "$is_ended"; or test "$word" = -; or not string match -q -- '-*' $word
            printf '%s\n' $word
        else if test "$word" = --
            set is_ended 1
        else if contains -- $word $valued
            set is_value 1
        end
    end
end

# What is typed of the value at hand.
function __signet_typed
    string replace -r -- '^--[^=]*=' '' (commandline -ct)
end

# The words, or files if a slash is typed.
function __signet_path
    set -l typed (__signet_typed)
    if string match -q -- '*/*' $typed
        __fish_complete_path $typed
    else
        printf '%s\n' $argv
    end
end

# Files, behind the last =.
function __signet_assigned
    set -l parts (string match -r -- '^(.*=)(.*)$' (__signet_typed))
    or return
    for file in (__fish_complete_path $parts[3])
        echo $parts[2]$file
    end
end

# The words of a list with commas, behind those that are typed already.
function __signet_list
    set -l words (string split , -- (__signet_typed))
    set -e words[-1]
    for word in $argv
        if not contains -- $word $words
            string join , -- $words $word
        end
    end
end

# Whether so many operands stand: `__signet_operand -eq 0`.
function __signet_operand
    test (count (__signet_operands)) $argv
end

complete -c signet -e
complete -c signet -f

complete -c signet -n '__signet_at signet; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet; and not __signet_given --version -V' -l version -s V -d 'print the versions of signet, Swift and the loaded OpenSSL'
complete -c signet -n '__signet_at signet; and __signet_operand -eq 0' -a '(__signet_below signet)'

complete -c signet -n '__signet_at signet keygen; and not __signet_given --type -t' -l type -s t -x -a 'rsa ec ed25519 ed448 ml-dsa-44 ml-dsa-65 ml-dsa-87 hmac' -d 'the type of key; hmac is a secret'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --bits' -l bits -x -d 'size of an RSA key or an HMAC secret'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --curve' -l curve -x -a 'P-256 P-384 P-521 secp256k1' -d 'curve of an EC key'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --kid' -l kid -x -a 'thumbprint thumbprint-uri spki' -d 'write this kid, or one made from the key'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --use' -l use -x -a 'sig enc' -d 'put this use into the JWK: sig or enc'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --alg -a' -l alg -s a -x -a 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' -d 'put this alg into the JWK'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --profile' -l profile -x -a 'ims sudo-fsso sudo-test sudo-signin' -d 'make a key that a platform accepts'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --format -f' -l format -s f -x -a 'pkcs8\\t\'PKCS#8, for private keys of every type\' pkcs1\\t\'PKCS#1, for RSA keys\' sec1\\t\'SEC1, for private EC keys\' openssh\\t\'what ssh-keygen writes, for RSA, P-256, P-384, P-521 and Ed25519 keys\' jwk\\t\'a JSON Web Key (RFC 7517)\' jwks\\t\'a set with the key (RFC 7517 §5)\' raw\\t\'the bytes of an HMAC secret and nothing else\'' -d 'format of the private key'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --encoding' -l encoding -x -a 'pem der' -d 'PEM or DER'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --encrypt' -l encrypt -d 'encrypt the private key with a passphrase'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --out -o --count' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --public-out --count' -l public-out -r -F -d 'write the public key to FILE'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --public-format' -l public-format -x -a 'spki\\t\'SubjectPublicKeyInfo, for public keys of every type\' pkcs1\\t\'PKCS#1, for RSA keys\' openssh\\t\'what ssh-keygen writes, for RSA, P-256, P-384, P-521 and Ed25519 keys\' jwk\\t\'a JSON Web Key (RFC 7517)\' jwks\\t\'a set with the key (RFC 7517 §5)\' sudo\\t\'the object that registers an RSA key of 2048 bits with the Sudo Platform; --kid is its keyId\'' -d 'format of the public key'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --out -o --public-out --count' -l count -x -d 'make N keys, on all cores, in --out-dir'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --out-dir' -l out-dir -x -a '(__fish_complete_directories)' -d 'the folder for --count; created if missing'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the new key from FILE'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet keygen; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'

complete -c signet -n '__signet_at signet key; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet key; and __signet_operand -eq 0' -a '(__signet_below signet key)'

complete -c signet -n '__signet_at signet key inspect; and not __signet_given --kid' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet key inspect; and not __signet_given --json' -l json -d 'print the report as one JSON document'
complete -c signet -n '__signet_at signet key inspect; and not __signet_given --key-format' -l key-format -x -a 'auto raw' -d 'raw: the file is an HMAC secret, byte for byte'
complete -c signet -n '__signet_at signet key inspect; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet key inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the key from FILE'
complete -c signet -n '__signet_at signet key inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet key inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet key inspect; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet key inspect; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet key inspect; and __signet_operand -eq 0' -F

complete -c signet -n '__signet_at signet key public; and not __signet_given --format -f' -l format -s f -x -a 'spki\\t\'SubjectPublicKeyInfo, for public keys of every type\' pkcs1\\t\'PKCS#1, for RSA keys\' openssh\\t\'what ssh-keygen writes, for RSA, P-256, P-384, P-521 and Ed25519 keys\' jwk\\t\'a JSON Web Key (RFC 7517)\' jwks\\t\'a set with the key (RFC 7517 §5)\' sudo\\t\'the object that registers an RSA key of 2048 bits with the Sudo Platform; --kid is its keyId\'' -d 'format of the public key'
complete -c signet -n '__signet_at signet key public; and not __signet_given --encoding' -l encoding -x -a 'pem der' -d 'PEM or DER'
complete -c signet -n '__signet_at signet key public; and not __signet_given --kid' -l kid -x -a 'thumbprint thumbprint-uri spki x5t none' -d 'the kid to use from a JWKS, or to write'
complete -c signet -n '__signet_at signet key public; and not __signet_given --cert' -l cert -r -F -d 'the certificate of the key, for --kid x5t'
complete -c signet -n '__signet_at signet key public; and not __signet_given --use' -l use -x -a 'sig enc' -d 'put this use into the JWK: sig or enc'
complete -c signet -n '__signet_at signet key public; and not __signet_given --alg -a' -l alg -s a -x -a 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' -d 'put this alg into the JWK'
complete -c signet -n '__signet_at signet key public; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet key public; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet key public; and not __signet_given --key-format' -l key-format -x -a 'auto raw' -d 'raw: the file is an HMAC secret, byte for byte'
complete -c signet -n '__signet_at signet key public; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet key public; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the key from FILE'
complete -c signet -n '__signet_at signet key public; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet key public; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet key public; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet key public; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet key public; and __signet_operand -eq 0' -F

complete -c signet -n '__signet_at signet key convert; and not __signet_given --format -f' -l format -s f -x -a 'pkcs8\\t\'PKCS#8, for private keys of every type\' spki\\t\'SubjectPublicKeyInfo, for public keys of every type\' pkcs1\\t\'PKCS#1, for RSA keys\' sec1\\t\'SEC1, for private EC keys\' openssh\\t\'what ssh-keygen writes, for RSA, P-256, P-384, P-521 and Ed25519 keys\' jwk\\t\'a JSON Web Key (RFC 7517)\' jwks\\t\'a set with the key (RFC 7517 §5)\' raw\\t\'the bytes of an HMAC secret and nothing else\'' -d 'format to write'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --encoding' -l encoding -x -a 'pem der' -d 'PEM or DER'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --kid' -l kid -x -a 'thumbprint thumbprint-uri spki x5t none' -d 'the kid to use from a JWKS, or to write'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --cert' -l cert -r -F -d 'the certificate of the key, for --kid x5t'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --use' -l use -x -a 'sig enc' -d 'put this use into the JWK: sig or enc'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --alg -a' -l alg -s a -x -a 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' -d 'put this alg into the JWK'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --encrypt' -l encrypt -d 'encrypt the private key with a passphrase'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --key-format' -l key-format -x -a 'auto raw' -d 'raw: the file is an HMAC secret, byte for byte'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the key from FILE'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --new-passphrase-file --new-passphrase-fd --new-passphrase-env' -l new-passphrase-file -r -F -d 'read the passphrase of the new file from FILE'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --new-passphrase-file --new-passphrase-fd --new-passphrase-env' -l new-passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --new-passphrase-file --new-passphrase-fd --new-passphrase-env' -l new-passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet key convert; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet key convert; and __signet_operand -eq 0' -F

complete -c signet -n '__signet_at signet key jwks; and not __signet_given --use' -l use -x -a 'sig enc' -d 'put this use into the JWK: sig or enc'
complete -c signet -n '__signet_at signet key jwks; and not __signet_given --alg -a' -l alg -s a -x -a 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' -d 'put this alg into the JWK'
complete -c signet -n '__signet_at signet key jwks' -l remove -x -d 'leave out the key with this kid'
complete -c signet -n '__signet_at signet key jwks; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet key jwks; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet key jwks; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet key jwks; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the key from FILE'
complete -c signet -n '__signet_at signet key jwks; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet key jwks; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet key jwks; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet key jwks; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet key jwks; and __signet_operand -ge 0' -F

complete -c signet -n '__signet_at signet jwt; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet jwt; and __signet_operand -eq 0' -a '(__signet_below signet jwt)'

complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --key -k' -l key -s k -r -F -d 'the private key or HMAC secret to sign with'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --alg -a' -l alg -s a -x -a 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' -d 'sign with this algorithm'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --iss --jws' -l iss -x -d 'issuer'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --sub --jws' -l sub -x -d 'subject'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --prototype --jws' -l aud -x -d 'audience; an array if given several times'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --jti --prototype --jws' -l jti -x -a 'uuid' -d 'token identifier; uuid generates a random one'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --iat --prototype --jws' -l iat -x -d 'time of issue; none removes iat from the input'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --nbf --prototype --jws' -l nbf -x -d 'start of validity'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --exp --prototype --jws' -l exp -x -d 'expiry: a time, or a duration from now'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --prototype --jws' -l claim -x -d 'add a string claim'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --prototype --jws' -l claim-json -x -d 'add a claim with any JSON value, kept verbatim'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --profile --dpop --typ --header --header-json --jws' -l profile -x -a '(__signet_path ims sudo-fsso sudo-test sudo-signin at+jwt client-assertion request-object dpop)' -d 'enforce a platform\'s rules: signet-profiles(7)'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --issuer-allow --jws' -l issuer-allow -r -F -d 'sign only if iss is listed in FILE'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --subject-allow --jws' -l subject-allow -r -F -d 'sign only if sub is listed in FILE'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --profile --dpop --kid --typ --x5c --x5t --header --header-json --prototype --jws' -l dpop -d 'make a DPoP proof (RFC 9449) for an HTTP request'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --method' -l method -x -d 'the HTTP method of the request: htm'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --url' -l url -x -d 'the URL of the request: htu'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --nonce' -l nonce -x -d 'the nonce that the server gave (DPoP-Nonce)'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --access-token' -l access-token -r -F -d 'the access token that the request carries: ath is its SHA-256'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --cnf-key --cnf-cert --cnf-jkt --prototype --jws' -l cnf-key -r -F -d 'bind to this key: cnf'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --cnf-key --cnf-cert --cnf-jkt --prototype --jws' -l cnf-cert -r -F -d 'bind to this certificate: cnf, x5t#S256'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --cnf-key --cnf-cert --cnf-jkt --prototype --jws' -l cnf-jkt -x -d 'bind to the key with this thumbprint: cnf, jkt'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --dpop --kid' -l kid -x -a 'thumbprint thumbprint-uri spki x5t none' -d 'set the kid; also selects the key of a JWKS'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --cert' -l cert -r -F -d 'the certificate of the key, for --kid x5t'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --profile --dpop --typ' -l typ -x -d 'set the typ; none leaves it out'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --dpop --x5c' -l x5c -r -F -d 'add the certificates of FILE, the key\'s first: x5c'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --dpop --x5t' -l x5t -d 'add the SHA-256 of the key\'s certificate: x5t#S256'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --profile --dpop' -l header -x -d 'add a string member to the header'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --profile --dpop' -l header-json -x -d 'add a header member with any JSON value, kept verbatim'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --in -i --detached' -l in -s i -r -F -d 'read the input from FILE'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --aud --jti --iat --nbf --exp --claim --claim-json --dpop --cnf-key --cnf-cert --cnf-jkt --prototype --jws' -l prototype -d 'sign an unsigned token, header.payload'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --rewrite-alg' -l rewrite-alg -d 'set the prototype\'s alg to the signing algorithm'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --iss --sub --aud --jti --iat --nbf --exp --claim --claim-json --profile --issuer-allow --subject-allow --dpop --cnf-key --cnf-cert --cnf-jkt --prototype --jws --batch' -l jws -d 'sign any bytes instead of claims (RFC 7515)'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --in -i --detached' -l detached -r -F -d 'sign FILE, and leave it out of the token'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --leeway' -l leeway -x -d 'tolerate this difference between clocks'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --time-unit' -l time-unit -x -a 's ms' -d 'the unit of times in claims: s or ms'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --jws --batch' -l batch -d 'sign one input per line, on all cores'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --field' -l field -x -d 'sign the claims in a member of each line'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --result' -l result -x -d 'the member that gets the answer, with --field'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --jobs -j' -l jobs -s j -x -d 'work on N threads'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --engine' -l engine -x -a 'auto openssl multibuffer' -d 'the implementation that computes signatures'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --keep-going' -l keep-going -d 'write an empty line for each invalid line'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --skip' -l skip -x -d 'ignore the first N lines'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --progress' -l progress -d 'show progress even without a terminal'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --stats' -l stats -d 'print a JSON summary on standard error'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --stats-every' -l stats-every -x -d 'print the JSON summary every DURATION, and at the end'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --json' -l json -d 'answer each line with a JSON object'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --allow-short-secret' -l allow-short-secret -d 'accept an HMAC secret that is too short, with a warning'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --key-format' -l key-format -x -a 'auto raw' -d 'raw: the file is an HMAC secret, byte for byte'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the key from FILE'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet jwt sign; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet jwt sign; and __signet_operand -eq 0' -f

complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c --dpop' -l key -s k -r -F -d 'the public key or HMAC secret to verify with'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c --dpop --key-format' -l jwks -r -F -d 'the JWKS to verify with'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c --kid --dpop --key-format' -l cert -r -F -d 'the certificate to verify with'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --key -k --jwks --cert --trust-file --x5c --kid --jws --dpop --key-format' -l trust -x -a '(__signet_assigned)' -d 'verify the tokens of this issuer with these keys'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c --kid --jws --dpop --key-format' -l trust-file -r -F -d 'read ISS=FILE lines from FILE'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c --kid --dpop --key-format' -l x5c -d 'verify with the certificate in the header, if --roots trusts it'
complete -c signet -n '__signet_at signet jwt verify' -l roots -r -F -a 'system' -d 'trust anchors for the header\'s certificate'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --host' -l host -x -d 'require a leaf for this host name'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --purpose' -l purpose -x -a 'server client sign ca' -d 'require a leaf and a path for this purpose'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --cert --trust --trust-file --x5c --kid --dpop' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet jwt verify' -l alg -x -a 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' -d 'accept only this algorithm'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --typ --dpop' -l typ -x -d 'require this type, such as at+jwt'
complete -c signet -n '__signet_at signet jwt verify' -l crit -x -d 'accept this extension in crit'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --iss --jws' -l iss -x -d 'require this issuer'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --sub --jws' -l sub -x -d 'require this subject'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws' -l aud -x -d 'require this audience, or one of several'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws' -l require -x -d 'require this claim'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws' -l claim -x -d 'require a claim with this text'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws' -l claim-json -x -d 'require a claim with this JSON value'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --profile --jws --ignore-exp --dpop' -l profile -x -a '(__signet_path ims sudo-fsso sudo-test sudo-signin at+jwt client-assertion request-object dpop)' -d 'enforce a platform\'s rules: signet-profiles(7)'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws --dpop' -l status-list -r -F -d 'require that this list says the token is valid'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --status-key' -l status-key -r -F -d 'the key or JWKS to verify the status list with'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --trust --trust-file --iss --sub --aud --require --claim --claim-json --profile --status-list --jws --leeway --max-age --ignore-exp --time-unit --dpop --cnf-key --cnf-cert --cnf-jkt' -l jws -d 'accept any payload; verify only the signature'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --in -i' -l in -s i -r -F -d 'read the input from FILE'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --detached --batch' -l detached -r -F -d 'read the payload from FILE, not from the token'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws --leeway' -l leeway -x -d 'tolerate this difference between clocks'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws --max-age' -l max-age -x -d 'reject tokens whose iat is older than DURATION'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --profile --jws --ignore-exp' -l ignore-exp -d 'accept expired tokens'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws --time-unit' -l time-unit -x -a 's ms' -d 'the unit of times in claims: s or ms'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --json' -l json -d 'print the report as one JSON document'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c --kid --typ --profile --status-list --jws --dpop --cnf-key --cnf-cert --cnf-jkt --reload --key-format' -l dpop -d 'verify a DPoP proof with the key in its header'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --method' -l method -x -d 'the HTTP method of the request: htm'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --url' -l url -x -d 'the URL of the request: htu'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --nonce' -l nonce -x -d 'the nonce that the server gave (DPoP-Nonce)'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --access-token' -l access-token -r -F -d 'the access token that the request carries: ath is its SHA-256'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws --dpop --cnf-key --cnf-cert --cnf-jkt' -l cnf-key -r -F -d 'bind to this key: cnf'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws --dpop --cnf-key --cnf-cert --cnf-jkt' -l cnf-cert -r -F -d 'bind to this certificate: cnf, x5t#S256'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jws --dpop --cnf-key --cnf-cert --cnf-jkt' -l cnf-jkt -x -d 'bind to the key with this thumbprint: cnf, jkt'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --detached --batch' -l batch -d 'verify one token per line, on all cores'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --field' -l field -x -d 'verify the token in a member of each line'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --result' -l result -x -d 'the member that gets the answer, with --field'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jobs -j' -l jobs -s j -x -d 'work on N threads'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --engine' -l engine -x -a 'auto openssl multibuffer' -d 'the implementation that computes signatures'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --keep-going' -l keep-going -d 'continue after a line that cannot be judged'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --skip' -l skip -x -d 'ignore the first N lines'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --allow-empty' -l allow-empty -d 'accept an input without any line'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --progress' -l progress -d 'show progress even without a terminal'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --stats' -l stats -d 'print a JSON summary on standard error'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --stats-every' -l stats-every -x -d 'print the JSON summary every DURATION, and at the end'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --dpop --reload --passphrase-fd --passphrase-env' -l reload -d 'read keys and status lists anew after a SIGHUP'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --allow-short-secret' -l allow-short-secret -d 'accept an HMAC secret that is too short, with a warning'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --jwks --cert --trust --trust-file --x5c --dpop --key-format' -l key-format -x -a 'auto raw' -d 'raw: the file is an HMAC secret, byte for byte'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the key from FILE'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --reload --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --reload --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet jwt verify; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet jwt verify; and __signet_operand -eq 0' -f

complete -c signet -n '__signet_at signet jwt inspect; and not __signet_given --in -i' -l in -s i -r -F -d 'read the input from FILE'
complete -c signet -n '__signet_at signet jwt inspect; and not __signet_given --json' -l json -d 'print the report as one JSON document'
complete -c signet -n '__signet_at signet jwt inspect; and not __signet_given --time-unit' -l time-unit -x -a 's ms' -d 'the unit of times in claims: s or ms'
complete -c signet -n '__signet_at signet jwt inspect; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet jwt inspect; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet jwt inspect; and __signet_operand -eq 0' -f

complete -c signet -n '__signet_at signet sd-jwt; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet sd-jwt; and __signet_operand -eq 0' -a '(__signet_below signet sd-jwt)'

complete -c signet -n '__signet_at signet sd-jwt sign' -l disclose -x -d 'let the holder decide whether to show this claim'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --decoys' -l decoys -x -d 'add N digests that stand for no claim, to hide how many claims there are'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --typ' -l typ -x -d 'set the typ; none leaves it out'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --field' -l field -x -d 'sign the claims in a member of each line'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --key -k' -l key -s k -r -F -d 'the private key or HMAC secret to sign with'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --alg -a' -l alg -s a -x -a 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' -d 'sign with this algorithm'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --iss' -l iss -x -d 'issuer'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --sub' -l sub -x -d 'subject'
complete -c signet -n '__signet_at signet sd-jwt sign' -l aud -x -d 'audience; an array if given several times'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --jti' -l jti -x -a 'uuid' -d 'token identifier; uuid generates a random one'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --iat' -l iat -x -d 'time of issue; none removes iat from the input'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --nbf' -l nbf -x -d 'start of validity'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --exp' -l exp -x -d 'expiry: a time, or a duration from now'
complete -c signet -n '__signet_at signet sd-jwt sign' -l claim -x -d 'add a string claim'
complete -c signet -n '__signet_at signet sd-jwt sign' -l claim-json -x -d 'add a claim with any JSON value, kept verbatim'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --cnf-key --cnf-cert --cnf-jkt' -l cnf-key -r -F -d 'bind to this key: cnf'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --cnf-key --cnf-cert --cnf-jkt' -l cnf-cert -r -F -d 'bind to this certificate: cnf, x5t#S256'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --cnf-key --cnf-cert --cnf-jkt' -l cnf-jkt -x -d 'bind to the key with this thumbprint: cnf, jkt'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --kid' -l kid -x -a 'thumbprint thumbprint-uri spki x5t none' -d 'set the kid; also selects the key of a JWKS'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --cert' -l cert -r -F -d 'the certificate of the key, for --kid x5t'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --x5c' -l x5c -r -F -d 'add the certificates of FILE, the key\'s first: x5c'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --x5t' -l x5t -d 'add the SHA-256 of the key\'s certificate: x5t#S256'
complete -c signet -n '__signet_at signet sd-jwt sign' -l header -x -d 'add a string member to the header'
complete -c signet -n '__signet_at signet sd-jwt sign' -l header-json -x -d 'add a header member with any JSON value, kept verbatim'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --in -i' -l in -s i -r -F -d 'read the input from FILE'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --time-unit' -l time-unit -x -a 's ms' -d 'the unit of times in claims: s or ms'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --batch' -l batch -d 'sign one input per line, on all cores'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --result' -l result -x -d 'the member that gets the answer, with --field'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --jobs -j' -l jobs -s j -x -d 'work on N threads'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --engine' -l engine -x -a 'auto openssl multibuffer' -d 'the implementation that computes signatures'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --keep-going' -l keep-going -d 'write an empty line for each invalid line'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --skip' -l skip -x -d 'ignore the first N lines'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --progress' -l progress -d 'show progress even without a terminal'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --stats' -l stats -d 'print a JSON summary on standard error'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --stats-every' -l stats-every -x -d 'print the JSON summary every DURATION, and at the end'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --json' -l json -d 'answer each line with a JSON object'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --allow-short-secret' -l allow-short-secret -d 'accept an HMAC secret that is too short, with a warning'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --key-format' -l key-format -x -a 'auto raw' -d 'raw: the file is an HMAC secret, byte for byte'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the key from FILE'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet sd-jwt sign; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet sd-jwt sign; and __signet_operand -eq 0' -f

complete -c signet -n '__signet_at signet sd-jwt present' -l hide -x -d 'leave out this claim, and those in it'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --key -k' -l key -s k -r -F -d 'the holder\'s private key, to prove that it is there'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --kid' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --alg -a' -l alg -s a -x -a 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' -d 'sign with this algorithm'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --kb-aud' -l kb-aud -x -d 'the verifier for whom the proof is made'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --kb-nonce' -l kb-nonce -x -d 'the nonce that the verifier gave'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --in -i' -l in -s i -r -F -d 'read the input from FILE'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --batch' -l batch -d 'present one SD-JWT per line, on all cores'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --field' -l field -x -d 'present the SD-JWT in a member of each line'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --result' -l result -x -d 'the member that gets the answer, with --field'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --jobs -j' -l jobs -s j -x -d 'work on N threads'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --engine' -l engine -x -a 'auto openssl multibuffer' -d 'the implementation that computes signatures'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --keep-going' -l keep-going -d 'write an empty line for each invalid line'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --skip' -l skip -x -d 'ignore the first N lines'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --progress' -l progress -d 'show progress even without a terminal'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --stats' -l stats -d 'print a JSON summary on standard error'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --stats-every' -l stats-every -x -d 'print the JSON summary every DURATION, and at the end'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --json' -l json -d 'answer each line with a JSON object'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --key-format' -l key-format -x -a 'auto raw' -d 'raw: the file is an HMAC secret, byte for byte'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the key from FILE'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet sd-jwt present; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet sd-jwt present; and __signet_operand -eq 0' -f

complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --kb-aud' -l kb-aud -x -d 'require the holder\'s proof, made for this audience'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --kb-nonce' -l kb-nonce -x -d 'require the holder\'s proof, made for this nonce'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --kb-max-age' -l kb-max-age -x -d 'reject a proof that is older than DURATION; 5 minutes by default'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c' -l key -s k -r -F -d 'the public key or HMAC secret to verify with'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c --key-format' -l jwks -r -F -d 'the JWKS to verify with'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c --kid --key-format' -l cert -r -F -d 'the certificate to verify with'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --key -k --jwks --cert --trust-file --x5c --kid --key-format' -l trust -x -a '(__signet_assigned)' -d 'verify the tokens of this issuer with these keys'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c --kid --key-format' -l trust-file -r -F -d 'read ISS=FILE lines from FILE'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --key -k --jwks --cert --trust --trust-file --x5c --kid --key-format' -l x5c -d 'verify with the certificate in the header, if --roots trusts it'
complete -c signet -n '__signet_at signet sd-jwt verify' -l roots -r -F -a 'system' -d 'trust anchors for the header\'s certificate'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --host' -l host -x -d 'require a leaf for this host name'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --purpose' -l purpose -x -a 'server client sign ca' -d 'require a leaf and a path for this purpose'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --cert --trust --trust-file --x5c --kid' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet sd-jwt verify' -l alg -x -a 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 HS256 HS384 HS512' -d 'accept only this algorithm'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --typ' -l typ -x -d 'require this type, such as at+jwt'
complete -c signet -n '__signet_at signet sd-jwt verify' -l crit -x -d 'accept this extension in crit'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --iss' -l iss -x -d 'require this issuer'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --sub' -l sub -x -d 'require this subject'
complete -c signet -n '__signet_at signet sd-jwt verify' -l aud -x -d 'require this audience, or one of several'
complete -c signet -n '__signet_at signet sd-jwt verify' -l require -x -d 'require this claim'
complete -c signet -n '__signet_at signet sd-jwt verify' -l claim -x -d 'require a claim with this text'
complete -c signet -n '__signet_at signet sd-jwt verify' -l claim-json -x -d 'require a claim with this JSON value'
complete -c signet -n '__signet_at signet sd-jwt verify' -l status-list -r -F -d 'require that this list says the token is valid'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --status-key' -l status-key -r -F -d 'the key or JWKS to verify the status list with'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --in -i' -l in -s i -r -F -d 'read the input from FILE'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --leeway' -l leeway -x -d 'tolerate this difference between clocks'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --max-age' -l max-age -x -d 'reject tokens whose iat is older than DURATION'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --ignore-exp' -l ignore-exp -d 'accept expired tokens'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --time-unit' -l time-unit -x -a 's ms' -d 'the unit of times in claims: s or ms'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --json' -l json -d 'print the report as one JSON document'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --batch' -l batch -d 'verify one token per line, on all cores'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --field' -l field -x -d 'verify the token in a member of each line'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --result' -l result -x -d 'the member that gets the answer, with --field'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --jobs -j' -l jobs -s j -x -d 'work on N threads'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --engine' -l engine -x -a 'auto openssl multibuffer' -d 'the implementation that computes signatures'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --keep-going' -l keep-going -d 'continue after a line that cannot be judged'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --skip' -l skip -x -d 'ignore the first N lines'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --allow-empty' -l allow-empty -d 'accept an input without any line'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --progress' -l progress -d 'show progress even without a terminal'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --stats' -l stats -d 'print a JSON summary on standard error'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --stats-every' -l stats-every -x -d 'print the JSON summary every DURATION, and at the end'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --reload --passphrase-fd --passphrase-env' -l reload -d 'read keys and status lists anew after a SIGHUP'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --allow-short-secret' -l allow-short-secret -d 'accept an HMAC secret that is too short, with a warning'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --jwks --cert --trust --trust-file --x5c --key-format' -l key-format -x -a 'auto raw' -d 'raw: the file is an HMAC secret, byte for byte'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the key from FILE'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --reload --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --reload --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet sd-jwt verify; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet sd-jwt verify; and __signet_operand -eq 0' -f

complete -c signet -n '__signet_at signet csr; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet csr; and __signet_operand -eq 0' -a '(__signet_below signet csr)'

complete -c signet -n '__signet_at signet csr create; and not __signet_given --key -k --new-key --key-out --encrypt' -l key -s k -r -F -d 'the private key to request a certificate for'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --kid' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --key -k --new-key' -l new-key -x -a 'rsa:2048 rsa:3072 rsa:4096 ec:P-256 ec:P-384 ec:P-521 ec:secp256k1 ed25519 ed448 ml-dsa-44 ml-dsa-65 ml-dsa-87' -d 'make a key: rsa:2048, ec:P-256, ed25519, ed448, ml-dsa-44, ml-dsa-65 or ml-dsa-87'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --key -k --key-out' -l key-out -r -F -d 'write the new key to FILE, as PKCS#8 PEM'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --key -k --encrypt' -l encrypt -d 'encrypt the new key with a passphrase'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --digest' -l digest -x -a 'sha256 sha384 sha512' -d 'sign with this digest'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --subject -s' -l subject -s s -x -d 'the subject of the certificate, in RFC 4514 form'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --params' -l params -r -F -d 'read certificate parameters from FILE, as JSON'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --ignore-unknown' -l ignore-unknown -d 'ignore unknown members of the parameters'
complete -c signet -n '__signet_at signet csr create' -l san -x -a 'dns: ip: email: uri: upn:' -d 'add a subject alternative name: dns:HOST, …'
complete -c signet -n '__signet_at signet csr create' -l key-usage -x -a '(__signet_list digitalSignature nonRepudiation keyEncipherment dataEncipherment keyAgreement keyCertSign cRLSign encipherOnly decipherOnly)' -d 'set the key usage: digitalSignature, …'
complete -c signet -n '__signet_at signet csr create' -l ext-key-usage -x -a '(__signet_list serverAuth clientAuth codeSigning emailProtection timeStamping OCSPSigning smartcardLogon ipsecIKE documentSigning pkInitClient pkInitKDC anyExtendedKeyUsage)' -d 'set the extended key usage: serverAuth, …'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --encoding' -l encoding -x -a 'pem der' -d 'PEM or DER'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the key from FILE'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet csr create; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'

complete -c signet -n '__signet_at signet csr inspect; and not __signet_given --json' -l json -d 'print the report as one JSON document'
complete -c signet -n '__signet_at signet csr inspect; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet csr inspect; and __signet_operand -eq 0' -F

complete -c signet -n '__signet_at signet cert; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet cert; and __signet_operand -eq 0' -a '(__signet_below signet cert)'

complete -c signet -n '__signet_at signet cert create; and not __signet_given --key -k --csr' -l key -s k -r -F -d 'the key of the certificate; a private key unless --ca is given'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --key -k --csr --like' -l csr -r -F -d 'issue a certificate for this request'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --ca' -l ca -r -F -d 'the certificate of the CA'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --ca-key' -l ca-key -r -F -d 'the private key of the CA'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --kid' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --digest' -l digest -x -a 'sha256 sha384 sha512' -d 'sign with this digest'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --subject -s' -l subject -s s -x -d 'the subject of the certificate, in RFC 4514 form'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --csr --like --profile' -l like -r -F -d 'copy the subject and the extensions of this certificate'
complete -c signet -n '__signet_at signet cert create' -l san -x -a 'dns: ip: email: uri: upn:' -d 'add a subject alternative name: dns:HOST, …'
complete -c signet -n '__signet_at signet cert create' -l key-usage -x -a '(__signet_list digitalSignature nonRepudiation keyEncipherment dataEncipherment keyAgreement keyCertSign cRLSign encipherOnly decipherOnly)' -d 'set the key usage: digitalSignature, …'
complete -c signet -n '__signet_at signet cert create' -l ext-key-usage -x -a '(__signet_list serverAuth clientAuth codeSigning emailProtection timeStamping OCSPSigning smartcardLogon ipsecIKE documentSigning pkInitClient pkInitKDC anyExtendedKeyUsage)' -d 'set the extended key usage: serverAuth, …'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --copy-extensions' -l copy-extensions -d 'copy the request\'s alternative names and usages'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --is-ca --profile' -l is-ca -d 'make a CA, which may issue certificates'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --like --is-ca --profile' -l profile -x -a 'ims' -d 'enforce a platform\'s rules: signet-profiles(7)'
complete -c signet -n '__signet_at signet cert create' -l crl-url -x -d 'say where the CA\'s revocation list is'
complete -c signet -n '__signet_at signet cert create' -l ocsp-url -x -d 'say where the CA\'s OCSP responder is'
complete -c signet -n '__signet_at signet cert create' -l issuer-url -x -d 'say where the CA\'s certificate is'
complete -c signet -n '__signet_at signet cert create' -l policy-oid -x -d 'add a certificate policy'
complete -c signet -n '__signet_at signet cert create' -l name-constraint -x -a 'permit:dns: permit:ip: permit:email: permit:uri: permit:dirname: exclude:dns: exclude:ip: exclude:email: exclude:uri: exclude:dirname:' -d 'limit the names that a CA may certify: permit:dns:HOST, …'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --path-length' -l path-length -x -d 'allow at most N CAs below this one'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --for --not-after' -l for -x -d 'the validity, counted from --not-before'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --not-before' -l not-before -x -d 'the first second of validity'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --for --not-after' -l not-after -x -d 'the last second of validity'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --serial' -l serial -x -d 'the serial number of the certificate'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --encoding' -l encoding -x -a 'pem der' -d 'PEM or DER'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the signing key from FILE'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --key-passphrase-file --key-passphrase-fd --key-passphrase-env' -l key-passphrase-file -r -F -d 'read the passphrase of --key if --ca-key signs from FILE'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --key-passphrase-file --key-passphrase-fd --key-passphrase-env' -l key-passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --key-passphrase-file --key-passphrase-fd --key-passphrase-env' -l key-passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet cert create; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'

complete -c signet -n '__signet_at signet cert inspect; and not __signet_given --json' -l json -d 'print the report as one JSON document'
complete -c signet -n '__signet_at signet cert inspect; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet cert inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-file -r -F -d 'read the passphrase of the PKCS#12 from FILE'
complete -c signet -n '__signet_at signet cert inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet cert inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet cert inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l no-passphrase -d 'the PKCS#12 has no passphrase'
complete -c signet -n '__signet_at signet cert inspect; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet cert inspect; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet cert inspect; and __signet_operand -eq 0' -F

complete -c signet -n '__signet_at signet cert check; and not __signet_given --within' -l within -x -d 'fail certificates that expire within this time'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --leeway' -l leeway -x -d 'tolerate this difference between clocks'
complete -c signet -n '__signet_at signet cert check' -l roots -r -F -a 'system' -d 'trust anchors: a file, a folder, or the system\'s'
complete -c signet -n '__signet_at signet cert check' -l untrusted -r -F -d 'intermediates that a path may use, in any order'
complete -c signet -n '__signet_at signet cert check' -l crl -r -F -d 'revocation lists of the issuers: PEM, DER or base64'
complete -c signet -n '__signet_at signet cert check' -l ocsp -r -F -d 'OCSP responses, DER or base64'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --max-depth' -l max-depth -x -d 'allow at most N intermediates'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --host' -l host -x -d 'require a leaf for this host name'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --ip' -l ip -x -d 'require a leaf for this IPv4 or IPv6 address'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --email' -l email -x -d 'require a leaf for this mailbox'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --purpose' -l purpose -x -a 'server client sign ca' -d 'require a leaf and a path for this purpose'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --key -k' -l key -s k -r -F -d 'require a leaf that matches this key'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --kid' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet cert check' -l policy-oid -x -d 'a certificate policy that is acceptable'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --explicit-policy' -l explicit-policy -d 'require a path that is valid for a policy'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --inhibit-any-policy' -l inhibit-any-policy -d 'do not let anyPolicy stand for others'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --inhibit-policy-mapping' -l inhibit-policy-mapping -d 'do not let CAs map policies to others'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-file -r -F -d 'read the passphrase of a PKCS#12 or key from FILE'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l no-passphrase -d 'the PKCS#12 has no passphrase'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --policy' -l policy -x -a 'rfc5280 webpki' -d 'the rules to apply'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --strict' -l strict -d 'fail breaches of rules that bind only issuers'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --min-rsa-bits' -l min-rsa-bits -x -d 'require RSA keys of at least N bits'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --profile' -l profile -x -a 'ims' -d 'enforce a platform\'s rules: signet-profiles(7)'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --json --quiet -q' -l json -d 'print the report as one JSON document'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --json --quiet -q --out -o --batch' -l quiet -s q -d 'print no report; the exit status is the answer'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --quiet -q --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --in -i' -l in -s i -r -F -d 'read the lines from FILE'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --quiet -q --batch' -l batch -d 'check one certificate per line, on all cores'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --field' -l field -x -d 'check the certificate in a member of each line'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --result' -l result -x -d 'the member that gets the answer, with --field'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --jobs -j' -l jobs -s j -x -d 'work on N threads'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --keep-going' -l keep-going -d 'continue after a line that cannot be judged'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --skip' -l skip -x -d 'ignore the first N lines'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --allow-empty' -l allow-empty -d 'accept an input without any line'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --progress' -l progress -d 'show progress even without a terminal'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --stats' -l stats -d 'print a JSON summary on standard error'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --stats-every' -l stats-every -x -d 'print the JSON summary every DURATION, and at the end'
complete -c signet -n '__signet_at signet cert check; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet cert check; and __signet_operand -ge 0' -F

complete -c signet -n '__signet_at signet cert renew; and not __signet_given --ca' -l ca -r -F -d 'the certificate of the CA'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --ca-key' -l ca-key -r -F -d 'the private key of the CA'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --kid' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --digest' -l digest -x -a 'sha256 sha384 sha512' -d 'sign with this digest'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --new-keys' -l new-keys -d 'make a new key for each renewed certificate'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --within' -l within -x -d 'renew certificates with less left than this'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --for' -l for -x -d 'the validity of the new certificates, from now on'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --json' -l json -d 'print the report as one JSON document'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the CA\'s key from FILE'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet cert renew; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet cert renew; and __signet_operand -ge 0' -f -a '(__fish_complete_directories)'

complete -c signet -n '__signet_at signet crl; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet crl; and __signet_operand -eq 0' -a '(__signet_below signet crl)'

complete -c signet -n '__signet_at signet crl create; and not __signet_given --ca' -l ca -r -F -d 'the certificate of the CA'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --ca-key' -l ca-key -r -F -d 'the private key of the CA'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --kid' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --digest' -l digest -x -a 'sha256 sha384 sha512' -d 'sign with this digest'
complete -c signet -n '__signet_at signet crl create' -l revoke -r -F -d 'revoke a certificate, with its reason and time'
complete -c signet -n '__signet_at signet crl create' -l from -r -F -d 'keep the entries of this list'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --delta --delta-url' -l delta -r -F -d 'make a delta list to this complete list'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --for' -l for -x -d 'the time until the next list'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --number' -l number -x -d 'the number of the list'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --delta' -l delta-url -x -d 'say where the deltas to this list are'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --encoding' -l encoding -x -a 'pem der' -d 'PEM or DER'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the CA\'s key from FILE'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet crl create; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'

complete -c signet -n '__signet_at signet crl inspect; and not __signet_given --json' -l json -d 'print the report as one JSON document'
complete -c signet -n '__signet_at signet crl inspect; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet crl inspect; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet crl inspect; and __signet_operand -eq 0' -F

complete -c signet -n '__signet_at signet ocsp; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet ocsp; and __signet_operand -eq 0' -a '(__signet_below signet ocsp)'

complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --ca' -l ca -r -F -d 'the certificate of the CA'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --ca-key' -l ca-key -r -F -d 'the private key of the CA'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --kid' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --digest' -l digest -x -a 'sha256 sha384 sha512' -d 'sign with this digest'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --status' -l status -x -a 'good unknown revoked' -d 'good, unknown, or revoked with its reason and time'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --for' -l for -x -d 'the time until the next response'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-file -r -F -d 'read the passphrase of the CA\'s key from FILE'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --provider' -l provider -x -d 'load this OpenSSL provider for a key in a token'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet ocsp create; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet ocsp create; and __signet_operand -eq 0' -F

complete -c signet -n '__signet_at signet pkcs12; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet pkcs12; and __signet_operand -eq 0' -a '(__signet_below signet pkcs12)'

complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --key -k --trust-store' -l key -s k -r -F -d 'the private key'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --kid --trust-store' -l kid -x -d 'use the key of a JWKS that has this kid'
complete -c signet -n '__signet_at signet pkcs12 pack' -l cert -r -F -d 'the certificate, alone or with its chain'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --trust-store' -l chain -r -F -d 'more certificates for the chain, in any order'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --key -k --kid --chain --trust-store --at' -l trust-store -d 'pack certificates alone, as a Java trust store'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --name' -l name -x -d 'the name that programs show'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --for' -l for -x -a 'modern apple android windows java8 openssl1 fips' -d 'the program that will open the file; see READERS'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --trust-store --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-file -r -F -d 'read the passphrase of the new PKCS#12 from FILE'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l no-passphrase -d 'write the PKCS#12 without a passphrase'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --key-passphrase-file --key-passphrase-fd --key-passphrase-env' -l key-passphrase-file -r -F -d 'read the passphrase of the private key from FILE'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --key-passphrase-file --key-passphrase-fd --key-passphrase-env' -l key-passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --key-passphrase-file --key-passphrase-fd --key-passphrase-env' -l key-passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet pkcs12 pack; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'

complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --key-out --out-dir --out -o' -l key-out -r -F -d 'write the private key to FILE'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --cert-out --out-dir --out -o' -l cert-out -r -F -d 'write the certificate of the key to FILE'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --chain-out --out-dir --out -o' -l chain-out -r -F -d 'write the chain to FILE, in order'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --fullchain-out --out-dir --out -o' -l fullchain-out -r -F -d 'write the certificate and the chain to FILE'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --key-out --cert-out --chain-out --fullchain-out --out-dir --out -o' -l out-dir -x -a '(__fish_complete_directories)' -d 'write key.pem, cert.pem and chain.pem to DIR'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --encrypt-key' -l encrypt-key -d 'encrypt the private key with a passphrase'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --name' -l name -x -d 'use the key with this name'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --at' -l at -x -d 'use TIME as the current time'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --key-out --cert-out --chain-out --fullchain-out --out-dir --out -o' -l out -s o -r -F -d 'write the result to FILE'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-file -r -F -d 'read the passphrase of the PKCS#12 from FILE'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l no-passphrase -d 'the PKCS#12 has no passphrase'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --key-passphrase-file --key-passphrase-fd --key-passphrase-env' -l key-passphrase-file -r -F -d 'read the passphrase of the written key from FILE'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --key-passphrase-file --key-passphrase-fd --key-passphrase-env' -l key-passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --key-passphrase-file --key-passphrase-fd --key-passphrase-env' -l key-passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet pkcs12 unpack; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet pkcs12 unpack; and __signet_operand -eq 0' -F

complete -c signet -n '__signet_at signet pkcs12 inspect; and not __signet_given --json' -l json -d 'print the report as one JSON document'
complete -c signet -n '__signet_at signet pkcs12 inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-file -r -F -d 'read the passphrase of the PKCS#12 from FILE'
complete -c signet -n '__signet_at signet pkcs12 inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-fd -x -d 'read it from the open file descriptor N'
complete -c signet -n '__signet_at signet pkcs12 inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l passphrase-env -x -d 'read it from the environment variable NAME'
complete -c signet -n '__signet_at signet pkcs12 inspect; and not __signet_given --passphrase-file --passphrase-fd --passphrase-env --no-passphrase' -l no-passphrase -d 'the PKCS#12 has no passphrase'
complete -c signet -n '__signet_at signet pkcs12 inspect; and not __signet_given --max-iterations' -l max-iterations -x -d 'allow at most N iterations of key derivation'
complete -c signet -n '__signet_at signet pkcs12 inspect; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet pkcs12 inspect; and __signet_operand -eq 0' -F

complete -c signet -n '__signet_at signet enroll; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet enroll; and __signet_operand -eq 0' -a '(__signet_below signet enroll)'

complete -c signet -n '__signet_at signet enroll parse; and not __signet_given --kind' -l kind -x -a 'auto\\t\'detected from the content\' nevis\\t\'a response of Nevis Authentication Cloud (enrolment, approval or status), or a push message\' nevis-link\\t\'an enrolment link, or a dispatch token by itself\' sls\\t\'the answer of SAP\\\'s Secure Login Server to a log-in\'' -d 'the kind of input'
complete -c signet -n '__signet_at signet enroll parse; and not __signet_given --field --format --json --show-qr' -l field -x -d 'print only the value of this field'
complete -c signet -n '__signet_at signet enroll parse; and not __signet_given --field --format --json' -l format -x -a 'text json env' -d 'print a report, JSON, or variables for a shell'
complete -c signet -n '__signet_at signet enroll parse; and not __signet_given --field --format --json --show-qr' -l json -d 'the same as --format json'
complete -c signet -n '__signet_at signet enroll parse; and not __signet_given --qr-out' -l qr-out -r -F -d 'write the image of the QR code to FILE'
complete -c signet -n '__signet_at signet enroll parse; and not __signet_given --force' -l force -d 'replace output files that exist'
complete -c signet -n '__signet_at signet enroll parse; and not __signet_given --field --json --show-qr' -l show-qr -d 'draw a QR code of the link below the report'
complete -c signet -n '__signet_at signet enroll parse; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet enroll parse; and __signet_operand -eq 0' -F

complete -c signet -n '__signet_at signet completions; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet completions; and __signet_operand -eq 0' -f -a 'bash zsh fish'

complete -c signet -n '__signet_at signet help; and not __signet_given --help -h' -l help -s h -d 'print help; --help prints the whole page'
complete -c signet -n '__signet_at signet help; and __signet_operand -ge 0' -f -a '(__signet_below signet (__signet_operands))'
complete -c signet -n '__signet_at signet help; and __signet_operand -eq 0' -f -a 'profiles\\t\'list the rules of platforms and standards that --profile enforces\' limits\\t\'list the limits on files that come from others\' batch\\t\'sign millions of tokens: failures, resuming, several machines\' rotation\\t\'replace the key that signs tokens, step by step\' recipes\\t\'tokens for GitHub, Google, Apple, Kubernetes, Azure and Snowflake\' oauth\\t\'make and verify the tokens of OAuth 2.0, step by step\' coming-from\\t\'what users of openssl, step, jwt-cli and jose type here\' authority\\t\'run a private CA: root, intermediate, leaves, lists and renewal\' hsm\\t\'sign with a key in a TPM, an HSM or a smart card, step by step\' ims\\t\'sign the tokens of an IMS (DriveSync) app, step by step\' nevis\\t\'enrol a phone with Nevis Authentication Cloud, step by step\' sls\\t\'get a certificate from SAP Secure Login Server, step by step\' sudo\\t\'sign in to the Sudo Platform three ways, step by step\''
