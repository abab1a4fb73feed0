package import OpenSSL
package import System

/// The settings of a check run.
package struct CheckSettings: Sendable {
    package var policy = CheckPolicy.rfc5280
    /// Whether a breach of an ``IssuerRule`` is a failure under every policy.
    package var isStrictRequested = false
    /// The current time.
    package var time: Timestamp
    /// Trust anchors; nil if the chain is not checked.
    package var roots: [Certificate]? {
        didSet {
            let owned = (roots ?? []).filter { $0.trustSettings != nil }
            trustSettings = Dictionary(grouping: owned) { $0 }.mapValues { $0.compactMap(\.trustSettings) }
        }
    }
    /// What the owner of the trust anchors says about some of them. One may be given several times.
    private(set) var trustSettings: [Certificate: [TrustSettings]] = [:]
    /// Certificates that may be used as intermediates.
    package var untrusted: [Certificate] = []
    /// The requested checks of leaves, in the order of the report.
    package private(set) var requested: [Check] = []
    /// The requested purpose of the leaf.
    package private(set) var purpose: Purpose?
    package var revocationLists: [RevocationList]?
    package var responses: ResponseIndex?
    /// The tolerated difference between the clocks of this machine and of responders.
    package var leeway = TimeSpan.zero
    /// The largest number of intermediates; self-issued ones are not counted.
    package var maximumDepth: Int?
    package var policies = PolicyRequirements()
    package var minimumRSABits = 2048

    package init(time: Timestamp) { self.time = time }

    package mutating func request(_ check: Check) { requested.append(check) }

    /// Requests a purpose, on which other checks depend, too.
    package mutating func request(_ purpose: Purpose) {
        self.purpose = purpose
        request(.purpose(purpose))
    }

    /// Whether a certificate is a self-signed root that is not checked as a leaf.
    func isRoot(_ facts: CertificateFacts) -> Bool {
        facts.isSelfSigned && facts.isCA && !requested.contains(where: \.isOfEndEntity)
    }

    /// Whether a breach of an ``IssuerRule`` is a failure, not a warning.
    package var isStrict: Bool { isStrictRequested || policy == .webpki }

    /// Whether the rules for servers apply to a certificate under webpki: to a leaf, unless it is a self-signed CA.
    func isServer(_ facts: CertificateFacts, _ position: Check.Position) -> Bool {
        position == .leaf && (purpose == nil || purpose == .server) && !(facts.isSelfSigned && facts.isCA)
    }

    /// The extended key usage that the purpose requires of every certificate of a path; nil if there is none.
    var requiredUsage: ExtendedKeyUsage? {
        purpose == nil && policy == .webpki ? .serverAuth : purpose?.extendedKeyUsage
    }

    /// Whether the owner of the trust anchors trusts one of them for the purpose.
    ///
    /// - Returns: nil if the owner does, or says nothing about it. A rejection for another use is a warning if no purpose
    ///   is requested, because the certificate may be meant for that use.
    func judgeTrust(in certificate: Certificate) -> Judgement? {
        let uses = [ExtendedKeyUsage.any, requiredUsage].compactMap { $0?.oid }
        for settings in trustSettings[certificate] ?? [] {
            if let use = settings.rejected.first(where: uses.contains) {
                return .fail("its trust settings reject it for \(ExtendedKeyUsage.name(use))")
            }
            if let trusted = settings.trusted, !trusted.contains(where: uses.contains) {
                return .fail(
                    trusted.isEmpty
                        ? "its trust settings trust it for nothing"
                        : "its trust settings trust it only for \(list(trusted.map(ExtendedKeyUsage.name)))")
            }
            if requiredUsage == nil, !settings.rejected.isEmpty {
                let uses = list(settings.rejected.map(ExtendedKeyUsage.name))
                return .warn("its trust settings reject it for \(uses), and no purpose was requested")
            }
        }
        return nil
    }

    /// Seconds since 1970. Certificates have times in whole seconds, and the last second of validity is included (RFC
    /// 5280 §4.1.2.5).
    var second: Int64 { time.seconds }

    /// libcrypto's number for the strength of keys and signatures (SSL_CTX_set_security_level(3)): 2 stands for 112
    /// bits, as of RSA with 2048 bits, and 1 for 80. SHA-1 is too weak for both.
    var securityLevel: Int { minimumRSABits < 2048 ? 1 : 2 }
}

/// The rules that certificates must follow.
package enum CheckPolicy: String, CaseIterable, Sendable {
    /// Only RFC 5280 and RFC 9525.
    case rfc5280
    /// RFC 5280 and RFC 9525 with the CA/Browser Forum's Baseline Requirements (BR), which also make exceptions.
    case webpki
}

/// The intended use of a certificate.
package enum Purpose: String, CaseIterable, Sendable {
    case server
    case client
    /// Signing documents and tokens.
    case sign
    /// Signing certificates and CRLs.
    case ca

    /// The required extended key usage (RFC 5280 §4.2.1.12); nil if none is required.
    package var extendedKeyUsage: ExtendedKeyUsage? {
        switch self {
        case .server: .serverAuth
        case .client: .clientAuth
        case .sign, .ca: nil
        }
    }

    /// The key usages of which at least one is required, if the certificate has that extension.
    var keyUsages: KeyUsage {
        switch self {
        case .server: [.digitalSignature, .keyEncipherment, .keyAgreement]
        case .client: [.digitalSignature, .keyAgreement]
        case .sign: [.digitalSignature, .nonRepudiation]
        case .ca: [.keyCertSign]
        }
    }

    /// Why the key usage does not allow it; nil if it does, or if there is none.
    func objection(to facts: CertificateFacts) -> String? {
        guard let usage = facts.keyUsage else { return nil }
        let possible = usage.subtracting(facts.key.impossibleUsages?.usages ?? [])
        guard possible.isDisjoint(with: keyUsages) else { return nil }
        let key = usage.isDisjoint(with: keyUsages) ? "" : " with this type of key"
        return "keyUsage (\(usage.names.joined(separator: ", "))) does not allow \(rawValue)\(key)"
    }
}

/// A platform's requirements for certificates, as data.
package struct CertificateProfile: Equatable, Sendable {
    package let name: String
    /// The section of the platform's document.
    package let section: String
    package let rsaBits: Int
    /// libcrypto's name for the algorithm, and the digest that it includes.
    package let signatureAlgorithm: String
    package let digest: DigestAlgorithm

    package init(
        name: String, section: String, rsaBits: Int, signatureAlgorithm: String, digest: DigestAlgorithm
    ) {
        self.name = name
        self.section = section
        self.rsaBits = rsaBits
        self.signatureAlgorithm = signatureAlgorithm
        self.digest = digest
    }
}
