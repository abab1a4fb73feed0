import Arguments

enum KeyInspect: SignetCommand {
    static let file = Operand(.file, "the key; standard input if omitted or `-`")
    static let kid = SharedFlags.kid()

    static let declaration = Command(
        name: "inspect",
        synonyms: ["ec", "jwk", "pkey", "rsa", "key print", "key show"],
        summary: "show the type, size, format and thumbprint of a key",
        discussion: [
            .paragraph(
                """
                Shows what a key is and why signet would refuse it, but never its private parts. For a JWKS it shows \
                every key, or the one that `--kid` names. A weak key is reported as `problem`; the exit status is \
                still 0. \
                \(KeyFlags.consistency)
                """)
        ],
        operands: [file],
        flags: [kid, SharedFlags.json] + KeyFlags.all + [SharedFlags.help],
        rules: KeyFlags.rules,
        examples: [
            Example("Show what a file contains", "signet key inspect key.pem"),
            Example("Print only the thumbprint", "signet key inspect --json key.pem | jq -r .thumbprint"),
        ],
        exitStatuses: SharedExitStatuses.standard(badInput: "not a key, or a wrong passphrase"),
        sections: [
            Section(
                "JSON",
                [
                    """
                    One object, or for a JWKS an object whose `keys` is an array of them. Members that a key does not \
                    have are left out.
                    """,
                    .definitions([
                        ("type", "`RSA`, `EC`, `Ed25519`, `Ed448` or `HMAC`"),
                        ("private", "whether it is a private key or a secret"),
                        ("bits", "size of the modulus, the field or the secret"),
                        ("curve", "`P-256`, `P-384`, `P-521` or `secp256k1`"),
                        (
                            "form",
                            "`PKCS#8`, `encrypted PKCS#8`, `PKCS#1`, `SEC1`, `SubjectPublicKeyInfo`, `PKCS#1 public`, `X.509 certificate`, `JWK`, `JWKS`, `raw secret` or `stored key`"
                        ),
                        ("container", "`PEM`, `DER`, `JSON`, `raw` or `PKCS#11`"),
                        ("encrypted", "whether a passphrase was needed"),
                        ("kid, use, key_ops, alg", "as the JWK has them"),
                        (
                            "algorithms",
                            "the signature algorithms that the key can be used with, the default first"
                        ),
                        ("thumbprint", "RFC 7638, SHA-256, base64url; not of secrets"),
                        ("spkiSha256", "SHA-256 of the SubjectPublicKeyInfo, hexadecimal"),
                        ("public", "the public key as a JWK"),
                        ("problem", "why signet refuses to use the key"),
                    ]),
                ])
        ],
        seeAlso: ["signet-key-public(1)", "signet-key-convert(1)"])
}

struct KeyInspectRequest: CommandRequest {
    let key: KeyLocation
    let isJSON: Bool

    init(_ arguments: ParsedArguments) {
        key = KeyFlags.location(
            arguments[KeyInspect.file] ?? "-", id: arguments[KeyInspect.kid], arguments)
        isJSON = arguments[SharedFlags.json]
    }
}
