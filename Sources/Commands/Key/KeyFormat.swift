import Arguments
import JOSE
import JSON
import OpenSSL
import Platforms
import Words

/// A format of keys. Each is one row of ``all``, which commands, pages and completions read.
struct KeyFormat: Sendable {
    enum Structure: Equatable, Sendable {
        /// In PEM or DER. Nil if the format has no structure for such keys.
        case asn1(private: KeyForm?, public: KeyForm?)
        /// The kid is its comment.
        case openSSH
        case jwk(isSet: Bool)
        /// The bytes of an HMAC secret.
        case bytes
        /// What registers a key with the Sudo Platform.
        case registration
    }

    /// On the command line.
    let rawValue: String
    let structure: Structure
    /// What it can hold.
    let types: [Keygen.KeyKind]
    fileprivate let summary: String
    /// Of the files that `keygen --count` makes; nil for the format's or the encoding's name.
    private let suffix: String?

    private init(
        _ name: String, _ structure: Structure, _ types: [Keygen.KeyKind], _ summary: String,
        suffix: String? = nil
    ) {
        rawValue = name
        self.structure = structure
        self.types = types
        self.summary = summary
        self.suffix = suffix
    }

    static let pkcs8 = KeyFormat(
        "pkcs8", .asn1(private: .pkcs8, public: nil), Keygen.KeyKind.pairs,
        "PKCS#8, for private keys of every type")
    static let spki = KeyFormat(
        "spki", .asn1(private: nil, public: .spki), Keygen.KeyKind.pairs,
        "SubjectPublicKeyInfo, for public keys of every type")
    static let pkcs1 = KeyFormat(
        "pkcs1", .asn1(private: .pkcs1, public: .pkcs1Public), [.rsa], "PKCS#1, for RSA keys")
    private static let sec1 = KeyFormat(
        "sec1", .asn1(private: .sec1, public: nil), [.ec], "SEC1, for private EC keys")
    static let openssh = KeyFormat(
        "openssh", .openSSH, Keygen.KeyKind.ofOpenSSH,
        "what ssh-keygen writes, for \(namesInSSH.andList) keys")
    static let jwk = KeyFormat(
        "jwk", .jwk(isSet: false), Keygen.KeyKind.allCases, "a JSON Web Key (RFC 7517)")
    static let jwks = KeyFormat(
        "jwks", .jwk(isSet: true), Keygen.KeyKind.allCases, "a set with the key (RFC 7517 §5)")
    static let raw = KeyFormat(
        "raw", .bytes, [.hmac], "the bytes of an HMAC secret and nothing else", suffix: "bin")
    private static let sudo = KeyFormat(
        "sudo", .registration, Keygen.KeyKind.pairs,
        "the object that registers an RSA key of 2048 bits with the Sudo Platform; --kid is its keyId",
        suffix: "json")

    private static let namesInSSH =
        ["RSA"] + Curve.allCases.filter { $0.sshName != nil }.map(\.rawValue)
        + ByteKeyType.all.filter { $0.sshName != nil }.map(\.name)

    private static let all = [pkcs8, spki, pkcs1, sec1, openssh, jwk, jwks, raw, sudo]
    static let ofPrivateKeys = all.filter(\.hasPrivateKeys)
    static let ofPublicKeys = all.filter(\.hasPublicKeys)
    /// The formats from and to which keys are converted.
    static let ofKeys = all.filter { $0.structure != .registration }

    /// The structure of a private key in it, if it is one of ASN.1.
    var privateForm: KeyForm? { if case .asn1(let form, _) = structure { form } else { nil } }
    var publicForm: KeyForm? { if case .asn1(_, let form) = structure { form } else { nil } }
    var isASN1: Bool { if case .asn1 = structure { true } else { false } }
    var isJWK: Bool { if case .jwk = structure { true } else { false } }
    /// Whether it can contain the key's ID.
    var hasKeyID: Bool { !isASN1 && structure != .bytes }
    /// Whether a passphrase can encrypt it.
    var isEncryptable: Bool { privateForm == .pkcs8 }

    private var hasPrivateKeys: Bool { isASN1 ? privateForm != nil : structure != .registration }
    private var hasPublicKeys: Bool { isASN1 ? publicForm != nil : structure != .bytes }

    func suffix(_ encoding: Encoding) -> String { isASN1 ? encoding.rawValue : suffix ?? rawValue }
}

extension KeyFormat: RawRepresentable, Equatable {
    init?(rawValue: String) {
        guard let format = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = format
    }

    static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
}

extension ValueFormat where Result == KeyFormat {
    static func keyFormat(_ formats: [KeyFormat]) -> Self {
        // These words are values of another flag.
        .choice("FORMAT", formats, summary: { $0.summary }) { $0.rawValue }
            .proposing(["pem": "--encoding pem", "der": "--encoding der"])
    }
}

extension KeyFormat {
    /// For the flags that choose the format.
    static let commentNote: Block = """
        A public key for `openssh` is a line of `authorized_keys`. The comment of an OpenSSH key is its kid if it has \
        one; comments of existing keys are not kept.
        """
}

enum Encoding: String, CaseIterable {
    case pem, der
}

extension CommandError {
    static let secretHasNoPublicKey = CommandError(
        .badInput, "an HMAC secret has no public key: whoever can verify with it can also sign")
}

extension Key {
    /// The private key in a format.
    ///
    /// - Parameter passphrase: encrypts the key; only PKCS#8 can be encrypted.
    func privateContent(
        _ format: KeyFormat, _ encoding: Encoding, passphrase: Secret?
    ) throws -> Outputs.Content {
        guard KeyFormat.ofPrivateKeys.contains(format) else {
            throw CommandError(
                .badInput, "a private key cannot be written as \(format.rawValue)",
                hint: "use signet key public, which writes public keys")
        }
        try refuseFault()
        switch (format.structure, material) {
        case (.asn1(let form?, _), .privateKey(let key)):
            let form = passphrase == nil ? form : .encryptedPKCS8
            return .secret(
                try encoding == .pem
                    ? key.pem(form, passphrase: passphrase) : key.der(form, passphrase: passphrase))
        case (.openSSH, .privateKey(let key)): return .secret(try key.openSSH(comment: comment))
        case (.bytes, .secret(let secret)): return .secret(secret)
        case (.jwk(let isSet), _):
            return Outputs.Content(secretLine: isSet ? try JWKWriter.set([self]) : try JWKWriter.jwk(self))
        case (_, .secret):
            throw CommandError(
                .badInput, "an HMAC secret cannot be written as \(format.rawValue)",
                hint: "use --format jwk or raw")
        default: throw CommandError(.badInput, "only an HMAC secret can be written as \(format.rawValue)")
        }
    }

    /// The public key in a format.
    func publicContent(_ format: KeyFormat, _ encoding: Encoding) throws -> Outputs.Content {
        guard let key = publicKey, let publicKey = key.material.publicKey else {
            throw CommandError.secretHasNoPublicKey
        }
        guard KeyFormat.ofPublicKeys.contains(format) else {
            let formats = KeyFormat.ofPublicKeys.filter(KeyFormat.ofKeys.contains).map(\.rawValue)
            throw CommandError(
                .badInput, "a public key cannot be written as \(format.rawValue)",
                hint: "use --format \(formats.orList)")
        }
        try refuseFault()
        switch format.structure {
        case .jwk(let isSet): return try Self.publicContent([key], isSet: isSet)
        case .openSSH:
            let (name, bytes) = try publicKey.sshEncoding()
            let comment = try comment
            let line = "\(name) \(Base64.encode(bytes))" + (comment.isEmpty ? "" : " \(comment)")
            return Outputs.Content(line: Array(line.utf8))
        case .asn1(_, let form?):
            return .ordinary(try encoding == .pem ? publicKey.pem(form) : publicKey.der(form))
        case .registration: return try key.sudoRegistration(publicKey)
        case .asn1(_, nil), .bytes: preconditionFailure("no format of public keys")
        }
    }

    /// - Parameter keys: public keys; exactly one unless `isSet`.
    static func publicContent(_ keys: [Key], isSet: Bool) throws -> Outputs.Content {
        for key in keys { try key.refuseFault() }
        let text = try isSet ? JWKWriter.set(keys) : JWKWriter.jwk(keys[0])
        return text.withBytes { Outputs.Content(line: Array($0)) }
    }

    /// The comment of an OpenSSH key. A line break in it would begin another line of `authorized_keys`.
    private var comment: String {
        get throws {
            let comment = id ?? ""
            guard comment.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
                throw CommandError(
                    .badInput,
                    "the kid has control characters, so it cannot be the comment of an OpenSSH key",
                    hint: "use --kid ID, --kid thumbprint or --kid none")
            }
            return comment
        }
    }

    /// The public key data that the Sudo Platform expects at registration.
    private func sudoRegistration(_ publicKey: PublicKey) throws -> Outputs.Content {
        try SudoRegistration.profile.checkKey(publicKey.type)
        guard let id, !id.isEmpty else {
            throw CommandError(
                .usage, "--format sudo requires the key's ID", hint: "use --kid ID or --kid thumbprint")
        }
        let der = try publicKey.der(.pkcs1Public)
        return Outputs.Content(
            line: JSONWriter.bytes(.object(SudoRegistration.object(keyID: id, publicKey: der))))
    }
}
