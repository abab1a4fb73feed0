import Arguments

extension Topic {
    /// The three kinds of token of the Sudo Platform. The commands on the page are run by the tests, from its very text.
    static let sudo = Topic(
        name: "sudo",
        summary: "sign in to the Sudo Platform three ways, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    A user comes to the Sudo Platform by a token that somebody signs: a back end that already knows the user \
                    (custom federated sign-in), a test (with a TEST registration key), or the user's own device (with a \
                    sign-in key). Each kind has a profile of its own, which signet-profiles(7) lists. What is in capitals is \
                    yours; everything else can be pasted.
                    """
                ]),
            Section(
                "1. Custom federated sign-in",
                [
                    """
                    The key pair, once. The platform is sent the public key, the issuer's name and the key's ID, all of \
                    which it matches exactly. Tokens are credentials, so nobody else should be able to read the files that \
                    are made here.
                    """,
                    .verbatim(
                        """
                        umask 077
                        ISSUER=acme
                        KEY_ID=acme-2026
                        signet keygen --profile sudo-fsso --out fsso.key --public-out fsso.pub
                        """),
                    """
                    A token for a user whom the back end has just authenticated. Whatever is in the input, or in `--claim`, \
                    is an attribute of the user, and cannot change a claim that the platform reads.
                    """,
                    .verbatim(
                        """
                        echo '{"email":"jo@example.com"}' |
                          signet jwt sign --profile sudo-fsso --key fsso.key --kid "$KEY_ID" \\
                            --iss "$ISSUER" --sub jo --out fsso.token
                        """),
                    """
                    Its times are in milliseconds, as the document has them. The provider that comes with the SDKs writes \
                    seconds; `--time-unit s` does so too. Verifying takes both, and says which it saw.
                    """,
                    .verbatim("signet jwt verify --profile sudo-fsso --key fsso.pub --in fsso.token"),
                    "For many users, each a line of JSON with its `sub`, and only those on a list:",
                    .verbatim(
                        """
                        printf '%s\\n' jo kim > users.txt
                        printf '{"sub":"%s"}\\n' jo kim |
                          signet jwt sign --batch --profile sudo-fsso --key fsso.key \\
                            --kid "$KEY_ID" --iss "$ISSUER" --subject-allow users.txt |
                          signet jwt verify --batch --profile sudo-fsso --key fsso.pub \\
                            > verdicts.jsonl
                        """),
                ]),
            Section(
                "2. Integration tests",
                [
                    """
                    The TEST registration key and its ID are from the Admin Console, where it can be downloaded once. The \
                    SDKs read it as PKCS#1 only, between `BEGIN RSA PRIVATE KEY` and `END RSA PRIVATE KEY`. Which form is it in?
                    """,
                    .verbatim("signet key inspect downloaded.pem"),
                    "In PKCS#1 whatever it was, and readable by nobody else:",
                    .verbatim("signet key convert downloaded.pem --format pkcs1 --out test.key"),
                    """
                    What the test provider signs: the name of the test suite and a UUID, so that each run has a user of its \
                    own. Without `--kid` the key's ID is `register_key`.
                    """,
                    .verbatim(
                        """
                        signet jwt sign --profile sudo-test --key test.key --kid "$TEST_KEY_ID" \\
                          --sub mytest --out test.token < /dev/null
                        signet jwt verify --profile sudo-test --key test.key \\
                          --sub mytest --in test.token
                        """),
                    "On Android API 23 the provider wants the public key as well:",
                    .verbatim("signet key public test.key --format pkcs1 --out test.pub"),
                    "Without the Admin Console, to try what reads such keys: `signet keygen --profile sudo-test`.",
                ]),
            Section(
                "3. Sign in with a private key",
                [
                    "At registration the device makes a key pair, and sends the public key in this form:",
                    .verbatim(
                        """
                        SIGN_IN_KEY_ID=$(cat /proc/sys/kernel/random/uuid)
                        signet keygen --profile sudo-signin --kid "$SIGN_IN_KEY_ID" \\
                          --out signin.key --public-format sudo --public-out registration.json
                        """),
                    """
                    To sign in, it asks for a challenge, and signs the challenge's audience and nonce in the name of the \
                    user's ID. The token is good for five minutes.
                    """,
                    .verbatim(
                        """
                        signet jwt sign --profile sudo-signin --key signin.key \\
                          --kid "$SIGN_IN_KEY_ID" --sub "$USER_ID" --aud "$CHALLENGE_AUDIENCE" \\
                          --jti "$CHALLENGE_NONCE" --out signin.token < /dev/null
                        signet jwt verify --profile sudo-signin --key signin.key \\
                          --sub "$USER_ID" --aud "$CHALLENGE_AUDIENCE" --in signin.token
                        """),
                ]),
            Section(
                "4. The tokens that come back",
                [
                    """
                    An ID token, an access token and a refresh token. The first two are good for an hour unless the platform \
                    was asked for another time; how long, they say themselves. (The refresh token, 30 days, may not be a JWT.)
                    """,
                    .verbatim("signet jwt inspect --in id.token"),
                    "Before a back end believes one, it checks it with the keys that the user pool publishes:",
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
