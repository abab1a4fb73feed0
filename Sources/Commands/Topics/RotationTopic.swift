import Arguments

extension Topic {
    /// The commands on the page are run by the tests, from its very text.
    static let rotation = Topic(
        name: "rotation", synonyms: ["rotate", "rotating", "key-rotation", "rollover"],
        summary: "replace the key that signs tokens, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    Verifiers download the public keys of an issuer as a JWKS, keep it for a while, and choose the key \
                    of a token by its kid. So a new key must be in the set before it signs, and an old key must stay \
                    in the set until its last token has expired. No token is then rejected during the change.
                    """
                ]),
            Section(
                "1. The first key",
                [
                    """
                    Make a key that contains its kid, its use and its algorithm. The kid can be any text that is not \
                    used again, such as the month.
                    """,
                    .verbatim(
                        """
                        signet keygen --type ec --format jwk --kid 2026-01 \\
                          --use sig --alg ES256 --out 2026-01.jwk
                        """),
                    "Publish its public key. The file contains nothing secret.",
                    .verbatim("signet key jwks 2026-01.jwk --out jwks.json"),
                    "Tokens name the key by its kid:",
                    .verbatim(
                        """
                        signet jwt sign --key 2026-01.jwk --sub alice --exp 15m --out old.token
                        signet jwt verify --jwks jwks.json --in old.token
                        """),
                ]),
            Section(
                "2. Publish the new key",
                [
                    """
                    Make the new key, and add its public key to the set. signet does not write to a file that it \
                    reads, so the new set gets another name first. `mv` replaces the old set in one step, so that no \
                    verifier downloads half a file.
                    """,
                    .verbatim(
                        """
                        signet keygen --type ec --format jwk --kid 2026-02 \\
                          --use sig --alg ES256 --out 2026-02.jwk
                        signet key jwks jwks.json 2026-02.jwk --out jwks.new &&
                          mv jwks.new jwks.json
                        """),
                    """
                    Continue to sign with the old key until every verifier has the new set. This takes as long as \
                    verifiers keep the set, which is usually the max-age that the server of jwks.json sends.
                    """,
                ]),
            Section(
                "3. Sign with the new key",
                [
                    "Tokens of both keys are valid now:",
                    .verbatim(
                        """
                        signet jwt sign --key 2026-02.jwk --sub alice --exp 15m --out new.token
                        signet jwt verify --jwks jwks.json --in new.token
                        signet jwt verify --jwks jwks.json --in old.token
                        """),
                ]),
            Section(
                "4. Retire the old key",
                [
                    """
                    When the last token of the old key has expired, remove its public key from the set and delete the \
                    private key.
                    """,
                    .verbatim(
                        """
                        signet key jwks jwks.json --remove 2026-01 --out jwks.new &&
                          mv jwks.new jwks.json &&
                          rm 2026-01.jwk
                        """),
                    """
                    If a private key may have been stolen, do this at once, after the new key is published: its tokens \
                    become invalid as soon as the verifiers load the set.
                    """,
                ]),
            Section(
                "Keys in other formats",
                [
                    """
                    A key in PEM has no kid. `signet key jwks` then uses the key's thumbprint, and so must the tokens:
                    """,
                    .verbatim(
                        """
                        signet keygen --out key.pem
                        signet key jwks jwks.json key.pem --use sig --out jwks.new &&
                          mv jwks.new jwks.json
                        signet jwt sign --key key.pem --kid thumbprint --sub bob --exp 15m \\
                          --out pem.token
                        signet jwt verify --jwks jwks.json --in pem.token
                        """),
                    "To find the kid that `--remove` takes, list the keys of the set:",
                    .verbatim("signet key inspect jwks.json"),
                ]),
        ],
        seeAlso: [
            "signet-key-jwks(1)", "signet-keygen(1)", "signet-jwt-sign(1)", "signet-jwt-verify(1)",
            "signet-key-inspect(1)",
        ])
}
