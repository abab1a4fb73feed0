import Arguments
import JOSE
import JSON
import OpenSSL

enum KeyInspect: SignetCommand {
    static let declaration = Command(
        name: "inspect",
        summary: "what a key is: type, size, thumbprint, formats; public parts only",
        discussion: [
            .paragraph(
                """
                Says what a key is, and what is wrong with it, and never shows a private part. Of a JWKS it shows every \
                key, or with `--kid` one. That a key is weak is part of the answer: the exit status is 0 then too, and \
                `problem` says what it is. \(KeyLoading.consistency)
                """)
        ],
        operands: [Operand(.file, "the key; standard input without it, or for `-`")],
        flags: [
            Flag("kid", value: Value("ID"), group: "Key", "the key of a JWKS with this kid"),
            SharedFlags.json,
        ] + KeyLoading.flags + [SharedFlags.help],
        rules: KeyLoading.rules,
        examples: [
            Example("What is this file?", "signet key inspect key.pem"),
            Example("The thumbprint alone", "signet key inspect --json key.pem | jq -r .thumbprint"),
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
                        ("private", "whether the private half is there"),
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
                            "the signature algorithms that the key can be used with, its default first"
                        ),
                        ("thumbprint", "RFC 7638, SHA-256, base64url; not of secrets"),
                        ("spkiSha256", "SHA-256 of the SubjectPublicKeyInfo, hexadecimal"),
                        ("public", "the public half as a JWK"),
                        ("problem", "why signet refuses to use the key"),
                    ]),
                ])
        ],
        seeAlso: ["signet-key-public(1)", "signet-key-convert(1)"])

    static func run(_ arguments: ParsedArguments) throws(Failure) -> ExitStatus {
        let inputs = InputFiles()
        let path = arguments.operands.first ?? "-"
        let loaded = try KeyLoading(arguments, inputs).load(path)
        try loaded.refuseKeyID(arguments.value("kid"), sourceName(path))
        let reports: [Report]
        var isSet = false
        if case .set(let set) = loaded.content, arguments.value("kid") == nil {
            isSet = true
            reports = try set.keys.map { (jwk) throws(Failure) in
                do {
                    return try report(try jwk.key(), loaded.storage)
                } catch let error as JWKError {
                    return Self.report(jwk, error)
                } catch {
                    throw error as! Failure
                }
            }
        } else {
            reports = [
                try report(try loaded.key(id: arguments.value("kid"), sourceName(path)), loaded.storage)
            ]
        }
        var outputs = Outputs(mayReplace: false)
        if arguments.has("json") {
            let json: JSONValue =
                isSet ? .object(JSONObject([("keys", .array(reports.map(\.json)))])) : reports[0].json
            outputs.add(Outputs.Content(line: JSONWriter.bytes(json)), to: nil)
        } else {
            outputs.add(Outputs.Content(text: reports.map(\.text).joined(separator: "\n")), to: nil)
        }
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func report(_ key: Key, _ storage: KeyLoading.Storage) throws(Failure) -> Report {
        var report = Report()
        let isPrivate: Bool = if case .publicKey = key.material { false } else { true }
        let kind = key.material.type?.name ?? "HMAC"
        report.add("type", "type", .string(kind), text: "\(kind) \(words(key.material))")
        report.add("private", .bool(isPrivate))
        switch key.material {
        case .secret(let secret):
            report.add("bits", "size", .integer(Int64(secret.count * 8)), text: "\(secret.count * 8) bits")
        default:
            switch key.material.type {
            case .rsa(let bits): report.add("bits", "size", .integer(Int64(bits)), text: "\(bits) bits")
            case .ec(let curve): report.add("curve", "curve", curve.rawValue)
            case .ed25519, .ed448, nil: break
            }
        }
        report.add(
            "form", "form", .string(storage.form),
            text: storage.form == storage.container ? storage.form : "\(storage.form), \(storage.container)")
        report.add("container", .string(storage.container))
        report.add("encrypted", .bool(storage.isEncrypted))
        try addJWK(key, to: &report)
        do {
            try key.judge()
        } catch {
            report.add("problem", "problem", Failure(refusal: error).message)
        }
        return report
    }

    private static func addJWK(_ key: Key, to report: inout Report) throws(Failure) {
        if let id = key.id { report.add("kid", "kid", id) }
        if let use = key.use { report.add("use", "use", use) }
        if let operations = key.operations {
            report.add(
                "key_ops", "key_ops", .array(operations.map(JSONValue.string)),
                text: operations.joined(separator: ", "))
        }
        if let algorithm = key.algorithm { report.add("alg", "alg", algorithm) }
        let fitting = Algorithm.fitting(key.material).filter { (try? key.permit(.verify, $0)) != nil }.map(
            \.name)
        report.add(
            "algorithms", "algorithms", .array(fitting.map(JSONValue.string)),
            text: fitting.joined(separator: ", "))
        guard let half = key.publicHalf, let publicKey = half.material.publicKey else { return }
        try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in
            report.add("thumbprint", "thumbprint", try key.thumbprint())
            let jwk = try JWKWriter.jwk(half).withBytes { Array($0) }
            report.add("public", (try? JSONDocument(parsing: jwk).root) ?? .null)
        }
        let spki = try saying(Failure.init(key:)) { () throws(KeyError) in try publicKey.der(.spki) }
        let digest = try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in
            try DigestAlgorithm.sha256.digest(of: spki.span)
        }
        report.add("spkiSha256", "SPKI SHA-256", digest.map(hex).joined().lowercased())
    }

    /// A key of a set that cannot be read, in the place where it stands.
    private static func report(_ jwk: JWK, _ error: JWKError) -> Report {
        var report = Report()
        report.add("type", "type", jwk.keyType ?? "unknown")
        if let id = jwk.id { report.add("kid", "kid", id) }
        report.add("problem", "problem", Failure(jwk: error).message)
        return report
    }

    private static func words(_ material: Key.Material) -> String {
        switch material {
        case .privateKey: "private key"
        case .publicKey: "public key"
        case .secret: "secret"
        }
    }
}
