package import OpenSSL
import Words

/// A key usage that is not allowed for a type of key, and the section that forbids it.
package struct KeyUsageError: DescribedError, Equatable {
    package let usages: [String]
    package let key: KeyType
    package let section: String

    package var message: String {
        "\(key.name) keys cannot have the key usage \(usages.joined(separator: " and ")) (\(section))"
    }
}

extension KeyUsage {
    /// All usages but signing.
    static let withoutSigning: KeyUsage = [
        .keyEncipherment, .dataEncipherment, .keyAgreement, .encipherOnly, .decipherOnly,
    ]

    /// The default key usage of a leaf: signing, and for RSA also wrapping keys.
    package static func usual(for key: KeyType) -> KeyUsage {
        if case .rsa = key { [.digitalSignature, .keyEncipherment] } else { .digitalSignature }
    }

    /// - Throws: if the standards forbid a usage for this type of key.
    package func check(for key: KeyType) throws(KeyUsageError) {
        let forbidden: KeyUsage
        let section: String
        switch key {
        case .rsa:
            // keyAgreement and its two refinements are for Diffie-Hellman.
            forbidden = [.keyAgreement, .encipherOnly, .decipherOnly]
            section = "RFC 3279 §2.3.1"
        case .rsaPSS:
            // These keys only sign.
            forbidden = .withoutSigning
            section = "RFC 4055 §1.2"
        case .ec:
            forbidden = [.keyEncipherment, .dataEncipherment]
            section = "RFC 8813 §3"
        case .bytes(let type):
            forbidden = .withoutSigning
            section = type.family.usageSection
        }
        let found = intersection(forbidden)
        if !found.isEmpty { throw KeyUsageError(usages: found.names, key: key, section: section) }
        let refinements = intersection([.encipherOnly, .decipherOnly])
        if !refinements.isEmpty, !contains(.keyAgreement) {
            throw KeyUsageError(usages: refinements.names, key: key, section: "RFC 5280 §4.2.1.3")
        }
    }
}

extension KeyType {
    /// The default digest for signatures of this type of key: as strong as the curve, SHA-256 for RSA, and that of the
    /// parameters for RSA-PSS. Nil for keys that sign the message itself.
    package var usualDigest: DigestAlgorithm? {
        switch self {
        case .rsa: .sha256
        case .rsaPSS(_, let parameters): parameters?.allowedDigest ?? .sha256
        case .ec(let curve): curve.digest
        case .bytes: nil
        }
    }
}

/// The extended key usages (RFC 5280 §4.2.1.12), by their common names.
package enum ExtendedKeyUsage: String, CaseIterable, Sendable {
    case serverAuth
    case clientAuth
    case codeSigning
    case emailProtection
    case timeStamping
    case ocspSigning = "OCSPSigning"
    case smartcardLogon
    case ipsecIKE
    case documentSigning
    case pkInitClient
    case pkInitKDC
    case any = "anyExtendedKeyUsage"

    /// Dotted decimal.
    package var oid: String {
        switch self {
        case .serverAuth: "1.3.6.1.5.5.7.3.1"
        case .clientAuth: "1.3.6.1.5.5.7.3.2"
        case .codeSigning: "1.3.6.1.5.5.7.3.3"
        case .emailProtection: "1.3.6.1.5.5.7.3.4"
        case .timeStamping: "1.3.6.1.5.5.7.3.8"
        case .ocspSigning: "1.3.6.1.5.5.7.3.9"
        case .smartcardLogon: "1.3.6.1.4.1.311.20.2.2"
        case .ipsecIKE: "1.3.6.1.5.5.7.3.17"
        case .documentSigning: "1.3.6.1.5.5.7.3.36"
        case .pkInitClient: "1.3.6.1.5.2.3.4"
        case .pkInitKDC: "1.3.6.1.5.2.3.5"
        case .any: "2.5.29.37.0"
        }
    }

    /// What it is for, in a few words.
    package var meaning: String {
        switch self {
        case .serverAuth: "TLS server"
        case .clientAuth: "TLS client"
        case .codeSigning: "signing programs"
        case .emailProtection: "S/MIME"
        case .timeStamping: "time stamps (RFC 3161)"
        case .ocspSigning: "OCSP responses (RFC 6960)"
        case .smartcardLogon: "Windows logon; also msSmartcardLogin"
        case .ipsecIKE: "IPsec (RFC 4945)"
        case .documentSigning: "signing documents (RFC 9336)"
        case .pkInitClient: "Kerberos client (RFC 4556)"
        case .pkInitKDC: "Kerberos KDC (RFC 4556)"
        case .any: "anything"
        }
    }

    /// - Parameter text: a name, ignoring case, or dotted decimal.
    /// - Returns: dotted decimal; nil if it is neither.
    package static func oid(_ text: String) -> String? {
        let wanted = text.lowercased() == "mssmartcardlogin" ? "smartcardlogon" : text.lowercased()
        if let known = allCases.first(where: { $0.rawValue.lowercased() == wanted }) { return known.oid }
        return ObjectIdentifier.isValid(text) ? text : nil
    }

    /// The name, or the dotted numbers if it has none.
    package static func name(_ oid: String) -> String { allCases.first { $0.oid == oid }?.rawValue ?? oid }
}

/// What authorityInfoAccess leads to (RFC 5280 §4.2.2.1), in dotted decimal.
package enum AccessMethod: String, Sendable {
    case ocsp = "1.3.6.1.5.5.7.48.1"
    case caIssuers = "1.3.6.1.5.5.7.48.2"
}
