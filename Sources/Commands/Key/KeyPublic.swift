import Arguments
import JOSE

enum KeyPublic: SignetCommand {
    static let declaration = Command(
        name: "public",
        summary: "the public half",
        discussion: [
            .paragraph(
                """
                Reads a private or public key, or a certificate, in any form, and writes its public half. Of a JWKS \
                without `--kid`, `--format jwks` writes the public halves of all keys. \(KeyLoading.consistency)
                """)
        ],
        operands: [Operand(.file, "the key; standard input without it, or for `-`")],
        flags: [
            Flag(
                "format", short: "f", value: .choice("FORMAT", PublicFormat.allCases.map(\.rawValue)),
                default: "spki",
                group: "Output", "form of the public key",
                details: PublicFormat.details),
            KeyWriting.encodingFlag,
            Flag(
                "kid",
                value: Value(
                    "ID|thumbprint", .suggestion([Value.Choice("thumbprint"), Value.Choice("none")])),
                group: "Key",
                "the key of a JWKS with this kid; otherwise the kid of what is written, which is JSON"),
            SharedFlags.out, SharedFlags.force,
        ] + KeyLoading.flags + [SharedFlags.help],
        rules: KeyLoading.rules,
        examples: [
            Example("For openssl, and for most others", "signet key public key.pem --out pub.pem"),
            Example(
                "For a JWKS endpoint",
                "signet key public key.pem --format jwks --kid thumbprint --out jwks.json"),
            Example(
                "For the registration of a sign-in key", "signet key public key.pem --format sudo --kid 1"),
        ],
        exitStatuses: SharedExitStatuses.standard(
            badInput: "not a key, a wrong passphrase, or a key without a public half"),
        seeAlso: [
            "signet-keygen(1)", "signet-key-convert(1)", "signet-key-inspect(1)",
        ])

    static func run(_ arguments: ParsedArguments) throws(Failure) -> ExitStatus {
        let inputs = InputFiles()
        let path = arguments.operands.first ?? "-"
        let format: PublicFormat = arguments.choice("format") ?? .spki
        let id = arguments.value("kid")
        let loaded = try KeyLoading(arguments, inputs).load(path)
        let content: Outputs.Content
        if case .set(let set) = loaded.content, format == .jwks, id == nil {
            content = try allPublic(set, sourceName(path))
        } else {
            try loaded.refuseKeyID(id, isJWK: format.isJSON)
            let key = try loaded.key(writing: id, sourceName(path))
            do {
                content = try KeyWriting.publicContent(key, format, arguments.choice("encoding") ?? .pem)
            } catch {
                throw error.status == .usage ? error : error.about(sourceName(path))
            }
        }
        var outputs = Outputs(mayReplace: arguments.has("force"))
        outputs.add(content, to: arguments.value("out"))
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func allPublic(_ set: JWKSet, _ source: String) throws(Failure) -> Outputs.Content {
        var halves: [Key] = []
        for jwk in set.keys {
            let key = try saying({ (error: JWKError) in Failure(jwk: error).about(source) }) {
                () throws(JWKError) in
                try jwk.key()
            }
            guard let half = key.publicHalf else {
                throw Failure(.badInput, "a set of secrets has no public half").about(source)
            }
            halves.append(half)
        }
        return try KeyWriting.publicJWK(halves, isSet: true)
    }
}

extension KeyLoading.Loaded {
    /// Refuses a `--kid` that would say nothing.
    ///
    /// - Parameter isJWK: what is written can have a kid.
    func refuseKeyID(_ id: String?, isJWK: Bool) throws(Failure) {
        if case .key = content, id != nil, !isJWK {
            throw Failure(.usage, "--kid goes with a JWK", hint: "--format jwk")
        }
    }

    /// Refuses a `--kid` that is to choose from what is no set.
    func refuseKeyID(_ id: String?, _ source: String) throws(Failure) {
        if case .key = content, id != nil {
            throw Failure(
                .usage, "--kid chooses from a JWKS, and \(source.printable) is \(storage.form)")
        }
    }

    /// The key, or the one of a set that is asked for.
    ///
    /// - Parameter id: its kid, whatever it is; without it, a set must have one key.
    func key(id: String?, _ source: String) throws(Failure) -> Key {
        switch content {
        case .key(let key): return key
        case .set(let set):
            return try saying({ (error: JWKError) in Failure(jwk: error).about(source) }) {
                () throws(JWKError) in
                try set.key(id: id)
            }
        }
    }

    /// The key for a command that writes a kid, with the kid to be written.
    ///
    /// - Parameter flag: of `--kid`. `thumbprint` and `none` say what is written, and choose no key of a set; an ID
    ///   does both.
    func key(writing flag: String?, _ source: String) throws(Failure) -> Key {
        var key = try key(id: flag == "thumbprint" || flag == "none" ? nil : flag, source)
        key.id = try key.id(for: flag)
        return key
    }
}
