package import OpenSSL
import Words

/// A key usage that is not allowed for a type of key, and the section that forbids it.
package struct KeyUsageError: DescribedError, Equatable {
    package let usages: [String]
    package let key: KeyType
    package let section: String

    package var message: String { Self.words(key.name, usages, section) }

    static func words(_ keys: String, _ usages: [String], _ section: String) -> String {
        "\(keys) keys cannot have the key usage \(usages.joined(separator: " and ")) (\(section))"
    }
}

/// The usages that the standards forbid for a type of key.
struct ImpossibleUsages {
    /// The name of the type.
    let keys: String
    let usages: KeyUsage
    let section: String

    /// keyAgreement and its two refinements are for Diffie-Hellman.
    static let ofRSA = Self(
        keys: "RSA", usages: [.keyAgreement, .encipherOnly, .decipherOnly], section: "RFC 3279 §2.3.1")
    static let ofPSS = Self(keys: "RSA-PSS", usages: allButSigning, section: "RFC 4055 §1.2")
    static let ofEC = Self(
        keys: "EC", usages: [.keyEncipherment, .dataEncipherment], section: "RFC 8813 §3")

    static func of(_ type: ByteKeyType) -> Self {
        Self(keys: type.name, usages: allButSigning, section: type.family.usageSection)
    }

    private static let allButSigning: KeyUsage = [
        .keyEncipherment, .dataEncipherment, .keyAgreement, .encipherOnly, .decipherOnly,
    ]

    /// Why a certificate cannot have these usages; nil if it can.
    func message(for usages: KeyUsage) -> String? {
        let found = usages.intersection(self.usages)
        return found.isEmpty ? nil : KeyUsageError.words(keys, found.names, section)
    }
}

extension KeyFacts {
    /// Nil for a type of key that signet does not know.
    var impossibleUsages: ImpossibleUsages? {
        switch algorithm {
        case .rsa: name == "rsassaPss" ? .ofPSS : .ofRSA
        case .ec: .ofEC
        case .bytes(let type): .of(type)
        case .dsa, .other: nil
        }
    }
}

extension KeyUsage {
    /// The default key usage of a leaf: signing, and for RSA also wrapping keys.
    package static func usual(for key: KeyType) -> KeyUsage {
        if case .rsa = key { [.digitalSignature, .keyEncipherment] } else { .digitalSignature }
    }

    /// - Throws: if the standards forbid a usage for this type of key.
    package func check(for key: KeyType) throws(KeyUsageError) {
        let impossible =
            switch key {
            case .rsa: ImpossibleUsages.ofRSA
            case .rsaPSS: ImpossibleUsages.ofPSS
            case .ec: ImpossibleUsages.ofEC
            case .bytes(let type): ImpossibleUsages.of(type)
            }
        let found = intersection(impossible.usages)
        if !found.isEmpty {
            throw KeyUsageError(usages: found.names, key: key, section: impossible.section)
        }
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

/// An extended key usage (RFC 5280 §4.2.1.12). ``allCases`` has one row for each.
package struct ExtendedKeyUsage: CaseIterable, Sendable {
    /// Its common name.
    package let rawValue: String
    /// Dotted decimal.
    package let oid: String
    /// What it is for, in a few words.
    package let meaning: String

    private init(_ name: String, _ oid: String, _ meaning: String) {
        (rawValue, self.oid, self.meaning) = (name, oid, meaning)
    }

    package static let serverAuth = Self("serverAuth", "1.3.6.1.5.5.7.3.1", "TLS server")
    package static let clientAuth = Self("clientAuth", "1.3.6.1.5.5.7.3.2", "TLS client")
    static let codeSigning = Self("codeSigning", "1.3.6.1.5.5.7.3.3", "signing programs")
    static let emailProtection = Self("emailProtection", "1.3.6.1.5.5.7.3.4", "S/MIME")
    static let timeStamping = Self("timeStamping", "1.3.6.1.5.5.7.3.8", "time stamps (RFC 3161)")
    package static let ocspSigning = Self("OCSPSigning", "1.3.6.1.5.5.7.3.9", "OCSP responses (RFC 6960)")
    static let any = Self("anyExtendedKeyUsage", "2.5.29.37.0", "anything")

    package static let allCases = [
        serverAuth, clientAuth, codeSigning, emailProtection, timeStamping, ocspSigning,
        Self("smartcardLogon", "1.3.6.1.4.1.311.20.2.2", "Windows logon; also msSmartcardLogin"),
        Self("ipsecIKE", "1.3.6.1.5.5.7.3.17", "IPsec (RFC 4945)"),
        Self("documentSigning", "1.3.6.1.5.5.7.3.36", "signing documents (RFC 9336)"),
        Self("pkInitClient", "1.3.6.1.5.2.3.4", "Kerberos client (RFC 4556)"),
        Self("pkInitKDC", "1.3.6.1.5.2.3.5", "Kerberos KDC (RFC 4556)"), any,
    ]

    /// Those that give authority over other certificates or keys, in dotted decimal: also the agents for enrollment and for
    /// key recovery of Windows, and the authorities of RFC 6402 (cmcCA, cmcRA, cmcArchive) and of RFC 9480 (cmKGA).
    package static let ofAuthorities = [
        ocspSigning.oid, any.oid, "1.3.6.1.4.1.311.20.2.1", "1.3.6.1.4.1.311.21.6", "1.3.6.1.5.5.7.3.27",
        "1.3.6.1.5.5.7.3.28", "1.3.6.1.5.5.7.3.29", "1.3.6.1.5.5.7.3.32",
    ]

    /// - Parameter text: a name, ignoring case, or dotted decimal.
    /// - Returns: dotted decimal; nil if it is neither.
    package static func oid(_ text: String) -> String? {
        let wanted = text.lowercased() == "mssmartcardlogin" ? "smartcardlogon" : text.lowercased()
        if let known = allCases.first(where: { $0.rawValue.lowercased() == wanted }) { return known.oid }
        return isObjectIdentifier(text) ? text : nil
    }

    /// The name, or the dotted numbers if it has none.
    package static func name(_ oid: String) -> String { allCases.first { $0.oid == oid }?.rawValue ?? oid }
}

/// What authorityInfoAccess leads to (RFC 5280 §4.2.2.1), in dotted decimal.
package enum AccessMethod: String, Sendable {
    case ocsp = "1.3.6.1.5.5.7.48.1"
    case caIssuers = "1.3.6.1.5.5.7.48.2"
}
