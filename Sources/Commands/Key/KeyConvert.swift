import Arguments

enum KeyConvert: SignetCommand {
    enum Format: String, CaseIterable {
        case pkcs8, pkcs1, sec1, spki, openssh, jwk, jwks, raw
    }

    static let file = KeyFlags.operand
    static let format = Flag(
        "format", short: "f", .choice("FORMAT", of: Format.self).proposing(PublicFormat.others),
        absent: "pkcs8 for private keys, spki for public ones, jwk for secrets", group: "Output",
        "format to write",
        details: [
            """
            `pkcs1` is for RSA (also for public keys), `sec1` for private EC keys, `spki` for public keys, `raw` \
            for HMAC secrets. `openssh` is for RSA, P-256, P-384, P-521 and Ed25519: a private key as `ssh-keygen` \
            writes it, or a public key as a line for `authorized_keys`. The comment of an OpenSSH key is its kid if it \
            has one; comments of existing keys are not kept.
            """,
            """
            PKCS#8 and SubjectPublicKeyInfo keep the type and the parameters of an RSA-PSS key. A JWK cannot, so it gets \
            an `alg` instead: that of the parameters, or PS256. PKCS#1 is refused.
            """,
            """
            A private key for ML-DSA keeps the encoding that it has in PKCS#8: its seed, the expanded key, or both. A JWK has \
            the seed (RFC 9964), so a private key without it cannot be written as JWK.
            """,
        ]
    )
    .proposed(for: "to", "output-format", "type", "target", "out-format", "into")
    .proposed([
        "topk8": "use --format pkcs8", "traditional": "use --format pkcs1, or --format sec1 for EC keys",
        "pem": "use --encoding pem", "der": "use --encoding der", "jwk": "use --format jwk",
        "pkcs8": "use --format pkcs8", "pkcs1": "use --format pkcs1", "pubout": "use signet key public",
        "public": "use signet key public",
        "nocrypt": "leave it out: without --encrypt, the key is not encrypted",
        "nodes": "leave it out: without --encrypt, the key is not encrypted",
    ])
    static let kid = Flag(
        "kid", .keyID(), group: "Key", "the kid to use from a JWKS, or to write",
        details: [ComputedKeyID.details()])
    static let encrypt = Flag(
        "encrypt", group: "Output", "encrypt the private key with a passphrase",
        details: ["The format is then PKCS#8, with the encryption of `signet keygen`."]
    )
    .proposed(for: "cipher", "aes256", "aes-256-cbc")
    static let newPassphrase = PassphraseFlags(
        prefix: "new-passphrase", of: "the new file", proposedFor: ["passout", "new-password"])

    static let declaration = Command(
        name: "convert",
        synonyms: ["pkcs8", "convert", "key encrypt", "key decrypt", "key export", "key change-pass"],
        summary: "convert a key to another format",
        discussion: [
            .paragraph(
                """
                Writes a key in another format: PKCS#8, PKCS#1, SEC1 or SubjectPublicKeyInfo, each in PEM or DER, \
                OpenSSH, JWK, JWKS, or the bytes of a secret. PKCS#8 can be encrypted. A private key stays private and a \
                public key public; use `signet key public` to get the public key of a private one. `--kid`, `--use` and \
                `--alg` replace what the key has. \(KeyFlags.consistency)
                """),
            """
            The passphrase flags open a key that is encrypted. With `--encrypt` the same passphrase also protects the \
            new file, unless one of the `--new-passphrase` flags gives another one.
            """,
        ],
        operands: [file],
        flags: [format, SharedFlags.encoding, kid, KeyFlags.certificate] + JWKFlags.all + [
            encrypt, SharedFlags.out, SharedFlags.force,
        ] + KeyFlags.all
            + newPassphrase.all + [SharedFlags.help],
        rules: KeyFlags.rules + JWKFlags.requiring(format.isOne(of: .jwk, .jwks)) + [newPassphrase.rule]
            + newPassphrase.requiring(encrypt) + [
                .excludes(encrypt, format.isOne(of: .pkcs1, .sec1, .spki, .openssh, .jwk, .jwks, .raw)),
                .excludes(
                    SharedFlags.encoding.isOne(of: .der), format.isOne(of: .openssh, .jwk, .jwks, .raw)),
                KeyFlags.certificateRule(kid),
            ],
        examples: [
            Example("For old programs", "signet key convert key.pem --format pkcs1 --out rsa.pem"),
            Example(
                "A JWK from PEM", "signet key convert key.pem --format jwk --kid thumbprint --out key.jwk"),
            Example("A key of ssh-keygen for other programs", "signet key convert id_ed25519 --out key.pem"),
            Example(
                "Encrypt a key",
                "signet key convert key.pem --encrypt --passphrase-file secret.txt --out locked.pem"),
            Example(
                "Change the passphrase",
                "signet key convert locked.pem --passphrase-file old.txt --encrypt --new-passphrase-file new.txt --out relocked.pem"
            ),
        ],
        exitStatuses: SharedExitStatuses.standard(
            badInput: "not a key, a wrong passphrase, or a format that the key cannot have"),
        seeAlso: ["signet-keygen(1)", "signet-key-public(1)", "signet-key-inspect(1)"])
}

struct KeyConvertRequest: CommandRequest {
    let key: KeyLocation
    let id: String?
    /// The file with the certificate of the key; nil for the file of the key.
    let certificate: String?
    let format: KeyConvert.Format?
    let encoding: Encoding
    let restriction: KeyRestriction
    /// The source of the new file's passphrase; nil if the file is not encrypted.
    let newPassphrase: PassphraseOrigin?
    let out: String?
    let mayReplace: Bool

    init(_ arguments: ParsedArguments) {
        id = arguments[KeyConvert.kid]
        key = KeyFlags.location(arguments[KeyConvert.file] ?? "-", writing: id, arguments)
        certificate = arguments[KeyFlags.certificate]
        format = arguments[KeyConvert.format]
        encoding = arguments[SharedFlags.encoding]
        restriction = JWKFlags.restriction(arguments)
        let new = KeyConvert.newPassphrase.origin(arguments)
        // Without flags for a new passphrase, the given one protects the new file, even if it opened the old file.
        newPassphrase =
            arguments[KeyConvert.encrypt]
            ? (new.isGiven || !key.passphrase.isGiven ? new : key.passphrase) : nil
        out = arguments[SharedFlags.out]
        mayReplace = arguments[SharedFlags.force]
    }
}
