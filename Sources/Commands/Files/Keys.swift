import JOSE
import OpenSSL

/// The contents of a key file.
struct LoadedKey {
    enum Content {
        case key(Key)
        case set(JWKSet)
    }

    /// How the key was stored, for reports.
    struct Storage {
        /// `PKCS#8`, `JWK`.
        let form: String
        /// `PEM`, `DER`, `JSON`.
        let container: String
        var isEncrypted = false
    }

    let content: Content
    let storage: Storage
}

extension InputFiles {
    /// Reads one key. In a set of several keys, the location must name it by its kid.
    func oneKey(at location: KeyLocation) throws -> Key {
        try key(at: location).key(id: location.id, location.source)
    }

    /// Reads all contents of a key file.
    func key(at location: KeyLocation) throws -> LoadedKey {
        guard let text = try keyText(at: location) else { return try storedKey(at: location) }
        if location.isRaw {
            let key = Key(.secret(text))
            try about(location.source) { try key.judge() }
            return LoadedKey(
                content: .key(key), storage: LoadedKey.Storage(form: "raw secret", container: "raw"))
        }
        return try key(in: try about(location.source) { try KeyText(recognizing: text) }, location)
    }

    /// The text of a key file; nil for a key that is not in a file.
    func keyText(at location: KeyLocation) throws -> Secret? {
        if location.path.hasPrefix("pkcs11:") { return nil }
        let text = try read(location.path, upTo: Limits.keyFileBytes)
        if text.isEmpty { throw Failure(.badInput, "\(location.source) is empty; expected a key") }
        return text
    }

    /// - Parameter text: from the file at the location.
    func key(in text: KeyText, _ location: KeyLocation) throws -> LoadedKey {
        switch text {
        case .set(let set):
            return LoadedKey(
                content: .set(set), storage: LoadedKey.Storage(form: "JWKS", container: "JSON"))
        case .jwk(let jwk):
            return LoadedKey(
                content: .key(try about(location.source) { try jwk.key() }),
                storage: LoadedKey.Storage(form: "JWK", container: "JSON"))
        case .encoded(let encoded): return try decode(encoded, location)
        }
    }

    private func decode(_ encoded: EncodedKey, _ location: KeyLocation) throws -> LoadedKey {
        let secret =
            encoded.isEncrypted ? try passphrase(from: location.passphrase, for: location.source) : nil
        let decoded = try about(location.source) {
            try encoded.decode(passphrase: secret, maximumIterations: location.maximumIterations)
        }
        return LoadedKey(
            content: .key(Key(decoded)),
            storage: LoadedKey.Storage(
                form: encoded.form.rawValue, container: encoded.container.rawValue,
                isEncrypted: encoded.isEncrypted))
    }

    /// A key that stays in a token. If a passphrase flag is given, it supplies the PIN. The URI may also specify the
    /// PIN (`pin-source`, RFC 7512 §2.4).
    private func storedKey(at location: KeyLocation) throws -> LoadedKey {
        let pin =
            location.passphrase.isGiven ? try passphrase(from: location.passphrase, for: "the token") : nil
        do {
            return LoadedKey(
                content: .key(Key(try StoredKey.open(uri: location.path, pin: pin))),
                storage: LoadedKey.Storage(form: "stored key", container: "PKCS#11"))
        } catch {
            throw Failure(storedKey: error)
        }
    }
}

extension LoadedKey {
    /// The key, or one key of a set.
    ///
    /// - Parameter id: the kid of the key; nil requires a set to have exactly one key.
    func key(id: String?, _ source: String) throws -> Key {
        switch content {
        case .key(let key): key
        case .set(let set): try about(source) { try set.key(id: id) }
        }
    }

    /// The key, with the kid to write, for a command that writes a kid.
    ///
    /// - Parameter flag: the value of `--kid`. `thumbprint` and `none` only determine the written kid. An ID also
    ///   chooses a key of a set.
    func key(writing flag: String?, _ source: String) throws -> Key {
        var key = try key(id: flag == "thumbprint" || flag == "none" ? nil : flag, source)
        key.id = try key.id(for: flag)
        return key
    }

    /// Rejects a `--kid` that would have no effect.
    ///
    /// - Parameter isJWK: whether the output can contain a kid.
    func refuseKeyID(_ id: String?, isJWK: Bool) throws {
        if case .key = content, id != nil, !isJWK {
            throw Failure(.usage, "--kid requires a JWK or a JWKS", hint: "--format jwk")
        }
    }

    /// Rejects a `--kid` that should choose a key if the file is not a set.
    func refuseKeyID(_ id: String?, _ source: String) throws {
        if case .key = content, id != nil {
            throw Failure(.usage, "--kid requires a JWKS, found \(storage.form)").about(source)
        }
    }
}

extension Key {
    fileprivate init(_ decoded: EncodedKey.Decoded) {
        switch decoded {
        case .privateKey(let key): self.init(Material.privateKey(key))
        case .publicKey(let key): self.init(Material.publicKey(key))
        }
    }

    /// The `kid` that `--kid` requests.
    ///
    /// - Parameter flag: an ID, `thumbprint` or `none`; nil keeps the kid of the key.
    func id(for flag: String?) throws -> String? {
        switch flag {
        case nil: return id
        case "none": return nil
        case "thumbprint":
            if case .secret = material {
                throw Failure(
                    .usage, "--kid thumbprint would disclose an HMAC secret (RFC 7638 §7)", hint: "--kid ID")
            }
            return try thumbprint()
        case let id: return id
        }
    }
}
