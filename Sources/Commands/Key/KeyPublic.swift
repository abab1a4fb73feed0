import Arguments
import JOSE

enum KeyPublic: SignetCommand {
    static let format = Flag(
        "format", short: "f", .keyFormat(KeyFormat.ofPublicKeys), default: .spki, group: "Output",
        "format of the public key", details: [KeyFormat.commentNote]
    )
    .proposed(for: "to", "output-format", "type", "out-format")
    .proposed(["pem": "use --encoding pem", "der": "use --encoding der", "jwk": "use --format jwk"])

    static let declaration = Command(
        name: "public",
        synonyms: [
            "pubkey", "key pub", "key pubout", "key extract", "rsa -pubout", "pkey -pubout", "ec -pubout",
            "ssh-keygen -y",
        ],
        summary: "print the public key",
        discussion: [
            .paragraph(
                """
                Reads a private or public key, or a certificate, in any format, and writes the public key. For a JWKS \
                without `--kid`, `--format jwks` writes the public keys of all its keys. `--use` and `--alg` replace what \
                the keys have. \(KeyFlags.consistency)
                """)
        ],
        operands: [KeyFlags.operand],
        flags: [format, SharedFlags.encoding, KeyRewriting.kid, KeyFlags.certificate] + JWKFlags.all + [
            SharedFlags.out, SharedFlags.force,
        ]
            + KeyFlags.all
            + [SharedFlags.help],
        rules: KeyFlags.rules + JWKFlags.requiring(format.isOne(of: .jwk, .jwks)) + [
            .excludes(
                SharedFlags.encoding.isOne(of: .der),
                format.isOne(of: KeyFormat.ofPublicKeys.filter { !$0.isASN1 })),
            KeyFlags.certificateRule(KeyRewriting.kid),
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
        exitStatuses: .standard(badInput: "not a key, a wrong passphrase, or a key without a public key"),
        seeAlso: [
            "signet-keygen(1)", "signet-key-jwks(1)", "signet-key-convert(1)", "signet-key-inspect(1)",
        ])
}

struct KeyPublicRequest: CommandRequest {
    let rewriting: KeyRewriting
    let format: KeyFormat

    init(_ arguments: ParsedArguments) {
        rewriting = KeyRewriting(arguments)
        format = arguments[KeyPublic.format]
    }
}

extension KeyPublic {
    static func run(_ request: KeyPublicRequest) throws -> ExitStatus {
        try request.rewriting.run { try content($0, request, $1) }
    }

    private static func content(
        _ loaded: LoadedKey, _ request: KeyPublicRequest, _ inputs: InputFiles
    ) throws -> Outputs.Content {
        let rewriting = request.rewriting
        let source = rewriting.key.source
        if case .set(let set) = loaded.content, request.format == .jwks, rewriting.id == nil {
            return try about(source) {
                let keys = try set.keys.map { try rewriting.restriction.applied(to: try publicKey($0)) }
                KeyRewriting.warn(ofIgnored: keys.flatMap(\.ignoredMembers), source, .jwks)
                return try Key.publicContent(keys, isSet: true)
            }
        }
        try loaded.refuseKeyID(rewriting.id, isWritten: request.format.hasKeyID)
        let key = try rewriting.chosen(loaded, inputs)
        KeyRewriting.warn(ofIgnored: key.ignoredMembers, source, request.format)
        KeyRewriting.warn(ofLimits: key, source, request.format)
        return try about(source) { try key.publicContent(request.format, rewriting.encoding) }
    }

    private static func publicKey(_ jwk: JWK) throws -> Key {
        guard let key = try jwk.key().publicKey else {
            throw CommandError(.badInput, "a set of HMAC secrets has no public keys")
        }
        return key
    }
}
