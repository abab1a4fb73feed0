import JOSE
import JSON
import OpenSSL
import PKI
import Words

extension KeyInspect {
    static func run(_ request: KeyInspectRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        try Output.standard.write(try content(request, inputs), inputs)
        return .success
    }

    private static func content(
        _ request: KeyInspectRequest, _ inputs: InputFiles
    ) throws -> Outputs.Content {
        if StoreURI(request.key.path) != nil { return try content(inputs.key(at: request.key), request) }
        let file = try inputs.keyFile(at: request.key)
        if request.key.id == nil, try inputs.staysLocked(file, at: request.key) {
            return try lockedContent(file, isJSON: request.isJSON)
        }
        return try content(inputs.open(file, at: request.key), request)
    }

    private static func content(_ loaded: LoadedKey, _ request: KeyInspectRequest) throws -> Outputs.Content {
        if case .set(let set) = loaded.content, request.key.id == nil {
            let reports = set.keys.map { report($0, loaded.storage) }
            return Report("keys", reports).content(isJSON: request.isJSON)
        }
        let key = try loaded.key(id: request.key.id, request.key.source)
        return try report(key, loaded.storage).content(isJSON: request.isJSON)
    }

    /// - Parameter isLocked: whether `key` is only the public key, because the private key is encrypted.
    static func report(
        _ key: Key, _ storage: LoadedKey.Storage, isLocked: Bool = false
    ) throws -> Report {
        var report = Report()
        let isPrivate: Bool = if case .publicKey = key.material { isLocked } else { true }
        let kind = key.material.type?.name ?? "HMAC"
        let words = isLocked ? "private key" : words(key.material)
        report.add("type", "type", .string(kind), text: "\(kind) \(words)")
        report.add("private", .bool(isPrivate))
        switch key.material {
        case .secret(let secret):
            report.add("bits", "size", .integer(Int64(secret.count * 8)), text: "\(secret.count * 8) bits")
        case .privateKey, .publicKey:
            if let type = key.material.type { report.add(sizeOf: type) }
            if case .rsaPSS(_, let parameters) = key.material.type {
                report.add("pss", "parameters", parameters?.json ?? .null, text: parameters?.words ?? "none")
            }
        }
        add(storage, isLocked: isLocked, to: &report)
        let problem = problem(of: key)
        try addJWK(key, isUsable: problem == nil, to: &report)
        if let problem { report.add("problem", "problem", problem) }
        return report
    }

    /// Why signet would refuse the key.
    private static func problem(of key: Key) -> String? {
        do {
            try key.judge()
            if !Algorithm.fitting(key.material).contains(where: key.permitsAny) {
                try key.judge(for: .verify)
            }
            return nil
        } catch {
            return CommandError(error).message
        }
    }

    static func add(_ storage: LoadedKey.Storage, isLocked: Bool, to report: inout Report) {
        report.add(
            "form", "form", .string(storage.form),
            text: storage.form == storage.container ? storage.form : "\(storage.form), \(storage.container)")
        report.add("container", .string(storage.container))
        report.add("encrypted", .bool(storage.isEncrypted))
        if storage.isEncrypted { report.add("opened", .bool(!isLocked)) }
        if let encryption = storage.encryption {
            report.add("encryption", "encryption", encryption.json, text: encryption.words)
        }
    }

    private static func addJWK(_ key: Key, isUsable: Bool, to report: inout Report) throws {
        if let id = key.id { report.add("kid", "kid", id) }
        if let use = key.use { report.add("use", "use", use) }
        if let operations = key.operations {
            report.add("key_ops", "key_ops", list: operations)
        }
        if let algorithm = key.algorithm { report.add("alg", "alg", algorithm) }
        let fitting = Algorithm.fitting(key.material).filter { isUsable && key.permitsAny($0) }.map(
            \.name)
        report.add("algorithms", "algorithms", list: fitting, none: "none")
        guard let own = key.publicKey, let publicKey = own.material.publicKey else { return }
        report.add("thumbprint", "thumbprint", try key.thumbprint())
        // An RSA-PSS key that no algorithm can use has no JWK.
        if !Algorithm.fitting(own.material).isEmpty {
            let jwk = try JWKWriter.jwk(own).withBytes { Array($0) }
            report.add("public", try JSONDocument(parsing: jwk).root)
        }
        let digest = try publicKey.spkiSHA256()
        let forms = [hexadecimal(digest), fingerprint(digest), "SHA256:\(Base64.encode(digest))"]
        report.add("spkiSha256", "SPKI SHA-256", .string(forms[0]), lines: forms)
        report.add("spkiFingerprint", .string(forms[1]))
        report.add("spkiSha256Base64", .string(forms[2]))
    }

    /// Reports a key of a set. If it cannot be read, the reason is reported instead.
    private static func report(_ jwk: JWK, _ storage: LoadedKey.Storage) -> Report {
        do {
            return try report(try jwk.key(), storage)
        } catch {
            var report = Report()
            report.add("type", "type", jwk.keyType ?? "unknown")
            if let id = jwk.id { report.add("kid", "kid", id) }
            report.add("problem", "problem", CommandError(error).message)
            return report
        }
    }

    private static func words(_ material: Key.Material) -> String {
        switch material {
        case .privateKey: "private key"
        case .publicKey: "public key"
        case .secret: "secret"
        }
    }
}

extension PSSParameters {
    fileprivate var json: JSONValue {
        .object([
            ("digest", .string(digest)), ("maskDigest", .string(maskDigest)),
            ("minimumSaltLength", .integer(Int64(saltLength))),
        ])
    }

    fileprivate var words: String {
        "\(digest), MGF1 with \(maskDigest), a salt of at least \(saltLength) bytes"
    }
}

extension KeyInspect {
    /// What can be seen of an encrypted key without its passphrase.
    static func lockedContent(_ file: KeyFile, isJSON: Bool) throws -> Outputs.Content {
        switch file {
        case .encoded(let encoded): return try report(encoded, file.storage).content(isJSON: isJSON)
        case .pkcs12(let pkcs12, _):
            var report = Report()
            add(file.storage, isLocked: true, to: &report)
            report.add(pkcs12.mac, isVerified: nil)
            try report.add(pkcs12.parts, nil)
            return report.content(isJSON: isJSON)
        case .jwk, .set, .raw: preconditionFailure("these are never encrypted")
        }
    }

    private static func report(_ encoded: EncodedKey, _ storage: LoadedKey.Storage) throws -> Report {
        if let publicKey = encoded.publicKey {
            return try report(Key(.publicKey(publicKey)), storage, isLocked: true)
        }
        var report = Report()
        switch encoded.form {
        case .pkcs1: report.add("type", "type", .string("RSA"), text: "RSA private key")
        case .sec1: report.add("type", "type", .string("EC"), text: "EC private key")
        default: report.show("type", "private key")
        }
        report.add("private", .bool(true))
        add(storage, isLocked: true, to: &report)
        report.show("contents", "give a passphrase to see the key")
        return report
    }
}

extension Report {
    /// Adds the size of a key or its curve, if its type has several.
    mutating func add(sizeOf type: KeyType) {
        if let bits = type.rsaBits { add("bits", "size", .integer(Int64(bits)), text: "\(bits) bits") }
        if case .ec(let curve) = type { add("curve", "curve", curve.rawValue) }
    }
}

extension Key {
    /// Whether it may verify with the algorithm or, as a private key or a secret, sign.
    fileprivate func permitsAny(_ algorithm: Algorithm) -> Bool {
        permits(.verify, algorithm) || permits(.sign, algorithm)
    }
}
