package import OpenSSL
import PKI

/// SAP Secure Login Server: the server answers a log-in with the parameters of a certificate, and takes a request
/// that agrees with them. Its own JSON is not public; this reads a documented one, and `clientConfig.keySize` where
/// the server is known to put it.
package struct CertificateParameters: Sendable {
    package enum KeyKind: String, CaseIterable, Sendable {
        case rsa = "RSA"
        case ec = "EC"
        case ed25519 = "Ed25519"
    }

    package var subject: String?
    package var keyKind: KeyKind?
    /// Bits of an RSA modulus or of a curve.
    package var keySize: Int?
    /// One of ``signatureAlgorithms``.
    package var signatureAlgorithm: String?
    package var emailAddresses: [String] = []
    package var hosts: [String] = []
    package var keyUsage: KeyUsage?
    /// Dotted decimal.
    package var extendedKeyUsage: [String]?

    /// What a request asks for where the parameters do not say: what is known to work there.
    package static let usualExtendedKeyUsage = [ExtendedKeyUsage.clientAuth]

    /// Java's names, with libcrypto's for the same, the keys that they are of, and the digest.
    package static let signatureAlgorithms:
        [(name: String, library: String, kind: KeyKind, digest: DigestAlgorithm?)] = [
            ("SHA256withRSA", "sha256WithRSAEncryption", .rsa, .sha256),
            ("SHA384withRSA", "sha384WithRSAEncryption", .rsa, .sha384),
            ("SHA512withRSA", "sha512WithRSAEncryption", .rsa, .sha512),
            ("SHA256withECDSA", "ecdsa-with-SHA256", .ec, .sha256),
            ("SHA384withECDSA", "ecdsa-with-SHA384", .ec, .sha384),
            ("SHA512withECDSA", "ecdsa-with-SHA512", .ec, .sha512),
            ("Ed25519", "ED25519", .ed25519, nil),
        ]

    /// The members of the JSON, with what each is.
    package static let members: [(name: String, meaning: String)] = [
        ("subject", "the subject, in RFC 4514 form"),
        ("keyType", "`RSA`, `EC` or `Ed25519`; `RSA` without it"),
        (
            "keySize",
            "bits of the key: 2048 to 16384 for RSA, 256, 384 or 521 for EC; a new key has 2048 or 256 without it"
        ),
        (
            "signatureAlgorithm",
            "`SHA256withRSA`, `SHA384withRSA`, `SHA512withRSA`, the same with `ECDSA`, or `Ed25519`"
        ),
        ("subjectAltNamesRfc822", "email addresses: a list with commas, or an array"),
        ("subjectAltNamesDNS", "host names: a list with commas, or an array"),
        ("keyUsage", "an array of names as `--key-usage` takes them"),
        ("extendedKeyUsage", "an array of names or numbers as `--ext-key-usage` takes them"),
        ("clientConfig.keySize", "the same as `keySize`"),
    ]

    /// The key that they ask for.
    package var keySpecification: PrivateKey.Specification? {
        switch keyKind ?? .rsa {
        case .rsa: .rsa(bits: keySize ?? 2048)
        case .ec: Self.curves[keySize ?? 256].map { .ec($0) }
        case .ed25519: .ed25519
        }
    }

    static let curves: [Int: Curve] = [256: .p256, 384: .p384, 521: .p521]

    package var digest: DigestAlgorithm? {
        Self.signatureAlgorithms.first { $0.name == signatureAlgorithm }?.digest
    }

    /// Whether a key is one that they ask for. A type that they do not name is RSA, and without a size any will do.
    package func accept(_ key: KeyType) -> Bool {
        switch keySpecification {
        case .rsa(let bits): keySize == nil ? isRSA(key) : key == .rsa(bits: bits)
        case .ec(let curve): keySize == nil ? isNamedCurve(key) : key == .ec(curve)
        case .ed25519: key == .ed25519
        case .ed448, nil: false
        }
    }

    private func isRSA(_ key: KeyType) -> Bool { if case .rsa = key { true } else { false } }

    private func isNamedCurve(_ key: KeyType) -> Bool { Self.curves.values.contains { key == .ec($0) } }
}
