import Arguments
import JOSE

enum KeyPublic: SignetCommand {
    static let file = KeyFlags.operand
    static let format = Flag(
        "format", short: "f", .keyFormat(KeyFormat.ofPublicKeys), default: .spki, group: "Output",
        "format of the public key", details: [KeyFormat.commentNote]
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
            .excludes(
                SharedFlags.encoding.isOne(of: .der),
                format.isOne(of: KeyFormat.ofPublicKeys.filter { !$0.isASN1 })),
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
    let format: KeyFormat
    let encoding: Encoding
    let restriction: KeyRestriction
    let output: Output

    init(_ arguments: ParsedArguments) {
        id = arguments[KeyPublic.kid]
        key = KeyFlags.location(arguments[KeyPublic.file] ?? "-", writing: id, arguments)
        certificate = arguments[KeyFlags.certificate]
        format = arguments[KeyPublic.format]
        encoding = arguments[SharedFlags.encoding]
        restriction = JWKFlags.restriction(arguments)
        output = Output(arguments)
    }
}

extension KeyPublic {
    static func run(_ request: KeyPublicRequest) throws -> ExitStatus {
        try request.output.refuseTerminal(request.encoding)
        let inputs = InputFiles()
        try request.output.write(try content(try inputs.key(at: request.key), request, inputs), inputs)
        return .success
    }

    private static func content(
        _ loaded: LoadedKey, _ request: KeyPublicRequest, _ inputs: InputFiles
    ) throws -> Outputs.Content {
        if case .set(let set) = loaded.content, request.format == .jwks, request.id == nil {
            return try about(request.key.source) {
                try Key.publicContent(
                    try set.keys.map { try request.restriction.applied(to: try publicKey($0)) }, isSet: true)
            }
        }
        try loaded.refuseKeyID(request.id, isWritten: request.format.hasKeyID)
        let key = try inputs.key(
            loaded, writing: request.id, at: request.key, certificate: request.certificate)
        return try about(request.key.source) {
            try request.restriction.applied(to: key).publicContent(request.format, request.encoding)
        }
    }

    private static func publicKey(_ jwk: JWK) throws -> Key {
        guard let key = try jwk.key().publicKey else {
            throw CommandError(.badInput, "a set of HMAC secrets has no public keys")
        }
        return key
    }
}
