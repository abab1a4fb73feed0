import Arguments

enum KeyPublic: SignetCommand {
    static let file = KeyFlags.operand
    static let format = Flag(
        "format", short: "f", .choice("FORMAT").proposing(PublicFormat.others), default: PublicFormat.spki,
        group: "Output",
        "format of the public key", details: PublicFormat.details
    )
    .proposed(for: "to", "output-format", "type", "out-format")
    .proposed(["pem": "use --encoding pem", "der": "use --encoding der", "jwk": "use --format jwk"])
    static let kid = Flag(
        "kid", .keyID(), group: "Key", "the kid to use from a JWKS, or to write",
        details: [ComputedKeyID.details()])

    static let declaration = Command(
        name: "public",
        synonyms: ["pubkey", "key pub", "key pubout", "key extract"],
        summary: "print the public key",
        discussion: [
            .paragraph(
                """
                Reads a private or public key, or a certificate, in any format, and writes the public key. For a JWKS \
                without `--kid`, `--format jwks` writes the public keys of all its keys. `--use` and `--alg` replace what \
                the keys have. \(KeyFlags.consistency)
                """)
        ],
        operands: [file],
        flags: [format, SharedFlags.encoding, kid, KeyFlags.certificate] + JWKFlags.all + [
            SharedFlags.out, SharedFlags.force,
        ]
            + KeyFlags.all
            + [SharedFlags.help],
        rules: KeyFlags.rules + JWKFlags.requiring(format.isOne(of: .jwk, .jwks)) + [
            .excludes(SharedFlags.encoding.isOne(of: .der), format.isOne(of: .openssh, .jwk, .jwks, .sudo)),
            KeyFlags.certificateRule(kid),
        ],
        examples: [
            Example("For openssl, and for most others", "signet key public key.pem --out pub.pem"),
            Example(
                "For a JWKS endpoint",
                "signet key public key.pem --format jwks --kid thumbprint --use sig --out jwks.json"),
            Example("For authorized_keys", "signet key public key.pem --format openssh --kid kim@laptop"),
            Example(
                "For the registration of a sign-in key", "signet key public key.pem --format sudo --kid 1"),
        ],
        exitStatuses: SharedExitStatuses.standard(
            badInput: "not a key, a wrong passphrase, or a key without a public key"),
        seeAlso: [
            "signet-keygen(1)", "signet-key-jwks(1)", "signet-key-convert(1)", "signet-key-inspect(1)",
        ])
}

struct KeyPublicRequest: CommandRequest {
    let key: KeyLocation
    let id: String?
    /// The file with the certificate of the key; nil for the file of the key.
    let certificate: String?
    let format: PublicFormat
    let encoding: Encoding
    let restriction: KeyRestriction
    let out: String?
    let mayReplace: Bool

    init(_ arguments: ParsedArguments) {
        id = arguments[KeyPublic.kid]
        key = KeyFlags.location(arguments[KeyPublic.file] ?? "-", writing: id, arguments)
        certificate = arguments[KeyFlags.certificate]
        format = arguments[KeyPublic.format]
        encoding = arguments[SharedFlags.encoding]
        restriction = JWKFlags.restriction(arguments)
        out = arguments[SharedFlags.out]
        mayReplace = arguments[SharedFlags.force]
    }
}
