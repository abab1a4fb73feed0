import Arguments

extension Topic {
    /// The three kinds of token of the Sudo Platform. The commands on the page are run by the tests, from its very text.
    static let sudo = Topic(
        name: "sudo", synonyms: ["sudoplatform", "anonyome"],
        summary: "sign in to the Sudo Platform three ways, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    A user signs in to the Sudo Platform with a token. It is signed by a back end that already knows \
                    the user (custom federated sign-in), by a test (with a TEST registration key), or by the user's \
                    own device (with a sign-in key). Each kind has its own profile; signet-profiles(7) lists them. \
                    Set the variables in capitals to your own values. Files that this page does not make come from the platform.
                    """
                ]),
            Section(
                "1. Custom federated sign-in",
                [
                    """
                    Make the key pair once. Register the public key, the issuer's name and the key's ID with the \
                    platform, which matches all of them exactly. Tokens are credentials, so nobody else should be able \
                    to read the files that these commands make.
                    """,
                    .verbatim(
                        """
                        umask 077
                        ISSUER=acme
                        KEY_ID=acme-2026
                        signet keygen --profile sudo-fsso --out fsso.key --public-out fsso.pub
                        """),
                    """
                    Make a token for a user whom the back end has just authenticated. Everything in the input, or in \
                    `--claim`, is an attribute of the user, and cannot change the issuer, the subject or the audience. \
                    The input can set `jti`, `iat`, `nbf` and, without `--exp`, `exp`: do not pass on an object that the \
                    user has written. The document requires a short lifetime, but long enough to \
                    submit the token.
                    """,
                    .verbatim(
                        """
                        echo '{"email":"jo@example.com"}' |
                          signet jwt sign --profile sudo-fsso --key fsso.key --kid "$KEY_ID" \\
                            --iss "$ISSUER" --sub jo --exp 5m --out fsso.token -
                        """),
                    """
                    Its times are in milliseconds, as the document requires. The provider in the SDKs writes seconds; \
                    use `--time-unit s` for that. Verifying accepts both, and reports which unit it found. Without \
                    `--exp`, the token is valid for an hour, the default of the SDKs.
                    """,
                    .verbatim("signet jwt verify --profile sudo-fsso --key fsso.pub --in fsso.token"),
                    "For many users, one line of JSON with its `sub` each, and only those on a list:",
                    .verbatim(
                        """
                        printf '%s\\n' jo kim > users.txt
                        printf '{"sub":"%s"}\\n' jo kim |
                          signet jwt sign --batch --profile sudo-fsso --key fsso.key \\
                            --kid "$KEY_ID" --iss "$ISSUER" --exp 5m --subject-allow users.txt |
                          signet jwt verify --batch --profile sudo-fsso --key fsso.pub \\
                            > verdicts.jsonl
                        """),
                ]),
            Section(
                "2. Integration tests",
                [
                    """
                    The TEST registration key and its ID come from the Admin Console, where they can be downloaded \
                    once. The SDKs only read it as PKCS#1, between `BEGIN RSA PRIVATE KEY` and `END RSA PRIVATE KEY`. \
                    Print its format:
                    """,
                    .verbatim("signet key inspect downloaded.pem"),
                    "Convert it to PKCS#1, readable by nobody else:",
                    .verbatim("signet key convert downloaded.pem --format pkcs1 --out test.key"),
                    """
                    The test provider signs the name of the test suite and a UUID, so that each run has its own user. \
                    Without `--kid`, the key's ID is `register_key`.
                    """,
                    .verbatim(
                        """
                        signet jwt sign --profile sudo-test --key test.key --kid "$TEST_KEY_ID" \\
                          --sub mytest --exp 5m --out test.token
                        signet jwt verify --profile sudo-test --key test.key \\
                          --sub mytest --in test.token
                        """),
                    "On Android API 23, the provider also requires the public key:",
                    .verbatim("signet key public test.key --format pkcs1 --out test.pub"),
                    "To try this without the Admin Console: `signet keygen --profile sudo-test`.",
                ]),
            Section(
                "3. Sign in with a private key",
                [
                    "At registration, the device makes a key pair and sends the public key. The SDKs send it in this form:",
                    .verbatim(
                        """
                        SIGN_IN_KEY_ID=$(cat /proc/sys/kernel/random/uuid)
                        signet keygen --profile sudo-signin --kid "$SIGN_IN_KEY_ID" \\
                          --out signin.key --public-format sudo --public-out registration.json
                        """),
                    """
                    To sign in, the device requests a challenge, and signs the challenge's audience and nonce for the \
                    user's ID. The SDKs let the token expire after five minutes.
                    """,
                    .verbatim(
                        """
                        signet jwt sign --profile sudo-signin --key signin.key \\
                          --kid "$SIGN_IN_KEY_ID" --sub "$USER_ID" --aud "$CHALLENGE_AUDIENCE" \\
                          --jti "$CHALLENGE_NONCE" --exp 5m --out signin.token
                        signet jwt verify --profile sudo-signin --key signin.key \\
                          --sub "$USER_ID" --aud "$CHALLENGE_AUDIENCE" \\
                          --claim jti="$CHALLENGE_NONCE" --in signin.token
                        """),
                ]),
            Section(
                "4. The tokens that come back",
                [
                    """
                    The platform returns an ID token, an access token and a refresh token. The first two are valid for \
                    an hour by default; each contains its own expiry. (The refresh token, 30 days, may not be a JWT.)
                    """,
                    .verbatim("signet jwt inspect --in id.token"),
                    """
                    Before a back end trusts a token, it verifies it with the keys that the user pool publishes:
                    """,
                    .verbatim(
                        """
                        signet jwt verify --jwks jwks.json --iss "$POOL" --aud "$CLIENT_ID" \\
                          --require exp --in id.token
                        """),
                ]),
        ],
        seeAlso: [
            "signet-profiles(7)", "signet-jwt-sign(1)", "signet-jwt-verify(1)", "signet-keygen(1)",
            "signet-key-public(1)", "signet-key-convert(1)",
        ])
}
