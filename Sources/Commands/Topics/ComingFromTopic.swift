import Arguments

extension Topic {
    /// The commands on the page are run by the tests, from its very text.
    static let comingFrom = Topic(
        name: "coming-from",
        synonyms: ["migrating", "migration", "equivalents", "openssl", "step", "jwt-cli", "jose"],
        summary: "what users of openssl, step, jwt-cli and jose type here",
        sections: [
            Section(
                "Description",
                [
                    """
                    Each comment is a command of another tool, and the line below it does its work with signet. Outputs \
                    are files that appear complete or not at all, with mode 0600 if they hold a private key.
                    """
                ]),
            Section(
                "openssl",
                [
                    .verbatim(
                        """
                        # openssl genpkey -algorithm RSA -out key.pem
                        signet keygen --out key.pem
                        # openssl pkey -in key.pem -pubout -out pub.pem
                        signet key public --out pub.pem key.pem
                        # openssl req -new -key key.pem -subj /CN=a.example -out request.pem
                        signet csr create --key key.pem --subject CN=a.example \\
                          --san dns:a.example --out request.pem
                        # openssl req -in request.pem -noout -text -verify
                        signet csr inspect request.pem
                        # openssl req -x509 -key key.pem -subj /CN=a.example -days 90 -out cert.pem
                        signet cert create --key key.pem --subject CN=a.example \\
                          --san dns:a.example --for 90d --out cert.pem
                        # openssl x509 -in cert.pem -noout -text
                        signet cert inspect cert.pem
                        # openssl x509 -in cert.pem -noout -checkend 604800
                        signet cert check --within 1w cert.pem
                        # openssl pkcs12 -export -inkey key.pem -in cert.pem -out identity.p12
                        (umask 077; echo secret > passphrase)
                        signet pkcs12 pack --key key.pem --cert cert.pem \\
                          --passphrase-file passphrase --out identity.p12
                        # openssl pkcs12 -in identity.p12 -nodes
                        signet pkcs12 unpack --passphrase-file passphrase \\
                          --key-out out.key --fullchain-out out.pem identity.p12
                        """)
                ]),
            Section(
                "step",
                [
                    .verbatim(
                        """
                        # step crypto jwk create pub.jwk priv.jwk --kty EC --no-password --insecure
                        signet keygen --type ec --format jwk --kid thumbprint \\
                          --use sig --alg ES256 \\
                          --out priv.jwk --public-out pub.jwk --public-format jwk
                        # step crypto jwt sign --key priv.jwk --iss me --sub alice --aud you --exp EPOCH
                        signet jwt sign --key priv.jwk --iss me --sub alice --aud you --exp 5m \\
                          --iat now --nbf now --jti uuid --out token.txt
                        # step crypto jwt verify --key pub.jwk --iss me --aud you < token.txt
                        signet jwt verify --key pub.jwk --iss me --aud you < token.txt
                        # step crypto jwt inspect --insecure < token.txt
                        signet jwt inspect < token.txt
                        # step crypto jwk thumbprint < pub.jwk
                        signet key inspect pub.jwk
                        # step crypto keypair pub2.pem key2.pem --kty EC --no-password --insecure
                        signet keygen --type ec --out key2.pem --public-out pub2.pem
                        """)
                ]),
            Section(
                "jwt-cli",
                [
                    .verbatim(
                        """
                        # jwt encode --alg RS256 --secret @key.pem --exp=1h '{"sub":"alice"}'
                        signet jwt sign --key key.pem --exp 1h --iat now '{"sub":"alice"}' \\
                          --out jwt.txt
                        # jwt decode --alg RS256 --secret @pub.pem "$(cat jwt.txt)"
                        signet jwt verify --key pub.pem --alg RS256 --require exp --in jwt.txt
                        # jwt decode "$(cat jwt.txt)"
                        signet jwt inspect --in jwt.txt
                        """),
                    """
                    A secret is never an argument, because other users can see it. Put it into a file: `--key FILE \
                    --key-format raw`.
                    """,
                ]),
            Section(
                "jose",
                [
                    .verbatim(
                        """
                        # jose jwk gen -i '{"alg":"ES256"}' -o jose.jwk
                        signet keygen --type ec --format jwk --alg ES256 --out jose.jwk
                        # jose jwk pub -i jose.jwk -o jose.pub
                        signet key public --format jwk --out jose.pub jose.jwk
                        # jose jws sig -c -I message -k jose.jwk -o message.jws
                        echo hello > message
                        signet jwt sign --jws --key jose.jwk --in message --out message.jws
                        # jose jws ver -i "$(cat message.jws)" -k jose.pub -O-
                        signet jwt verify --jws --key jose.pub --in message.jws
                        # jose jwk pub -s -i jose.jwk -i priv.jwk
                        signet key jwks jose.jwk priv.jwk
                        """)
                ]),
        ],
        seeAlso: ["signet(1)", "signet-recipes(7)", "signet-batch(7)"])
}
