import Arguments
import JOSE
import OpenSSL

enum KeyConvert: SignetCommand {
    enum Format: String, CaseIterable {
        case pkcs8, pkcs1, sec1, spki, jwk, jwks, raw
    }

    static let declaration = Command(
        name: "convert",
        summary: "PEM, DER, PKCS#8, PKCS#1, SEC1, JWK, JWKS, encrypted or not",
        discussion: [
            .paragraph(
                """
                Writes a key in another form. A private key stays private and a public key public: `signet key public` \
                makes one of the other. \(KeyLoading.consistency)
                """),
            """
            The passphrase flags open a key that is encrypted, and with `--encrypt` also protect the new file, unless \
            the `--new-passphrase` flags give it a passphrase of its own.
            """,
        ],
        operands: [Operand(.file, "the key; standard input without it, or for `-`")],
        flags: [
            Flag(
                "format", short: "f", value: .choice("FORMAT", Format.allCases.map(\.rawValue)),
                default: "pkcs8 for private keys, spki for public ones, jwk for secrets", group: "Output",
                "form to write",
                details: [
                    """
                    `pkcs1` is for RSA (for public keys too), `sec1` for private EC keys, `spki` for public keys, `raw` \
                    for HMAC secrets.
                    """
                ]),
            KeyWriting.encodingFlag,
            Flag(
                "kid",
                value: Value(
                    "ID|thumbprint|none", .suggestion([Value.Choice("thumbprint"), Value.Choice("none")])),
                group: "Key", "the key of a JWKS with this kid; otherwise the kid of the JWK that is written"),
            Flag("encrypt", group: "Output", "encrypt the private key with a passphrase (PKCS#8)"),
            SharedFlags.out, SharedFlags.force,
        ] + KeyLoading.flags + PassphraseSource.flags(prefix: "new-passphrase", of: "the new file") + [
            SharedFlags.help
        ],
        rules: KeyLoading.rules + PassphraseSource.rules(prefix: "new-passphrase")
            + ["file", "fd", "env"].map { .requires("new-passphrase-\($0)", oneOf: ["encrypt"]) },
        examples: [
            Example("What old programs read", "signet key convert key.pem --format pkcs1 --out rsa.pem"),
            Example(
                "A JWK from PEM", "signet key convert key.pem --format jwk --kid thumbprint --out key.jwk"),
            Example(
                "Encrypt a key",
                "signet key convert key.pem --encrypt --passphrase-file secret.txt --out locked.pem"),
            Example(
                "Another passphrase",
                "signet key convert locked.pem --passphrase-file old.txt --encrypt --new-passphrase-file new.txt --out relocked.pem"
            ),
        ],
        exitStatuses: SharedExitStatuses.standard(
            badInput: "not a key, a wrong passphrase, or a form that the key does not have"),
        seeAlso: ["signet-keygen(1)", "signet-key-public(1)", "signet-key-inspect(1)"])

    static func run(_ arguments: ParsedArguments) throws(Failure) -> ExitStatus {
        let inputs = InputFiles()
        let path = arguments.operands.first ?? "-"
        let id = arguments.value("kid")
        let loading = KeyLoading(arguments, inputs)
        let loaded = try loading.load(path)
        let content: Outputs.Content
        if case .set(let set) = loaded.content, arguments.value("format") == "jwks", id == nil {
            content = try wholeSet(set, sourceName(path))
        } else {
            let key = try loaded.key(writing: id, sourceName(path))
            try loaded.refuseKeyID(id, isJWK: ["jwk", "jwks"].contains(format(key, arguments).rawValue))
            let new = PassphraseSource(arguments, prefix: "new-passphrase")
            // Without one of its own, the new file gets the passphrase that is given, be it that of the old one.
            let protection = new.isGiven || !loading.passphrase.isGiven ? new : loading.passphrase
            content = try convert(key, arguments, sourceName(path)) { () throws(Failure) in
                try protection.new(for: arguments.value("out") ?? "the new file", inputs)
            }
        }
        var outputs = Outputs(mayReplace: arguments.has("force"))
        outputs.add(content, to: arguments.value("out"))
        try outputs.write(inputs: inputs)
        return .success
    }

    /// `--format`, or what is usual for the key.
    private static func format(_ key: Key, _ arguments: ParsedArguments) -> Format {
        if let format = arguments.choice("format", as: Format.self) { return format }
        return switch key.material {
        case .publicKey: .spki
        case .privateKey: .pkcs8
        case .secret: .jwk
        }
    }

    private static func convert(
        _ key: Key, _ arguments: ParsedArguments, _ source: String,
        newPassphrase: () throws(Failure) -> Secret
    ) throws(Failure) -> Outputs.Content {
        let encoding: Encoding = arguments.choice("encoding") ?? .pem
        let format = format(key, arguments)
        var passphrase: Secret?
        if arguments.has("encrypt") {
            guard case .privateKey = key.material else {
                throw Failure(.usage, "--encrypt is for private keys")
            }
            if format != .pkcs8 {
                throw Failure(.usage, "--encrypt goes with --format pkcs8", hint: "--format pkcs8")
            }
            passphrase = try newPassphrase()
        }
        do throws(Failure) {
            switch key.material {
            case .publicKey:
                guard let form = PublicFormat(rawValue: format.rawValue) else {
                    throw Failure(
                        .badInput, "a public key has no \(format.rawValue) form",
                        hint: "--format spki, pkcs1, jwk or jwks")
                }
                return try KeyWriting.publicContent(key, form, encoding)
            case .privateKey, .secret:
                guard let form = PrivateFormat(rawValue: format.rawValue) else {
                    throw Failure(
                        .badInput, "\(format.rawValue) is for public keys", hint: "signet key public")
                }
                return try KeyWriting.privateContent(key, form, encoding, passphrase: passphrase)
            }
        } catch {
            throw error.status == .badInput ? error.about(source) : error
        }
    }

    private static func wholeSet(_ set: JWKSet, _ source: String) throws(Failure) -> Outputs.Content {
        var keys: [Key] = []
        for jwk in set.keys {
            keys.append(
                try saying({ (error: JWKError) in Failure(jwk: error).about(source) }) {
                    () throws(JWKError) in
                    try jwk.key()
                })
        }
        let text = try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in try JWKWriter.set(keys) }
        let isSecret = keys.contains { $0.material.isSecret }
        return isSecret
            ? Outputs.Content(secretLine: text) : text.withBytes { Outputs.Content(line: Array($0)) }
    }
}
