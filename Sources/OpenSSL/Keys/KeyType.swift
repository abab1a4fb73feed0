internal import COpenSSL

/// The kinds of asymmetric keys that are known here.
package enum KeyType: Hashable, Sendable {
    /// The size of the modulus, in bits.
    case rsa(bits: Int)
    case ec(Curve)
    case ed25519
    case ed448
}

/// Elliptic curves, by their names in RFC 7518 §6.2.1.1 and RFC 8812 §3.1.
package enum Curve: String, CaseIterable, Hashable, Sendable {
    case p256 = "P-256"
    case p384 = "P-384"
    case p521 = "P-521"
    case secp256k1

    /// Length of a coordinate, a scalar, and each half of a signature, in bytes.
    package var byteCount: Int {
        switch self {
        case .p256, .secp256k1: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// The name that libcrypto gives the group and takes for it.
    var groupName: String {
        switch self {
        case .p256: "prime256v1"
        case .p384: "secp384r1"
        case .p521: "secp521r1"
        case .secp256k1: "secp256k1"
        }
    }

    init?(groupName: String) {
        // Some providers answer with the NIST name.
        guard
            let curve = Self.allCases.first(where: {
                $0.groupName == groupName || $0.rawValue == groupName
            })
        else { return nil }
        self = curve
    }

    /// For errors: the NIST name of a group that has one.
    static func readableName(groupName: String) -> String {
        unsafe EC_curve_nid2nist(OBJ_sn2nid(groupName)).map { unsafe String(cString: $0) } ?? groupName
    }

    /// What stands in for the name of a curve whose numbers are spelt out.
    static let explicitParameters = "explicit parameters"
}

/// Why bytes are no key that can be used here.
package enum KeyError: Error, Equatable, Sendable {
    /// Neither PEM nor DER of any known structure.
    case notAKey
    /// PEM or DER, but what is in it cannot be read.
    case malformed(KeyForm, reason: String)
    /// More follows the structure's end.
    case trailingBytes(KeyForm)
    /// Several keys where one is expected.
    case severalKeys(count: Int)
    /// The passphrase does not open it. Damage to the encrypted part looks the same.
    case wrongPassphrase
    /// The key is encrypted, and no passphrase was given.
    case passphraseMissing
    /// Encrypted with an algorithm that this libcrypto does not have.
    case unsupportedEncryption(name: String)
    /// Its key derivation would cost more than what is allowed.
    case derivationTooCostly(iterations: Int, limit: Int)
    /// scrypt would take more memory than what libcrypto grants it.
    case derivationTooLarge(bytes: Int, limit: Int)
    /// A kind of key that is not known here (DSA, X25519, RSA with more than two primes, …).
    case unsupportedType(name: String)
    case unsupportedCurve(name: String)
    /// The parts of the key do not belong together, or are out of range.
    case inconsistent(String)
    /// An RSA key that is larger than what is computed with.
    case rsaTooLarge(bits: Int, limit: Int)
    /// An RSA key without p and q that is larger than what they are looked for in.
    case factorsMissing(bits: Int, limit: Int)
    /// The key stays in its store, and cannot be written.
    case staysInStore
    /// A form that this type of key does not have: an EC key as PKCS#1.
    case formMismatch(KeyForm, KeyType)
    case library(OpenSSLError)
}

/// The structures in which keys are stored.
package enum KeyForm: String, Sendable, CaseIterable {
    /// PrivateKeyInfo (RFC 5208 §5).
    case pkcs8 = "PKCS#8"
    /// EncryptedPrivateKeyInfo (RFC 5208 §6).
    case encryptedPKCS8 = "encrypted PKCS#8"
    /// RSAPrivateKey (RFC 8017 §A.1.2).
    case pkcs1 = "PKCS#1"
    /// ECPrivateKey (RFC 5915).
    case sec1 = "SEC1"
    /// SubjectPublicKeyInfo (RFC 5280 §4.1).
    case spki = "SubjectPublicKeyInfo"
    /// RSAPublicKey (RFC 8017 §A.1.1).
    case pkcs1Public = "PKCS#1 public"
    case certificate = "X.509 certificate"

    /// The label of a PEM block that holds it (RFC 7468).
    package var pemLabel: String {
        switch self {
        case .pkcs8: "PRIVATE KEY"
        case .encryptedPKCS8: "ENCRYPTED PRIVATE KEY"
        case .pkcs1: "RSA PRIVATE KEY"
        case .sec1: "EC PRIVATE KEY"
        case .spki: "PUBLIC KEY"
        case .pkcs1Public: "RSA PUBLIC KEY"
        case .certificate: "CERTIFICATE"
        }
    }

    package init?(pemLabel: String) {
        switch pemLabel {
        // What older programs write (RFC 7468 §5.1).
        case "X509 CERTIFICATE", "TRUSTED CERTIFICATE": self = .certificate
        default:
            guard let form = Self.allCases.first(where: { $0.pemLabel == pemLabel }) else { return nil }
            self = form
        }
    }

    package var isPrivate: Bool {
        switch self {
        case .pkcs8, .encryptedPKCS8, .pkcs1, .sec1: true
        case .spki, .pkcs1Public, .certificate: false
        }
    }
}
