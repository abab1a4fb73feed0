package import OpenSSL
import PKI

/// SAP Secure Login Server. It answers a log-in with the parameters of a certificate, and accepts a request that
/// matches them. Its own JSON is not public. This reads a documented format, and `clientConfig.keySize`, which the
/// server is known to send.
package struct CertificateParameters: Sendable {
    package enum KeyKind: String, CaseIterable, Sendable {
        case rsa = "RSA"
        case ec = "EC"
        case ed25519 = "Ed25519"

        /// Other names that are read.
        var spellings: [String] { self == .ec ? ["ECDSA"] : [] }
    }

    package var subject: String?
    package var keyKind: KeyKind?
    /// The size of an RSA modulus or of a curve, in bits.
    package var keySize: Int?
    /// One of ``signatureAlgorithms``.
    package var signatureAlgorithm: String?
    package var emailAddresses: [String] = []
    package var hosts: [String] = []
    package var keyUsage: KeyUsage?
    /// Dotted decimal.
    package var extendedKeyUsage: [String]?

    /// The default for a request if the parameters do not say; it is known to work there.
    package static let usualExtendedKeyUsage = [ExtendedKeyUsage.clientAuth.oid]

    /// Java's names, each with libcrypto's name, which is read too, the kind of key, and the digest.
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

    /// The members of the JSON.
    package enum Member: String, CaseIterable, Sendable {
        case subject
        case keyType
        case keySize
        case signatureAlgorithm
        case emailAddresses = "subjectAltNamesRfc822"
        case hosts = "subjectAltNamesDNS"
        case keyUsage
        case extendedKeyUsage
        case clientKeySize = "clientConfig.keySize"
    }

    /// The requested key.
    package var keySpecification: KeyType? {
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

    /// Whether a key matches the parameters. The default type is RSA; without a size, any size matches.
    package func accept(_ key: KeyType) -> Bool {
        switch keySpecification {
        case .rsa(let bits): keySize == nil ? isRSA(key) : key == .rsa(bits: bits)
        case .ec(let curve): keySize == nil ? isNamedCurve(key) : key == .ec(curve)
        case .ed25519: key == .ed25519
        default: false
        }
    }

    private func isRSA(_ key: KeyType) -> Bool { if case .rsa = key { true } else { false } }

    private func isNamedCurve(_ key: KeyType) -> Bool { Self.curves.values.contains { key == .ec($0) } }
}

extension CertificateParameters {
    /// Checks a finished request against the parameters, as the server will.
    ///
    /// - Returns: the member that the request does not match; nil if it matches all.
    /// - Throws: if the extensions of the request cannot be read.
    package func disagreement(with request: CertificateRequest) throws -> String? {
        let purposes = try request.extensions().reduce(into: Purposes()) { all, part in
            guard let one = try? Purposes([part]) else { return }
            all.names += one.names
            all.keyUsage = one.keyUsage ?? all.keyUsage
            all.extendedKeyUsage = one.extendedKeyUsage ?? all.extendedKeyUsage
        }
        if let subject, (try? DistinguishedName(parsing: subject)) != request.subject { return "subject" }
        guard let key = request.keyInfo.type, accept(key) else {
            return keySize == nil ? "keyType" : "keySize"
        }
        let wanted = Self.signatureAlgorithms.first { $0.name == signatureAlgorithm }
        if let wanted, request.signatureAlgorithm != wanted.library { return "signatureAlgorithm" }
        let names = Set(purposes.names)
        if !emailAddresses.allSatisfy({ names.contains(.email($0)) }) { return "subjectAltNamesRfc822" }
        if !hosts.allSatisfy({ names.contains(.dns($0)) }) { return "subjectAltNamesDNS" }
        if let keyUsage, purposes.keyUsage ?? [] != keyUsage { return "keyUsage" }
        if let extendedKeyUsage, Set(purposes.extendedKeyUsage ?? []) != Set(extendedKeyUsage) {
            return "extendedKeyUsage"
        }
        return nil
    }
}
