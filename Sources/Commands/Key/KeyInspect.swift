import Arguments
import OpenSSL
import Words

enum KeyInspect: SignetCommand {
    static let file = KeyFlags.operand
    static let kid = SharedFlags.kid()

    static let declaration = Command(
        name: "inspect",
        synonyms: [
            "ec", "jwk", "pkey", "rsa", "key print", "key show", "key info", "key view", "thumbprint",
            "fingerprint", "key check", "key verify", "key fingerprint",
            "key thumbprint",
        ],
        summary: "show the type, size, format and thumbprint of a key",
        discussion: [
            .paragraph(
                """
                Shows what a key is and why signet would refuse it, but never its private parts. For a JWKS it shows \
                every key, or the one that `--kid` names. A weak key is reported as `problem`; the exit status is \
                still 0. \
                \(KeyFlags.consistency)
                """),
            """
            Of an encrypted key without its passphrase, signet shows only the unencrypted parts, and the exit status is \
            0: the form, the encryption and the iterations; for OpenSSH also the public key; for PKCS#12 what \
            `signet pkcs12 inspect` shows. This happens if no flag gives the passphrase and there is no terminal to ask \
            on, or if the answer is empty. A flag for an empty passphrase tries to open the key.
            """,
        ],
        operands: [file],
        flags: [kid, SharedFlags.json] + KeyFlags.all + [SharedFlags.help],
        rules: KeyFlags.rules,
        examples: [
            Example("Show what a file contains", "signet key inspect key.pem"),
            Example(
                "Show how a key is encrypted, without its passphrase",
                "signet key inspect locked.pem < /dev/null"),
            Example("Print only the thumbprint", "signet key inspect --json key.pem | jq -r .thumbprint"),
        ],
        exitStatuses: .standard(badInput: "not a key, or a wrong passphrase"),
        sections: [
            Section(
                "JSON",
                [
                    """
                    One object, or for a JWKS an object whose `keys` is an array of them. Members that a key does not \
                    have are left out.
                    """,
                    .definitions([
                        (
                            "type",
                            (["RSA", "RSA-PSS", "EC"] + ByteKeyType.names + ["HMAC"]).map { "`\($0)`" }.orList
                        ),
                        ("private", "whether it is a private key or a secret"),
                        ("bits", "size of the modulus, the field or the secret"),
                        ("curve", Curve.names.map { "`\($0)`" }.orList),
                        (
                            "form",
                            "`PKCS#8`, `encrypted PKCS#8`, `PKCS#1`, `SEC1`, `SubjectPublicKeyInfo`, `PKCS#1 public`, `X.509 certificate`, `OpenSSH`, `OpenSSH public`, `PKCS#12`, `JWK`, `JWKS`, `raw secret` or `stored key`"
                        ),
                        ("container", "`PEM`, `DER`, `text`, `JSON`, `raw`, or the scheme of the URI"),
                        ("encrypted", "whether a passphrase protects it"),
                        (
                            "opened",
                            "of an encrypted key: whether the passphrase was given; if not, members that are not in clear are left out"
                        ),
                        (
                            "encryption",
                            "an object: `scheme` (`PBES2`, `pbeWithMD5AndDES-CBC`, `DEK-Info`, `openssh-key-v1`, …), `cipher`, `kdf`, `prf`, `iterations`, `saltBytes`; for scrypt `n`, `r` and `p`"
                        ),
                        ("mac, parts", "of a PKCS#12 that is not opened, as in signet-pkcs12-inspect(1)"),
                        ("kid, use, key_ops, alg", "as the JWK has them"),
                        (
                            "algorithms",
                            "the signature algorithms that the key can be used with, the default first; none if there is a `problem`"
                        ),
                        ("thumbprint", "RFC 7638, SHA-256, base64url; not of secrets"),
                        ("spkiSha256", "SHA-256 of the SubjectPublicKeyInfo, hexadecimal"),
                        ("spkiFingerprint", "the same in upper case with colons: `AB:12:…`"),
                        (
                            "spkiSha256Base64",
                            "the same in base64 after `SHA256:`, as Snowflake shows it (`RSA_PUBLIC_KEY_FP`)"
                        ),
                        ("public", "the public key as a JWK"),
                        ("problem", "why signet refuses to use the key"),
                    ]),
                ])
        ],
        seeAlso: ["signet-key-public(1)", "signet-key-convert(1)", "signet-pkcs12-inspect(1)"])
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
