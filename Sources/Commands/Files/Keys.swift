import Arguments
import JOSE
import OpenSSL
import System
import Words

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
        /// Nil for a PKCS#12, whose parts are encrypted in different ways.
        var encryption: EncryptionParameters?
        var isCertificate = false
    }

    let content: Content
    let storage: Storage
}

extension InputFiles {
    /// Reads one key. In a set of several keys, the location must name it by its kid.
    func oneKey(at location: KeyLocation) throws -> Key {
        let loaded = try key(at: location)
        if !location.mayHaveID, case .set(let set) = loaded.content, set.keys.count > 1 {
            let ids = set.keys.compactMap(\.id)
            let named = ids.isEmpty ? "" : " (\(ids.firstFew(\.quoted)))"
            let canBeNamed = !ids.isEmpty && !location.path.hasPrefix("-")
            let hint = "signet key public \(ShellQuote.posixIfNeeded(location.path)) --kid KID --out FILE"
            throw CommandError(
                .badInput, "expected one key, found several\(named), and --kid is for another key",
                hint: canBeNamed ? hint : nil
            ).about(location.source)
        }
        return try loaded.key(id: location.id, location.source)
    }

    /// Reads all keys of a file, or the key of a token.
    func key(at location: KeyLocation) throws -> LoadedKey {
        if let uri = StoreURI(location.path) { return try storedKey(uri, location) }
        return try open(keyFile(at: location), at: location)
    }

    func keyFile(at location: KeyLocation) throws -> KeyFile {
        try decodeKey(at: location) { text in
            if location.isRaw { return .raw(text) }
            let file = try KeyFile(recognizing: text)
            guard let found = file.encoded, found.form == .certificate, found.container == .pem else {
                return file
            }
            let certificates = try text.withBytes { try Certificate.all(in: $0) }
            if certificates.count == 1 { return file }
            let leaf = try CertificateFiles.keyHolder(of: certificates).pem()
            return try KeyFile(recognizing: Secret(copying: leaf.span))
        }
    }

    /// Decodes the bytes of a key file.
    func decodeKey<Result>(at location: KeyLocation, _ body: (Secret) throws -> Result) throws -> Result {
        if location.provider != nil {
            throw CommandError(
                .usage, "--provider requires the URI of a key in a token, found a file",
                hint: "leave out --provider")
        }
        return try decode(
            location.path, upTo: Limits.keyFileBytes, as: location.expected, source: location.source
        ) { bytes in
            if location.isKept { keptKeyFile = bytes }
            do {
                return try body(bytes)
            } catch let error as KeyError where error == .notAKey && location.expected == .keySet {
                throw CommandError(.badInput, "expected \(location.expected.words), found something else")
            } catch let error as KeyError where error == .notAKey && location.mayBeRaw {
                throw CommandError(
                    .badInput, error.message,
                    hint: error.hint.map { "\($0), or --key-format raw for the bytes of an HMAC secret" })
            }
        }
    }

    /// Whether a key needs a passphrase that neither a flag nor the user gives. The user may leave it empty.
    func staysLocked(_ file: KeyFile, at location: KeyLocation) throws -> Bool {
        if !file.isEncrypted || location.passphrase.isGiven { return false }
        if case .encoded(let encoded) = file, !encoded.takesPassphrase { return true }
        return try !mayType(passphraseFor: location.source)
    }

    /// Decrypts a key file.
    func open(_ file: KeyFile, at location: KeyLocation) throws -> LoadedKey {
        let source = location.source
        switch file {
        case .encoded(let encoded): return try decode(encoded, location)
        case .set(let set): return LoadedKey(content: .set(set), storage: file.storage)
        case .jwk(let jwk):
            return LoadedKey(content: .key(try about(source) { try jwk.key() }), storage: file.storage)
        case .pkcs12(let pkcs12, _):
            return LoadedKey(content: .key(try key(of: pkcs12, at: location)), storage: file.storage)
        case .raw(let secret):
            let key = Key(.secret(secret))
            try about(source) {
                do {
                    try key.judge()
                } catch let error as KeyRuleError where error == .secretIsAKey {
                    throw CommandError(.badInput, error.message, hint: "leave out --key-format raw")
                }
            }
            warn(ofFlawIn: secret, location)
            return LoadedKey(content: .key(key), storage: file.storage)
        }
    }

    /// What editors, `echo` and Windows add to a text, and the other side does not have.
    private func warn(ofFlawIn secret: Secret, _ location: KeyLocation) {
        guard let (flaw, filters) = secret.withBytes(Self.flaw) else { return }
        let remedy = Expectation.mending(filters, location.path, isSecret: true)
        Console.warn(
            "\(location.source.printable): \(flaw), \(StandardStreams.isDescriptor(location.path) ? "" : "run: ")\(remedy)"
        )
    }

    /// What was added to a secret that is a text, and the filters that remove it; nil if nothing was.
    private static func flaw(_ secret: Span<UInt8>) -> (flaw: String, filters: [String])? {
        // Of random bytes, a quarter is never zero.
        let zeros = secret.indices.count { secret[$0] == 0 }
        if secret.count > 2, secret[0] >= 0xFE, secret[0] ^ secret[1] == 1, zeros * 4 >= secret.count {
            return ("the secret is in UTF-16; to convert it", ["iconv -f UTF-16 -t UTF-8"])
        }
        let isText = secret.isUTF8 && secret.indices.allSatisfy { secret[$0] >= 0x20 || secret[$0].isSpace }
        let lines = secret.indices.count { secret[$0] == UInt8(ascii: "\n") }
        guard isText, secret.count > lines else { return nil }
        var (flaws, filters): ([String], [String]) = ([], [])
        if secret.byteOrderMarkCount > 0 {
            flaws.append("the byte order mark")
            filters.append("tail -c +4")
        }
        if lines == 1, secret[secret.count - 1] == UInt8(ascii: "\n") {
            flaws.append("the newline at the end")
            filters.append("head -c -\(secret[secret.count - 2] == UInt8(ascii: "\r") ? 2 : 1)")
        } else if lines > 0 {
            flaws.append(lines == 1 ? "the newline" : "the newlines")
            filters.append("tr -d '\\r\\n'")
        }
        if flaws.isEmpty { return nil }
        let isOne = flaws.count == 1 && lines < 2
        return (
            "\(flaws.andList) \(isOne ? "is" : "are") part of the secret; to remove \(isOne ? "it" : "them")",
            filters
        )
    }

    private func decode(_ encoded: EncodedKey, _ location: KeyLocation) throws -> LoadedKey {
        let secret =
            encoded.takesPassphrase ? try passphrase(from: location.passphrase, for: location.source) : nil
        let decoded = try about(location.source) {
            try encoded.decode(passphrase: secret, maximumIterations: location.maximumIterations)
        }
        return LoadedKey(
            content: .key(Key(decoded)), storage: KeyFile.encoded(encoded).storage)
    }

    /// A key that stays in a store, which may ask for a PIN. The URI may also specify the PIN (`pin-source`, RFC 7512
    /// §2.4).
    private func storedKey(_ uri: StoreURI, _ location: KeyLocation) throws -> LoadedKey {
        try uri.check()
        if location.isRaw {
            throw CommandError(.usage, "--key-format raw requires a file, found the URI of a key in a token")
        }
        do {
            let key = try StoredKey.open(uri: uri.text, scheme: uri.scheme, provider: location.provider) {
                try self.passphrase(from: location.passphrase, for: uri.source)
            }
            return LoadedKey(
                content: .key(Key(key)),
                storage: LoadedKey.Storage(form: "stored key", container: uri.scheme))
        } catch let error as CommandError {
            // The passphrase is missing. The message already names the key.
            throw error
        } catch {
            throw CommandError(error).about(uri.source)
        }
    }
}

extension KeyFile {
    var storage: LoadedKey.Storage {
        switch self {
        case .encoded(let encoded):
            LoadedKey.Storage(
                form: encoded.form.rawValue, container: encoded.container.rawValue,
                isEncrypted: encoded.isEncrypted, encryption: encoded.encryption,
                isCertificate: encoded.form == .certificate)
        case .set: LoadedKey.Storage(form: "JWKS", container: "JSON")
        case .jwk: LoadedKey.Storage(form: "JWK", container: "JSON")
        case .pkcs12(let file, let container):
            LoadedKey.Storage(
                form: "PKCS#12", container: container.rawValue, isEncrypted: file.needsPassphrase)
        case .raw: LoadedKey.Storage(form: "raw secret", container: "raw")
        }
    }
}

extension LoadedKey {
    /// The key, or one key of a set.
    ///
    /// - Parameter id: the kid of the key in a set, which no other file may be given; nil requires a set to have exactly
    ///   one key.
    func key(id: String?, _ source: String) throws -> Key {
        switch content {
        case .key(let key):
            if id != nil {
                throw CommandError(.usage, "--kid requires a JWKS, found \(storage.form)").about(source)
            }
            return key
        case .set(let set): return try about(source) { try set.key(id: id) }
        }
    }

    /// Refuses a key of it that cannot sign because it is public.
    func refusePublic(_ key: Key, _ source: String) throws {
        guard case .publicKey = key.material else { return }
        let found =
            switch content {
            case .set: "a JWKS of public keys"
            case .key where storage.isCertificate: "a certificate"
            case .key: "a public key"
            }
        throw CommandError(.badInput, "expected a private key, found \(found)").about(source)
    }

    /// Rejects a `--kid` that would have no effect.
    ///
    /// - Parameter isWritten: whether the output can contain a kid.
    func refuseKeyID(_ id: String?, isWritten: Bool) throws {
        if case .key = content, id != nil, !isWritten {
            throw CommandError(.usage, "--kid requires a JWK or a JWKS", hint: "use --format jwk")
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
}
