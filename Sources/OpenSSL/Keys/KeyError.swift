import Words

/// Why bytes are not a key that signet can use.
package enum KeyError: DescribedError, Equatable {
    /// Neither PEM nor DER of a known structure.
    case notAKey
    /// PEM or DER with contents that cannot be read.
    case malformed(KeyForm, reason: String)
    /// The passphrase does not decrypt the key. Damage to the encrypted part looks the same.
    case wrongPassphrase
    /// The key is encrypted, and no passphrase was given.
    case passphraseMissing
    /// Encrypted with an algorithm that this libcrypto does not have.
    case unsupportedEncryption(name: String)
    /// The key derivations would cost more than is allowed.
    case derivationTooCostly(iterations: Int, limit: Int)
    /// A key that was decoded, of a type or on a curve that signet or this libcrypto does not support; a sentence.
    case unsupported(String)
    /// A key that was decoded, whose parts do not belong together or are out of range; a sentence.
    case unusable(String)
    /// The key stays in its store and cannot be exported.
    case staysInStore
    /// A form that this type of key does not have, such as PKCS#1 for an EC key.
    case formMismatch(KeyForm, KeyType)

    package var message: String {
        switch self {
        case .notAKey: "expected a key, found something else"
        case .malformed(let form, let reason): "malformed \(form.words) (\(reason.printable))"
        case .wrongPassphrase: "the passphrase is wrong, or the encrypted part is damaged"
        case .passphraseMissing: "the key is encrypted"
        case .unsupportedEncryption(let name):
            "it is encrypted with \(name.printable), which this OpenSSL does not support"
        case .derivationTooCostly(.max, let limit):
            "the key derivation requires more iterations than the limit of \(limit)"
        case .derivationTooCostly(let iterations, let limit):
            "the key derivation requires \(iterations) iterations; the limit is \(limit)"
        case .unsupported(let message), .unusable(let message): message
        case .staysInStore: "the private key cannot leave its token"
        case .formMismatch(let form, .ec(let curve)) where curve.sshName == nil:
            "\(curve.rawValue) keys cannot be written as \(form.rawValue)"
        case .formMismatch(let form, .rsaPSS):
            "RSA-PSS keys cannot be written as \(form.rawValue), which cannot say that they are for RSASSA-PSS alone"
        case .formMismatch(let form, let type): "\(type.name) keys cannot be written as \(form.rawValue)"
        }
    }

    package var hint: String? {
        switch self {
        case .notAKey: "use PEM, DER, OpenSSH, PKCS#12, JWK or JWKS"
        case .unsupportedEncryption:
            Library.isStatic
                ? "use a signet that is linked with the system's OpenSSL, and its legacy provider"
                : "install OpenSSL's legacy provider (on Debian, the package openssl-provider-legacy)"
        default: nil
        }
    }
}

extension KeyError {
    /// Bytes follow the end of the structure.
    static func trailingBytes(_ form: KeyForm) -> InputError { .trailingBytes(form.words) }

    static func severalKeys(count: Int) -> InputError {
        count == 0
            ? InputError("expected one key, found none")
            : InputError("expected one key, found \(count)", hint: "split the file")
    }

    /// An unsupported kind of key: DSA, X25519, RSA with more than two primes, …
    static func unsupportedType(name: String) -> KeyError {
        .unsupported(
            "expected an \((["RSA", "EC"] + ByteKeyType.names + ["HMAC"]).orList) key, found \(name.printable)"
        )
    }

    static func unsupportedCurve(name: String) -> KeyError {
        .unsupported(
            "expected a key on \(Curve.names.orList), found \(name.printable)")
    }

    /// - Parameter parts: which parts are inconsistent (RFC 8017 §3.2, RFC 7518 §6.2): a clause.
    static func inconsistent(_ parts: String) -> KeyError {
        .unusable("the parts of the key do not match: \(parts)")
    }

    static func scalarOutOfRange(_ curve: Curve) -> KeyError {
        .inconsistent("the private key is out of range for \(curve.rawValue)")
    }

    static let publicKeyDiffers = inconsistent("the public key does not match the private key")

    static func rsaTooLarge(bits: Int) -> KeyError {
        .unusable("the RSA key has \(bits) bits; at most \(Limits.rsaBits) are allowed")
    }
}

extension KeyForm {
    /// For `malformed …`.
    fileprivate var words: String {
        switch self {
        case .openSSH, .openSSHPublic: "\(rawValue) key"
        default: rawValue
        }
    }
}
