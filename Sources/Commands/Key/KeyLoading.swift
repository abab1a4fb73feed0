import Arguments
import JOSE
import OpenSSL

/// Reads keys for every command that takes one.
struct KeyLoading {
    private let arguments: ParsedArguments
    private let inputs: InputFiles
    let passphrase: PassphraseSource

    /// - Parameter prefix: of the flags of the key's passphrase, where `--passphrase-file` is for another.
    init(_ arguments: ParsedArguments, _ inputs: InputFiles, prefix: String = "passphrase") {
        self.arguments = arguments
        self.inputs = inputs
        passphrase = PassphraseSource(arguments, prefix: prefix)
    }

    /// The flags that go with a key's file.
    static let flags: [Flag] =
        [SharedFlags.keyFormat] + PassphraseSource.flags(of: "the key") + [SharedFlags.maximumIterations]
    static let rules: [Rule] = PassphraseSource.rules()

    /// What manuals say of every private key that is read.
    static let consistency =
        "A private key whose numbers do not belong together, or with another key's public half, is refused."

    /// What was in a key's file.
    struct Loaded {
        enum Content {
            case key(Key)
            case set(JWKSet)
        }

        let content: Content
        /// How it was stored, for a report: `PKCS#8`, `PEM`, encrypted or not.
        let storage: Storage
    }

    struct Storage {
        let form: String
        let container: String
        let isEncrypted: Bool
    }

    /// One key.
    ///
    /// - Parameter id: which one of a set; a set of one needs none.
    func key(_ path: String, id: String? = nil) throws(Failure) -> Key {
        try load(path).key(id: id, sourceName(path))
    }

    func load(_ path: String) throws(Failure) -> Loaded {
        let source = sourceName(path)
        if path.hasPrefix("pkcs11:") { return try stored(path) }
        let text = try inputs.read(path, upTo: Limits.keyFileBytes)
        if arguments.value("key-format") == "raw" { return try raw(text, source) }
        if text.isEmpty { throw Failure(.badInput, "empty").about(source) }
        let recognized: KeyText
        do {
            recognized = try KeyText(recognizing: text)
        } catch {
            throw Failure(keyText: error).about(source)
        }
        switch recognized {
        case .set(let set):
            return Loaded(
                content: .set(set), storage: Storage(form: "JWKS", container: "JSON", isEncrypted: false))
        case .jwk(let jwk):
            do {
                return Loaded(
                    content: .key(try jwk.key()),
                    storage: Storage(form: "JWK", container: "JSON", isEncrypted: false))
            } catch {
                throw Failure(jwk: error).about(source)
            }
        case .encoded(let encoded): return try decode(encoded, source)
        }
    }

    private func raw(_ text: Secret, _ source: String) throws(Failure) -> Loaded {
        if text.isEmpty { throw Failure(.badInput, "an empty secret").about(source) }
        let key = Key(.secret(text))
        do {
            try key.judge()
        } catch {
            throw Failure(refusal: error).about(source)
        }
        return Loaded(
            content: .key(key), storage: Storage(form: "raw secret", container: "raw", isEncrypted: false))
    }

    private func decode(_ encoded: EncodedKey, _ source: String) throws(Failure) -> Loaded {
        let limit = try arguments.maximumIterations()
        let secret = encoded.isEncrypted ? try passphrase.existing(for: source, inputs) : nil
        do {
            let storage = Storage(
                form: encoded.form.rawValue, container: encoded.container.rawValue,
                isEncrypted: encoded.isEncrypted)
            return Loaded(
                content: .key(Key(try encoded.decode(passphrase: secret, maximumIterations: limit))),
                storage: storage)
        } catch {
            throw Failure(key: error).about(source)
        }
    }

    /// A key that stays in a token. Its PIN is asked for like a passphrase, where one of the flags is given;
    /// the URI may name it too (`pin-source`, RFC 7512 §2.4).
    private func stored(_ uri: String) throws(Failure) -> Loaded {
        let pin = passphrase.isGiven ? try passphrase.existing(for: "the token", inputs) : nil
        do {
            return Loaded(
                content: .key(Key(try StoredKey.open(uri: uri, pin: pin))),
                storage: Storage(form: "stored key", container: "PKCS#11", isEncrypted: false))
        } catch {
            throw Failure(
                .badInput, "the pkcs11: URI opens no key (\(Self.reason(error)))",
                hint:
                    "OpenSSL's configuration names the PKCS#11 provider and its module; --passphrase-file gives the PIN"
            )
        }
    }

    private static func reason(_ error: KeyError) -> String {
        switch error {
        case .notAKey: "no such key"
        case .library(let error): error.summary.printable
        default: Failure(key: error).message
        }
    }
}

extension Key {
    init(_ decoded: EncodedKey.Decoded) {
        switch decoded {
        case .privateKey(let key): self.init(Material.privateKey(key))
        case .publicKey(let key): self.init(Material.publicKey(key))
        }
    }

    /// The `kid` that `--kid` asks for.
    ///
    /// - Parameter flag: an ID, `thumbprint`, or `none`; nil keeps what the key says.
    func id(for flag: String?) throws(Failure) -> String? {
        switch flag {
        case nil: return id
        case "none": return nil
        case "thumbprint":
            if case .secret = material {
                throw Failure(
                    .usage, "--kid thumbprint: the thumbprint of a secret gives it away (RFC 7638 §7)",
                    hint: "--kid ID")
            }
            return try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in try thumbprint() }
        case let id: return id
        }
    }
}
