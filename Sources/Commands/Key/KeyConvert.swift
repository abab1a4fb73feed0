import Arguments
import JOSE
import OpenSSL
import Words

enum KeyConvert: SignetCommand {
    static let format = Flag(
        "format", short: "f", .keyFormat(KeyFormat.ofKeys),
        absent: "pkcs8 for private keys, spki for public ones, jwk for secrets", group: "Output",
        "format to write",
        details: [
            KeyFormat.commentNote,
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
        "decrypt": "leave it out: without --encrypt, the key is not encrypted",
    ])
    static let encrypt = Flag(
        "encrypt", group: "Output", "encrypt the private key with a passphrase",
        details: ["The format is then PKCS#8, with the encryption of `signet keygen`."]
    )
    .passphrase(from: "new-passphrase")
    .proposed(for: "cipher", "aes256", "aes-256-cbc", "aes128", "aes192", "des3")
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
        operands: [KeyFlags.operand],
        flags: [format, SharedFlags.encoding, KeyRewriting.kid, KeyFlags.certificate] + JWKFlags.all + [
            encrypt, SharedFlags.out, SharedFlags.force,
        ] + KeyFlags.all
            + newPassphrase.all + [SharedFlags.help],
        rules: KeyFlags.rules + JWKFlags.requiring(format.isOne(of: .jwk, .jwks)) + [newPassphrase.rule]
            + newPassphrase.requiring(encrypt) + [
                .excludes(encrypt, format.isOne(of: KeyFormat.ofKeys.filter { !$0.isEncryptable })),
                .excludes(
                    SharedFlags.encoding.isOne(of: .der),
                    format.isOne(of: KeyFormat.ofKeys.filter { !$0.isASN1 })),
                KeyFlags.certificateRule(KeyRewriting.kid),
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
        exitStatuses: .standard(
            badInput: "not a key, a wrong passphrase, or a format that the key cannot have"),
        seeAlso: ["signet-keygen(1)", "signet-key-public(1)", "signet-key-inspect(1)"])
}

struct KeyConvertRequest: CommandRequest {
    let rewriting: KeyRewriting
    let format: KeyFormat?
    /// The source of the new file's passphrase; nil if the file is not encrypted.
    let newPassphrase: PassphraseOrigin?

    init(_ arguments: ParsedArguments) {
        rewriting = KeyRewriting(arguments)
        format = arguments[KeyConvert.format]
        let (old, new) = (rewriting.key.passphrase, KeyConvert.newPassphrase.origin(arguments))
        // Without flags for a new passphrase, the given one protects the new file, even if it opened the old file.
        newPassphrase = arguments[KeyConvert.encrypt] ? (new.isGiven || !old.isGiven ? new : old) : nil
    }
}

extension KeyConvert {
    static func run(_ request: KeyConvertRequest) throws -> ExitStatus {
        if request.format == .raw { try request.rewriting.output.refuseTerminal("--format raw") }
        return try request.rewriting.run { try content($0, request, $1) }
    }

    private static func content(
        _ loaded: LoadedKey, _ request: KeyConvertRequest, _ inputs: InputFiles
    ) throws -> Outputs.Content {
        let rewriting = request.rewriting
        let source = rewriting.key.source
        if case .set(let set) = loaded.content, request.format == .jwks, rewriting.id == nil {
            return try about(source) {
                let keys = try set.keys.map { try rewriting.restriction.applied(to: try $0.key()) }
                KeyRewriting.warn(ofIgnored: keys.flatMap(\.ignoredMembers), source, .jwks)
                return try wholeSet(keys)
            }
        }
        let key = try rewriting.chosen(loaded, inputs)
        let format = request.format ?? standardFormat(key)
        // A secret is a JWK by default, which the rules between flags do not see.
        if rewriting.encoding == .der, !format.isASN1 {
            throw CommandError(
                .usage, "--encoding der and --format \(format.rawValue) cannot be used together")
        }
        try loaded.refuseKeyID(rewriting.id, isWritten: format.hasKeyID)
        KeyRewriting.warn(ofIgnored: key.ignoredMembers, source, format)
        KeyRewriting.warn(ofLimits: key, source, format)
        switch key.material {
        case .publicKey:
            if request.newPassphrase != nil { throw encryptsPrivateKeys }
            return try about(source) { try key.publicContent(format, rewriting.encoding) }
        case .privateKey, .secret:
            if case .secret = key.material, request.newPassphrase != nil { throw encryptsPrivateKeys }
            if request.newPassphrase == nil {
                inputs.warn(
                    ifUnused: rewriting.key.passphrase, source,
                    format.isEncryptable ? "use --encrypt to encrypt the new key" : nil)
            }
            let passphrase = try request.newPassphrase.map {
                try inputs.newPassphrase(from: $0, for: rewriting.output.path ?? "the new file")
            }
            return try about(source) {
                try key.privateContent(format, rewriting.encoding, passphrase: passphrase)
            }
        }
    }

    private static var encryptsPrivateKeys: CommandError {
        CommandError(.usage, "--encrypt requires a private key")
    }

    private static func standardFormat(_ key: Key) -> KeyFormat {
        switch key.material {
        case .publicKey: .spki
        case .privateKey: .pkcs8
        case .secret: .jwk
        }
    }

    private static func wholeSet(_ keys: [Key]) throws -> Outputs.Content {
        for key in keys { try key.refuseFault() }
        let text = try JWKWriter.set(keys)
        let isSecret = keys.contains { $0.material.isSecret }
        return isSecret
            ? Outputs.Content(secretLine: text) : text.withBytes { Outputs.Content(line: Array($0)) }
    }
}
