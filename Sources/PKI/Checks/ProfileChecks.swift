import OpenSSL

/// Checks of extensions that the profiles of the Baseline Requirements prescribe (BR §7.1.2).
extension Check {
    static let profiles: [Check] = [
        ofProfile(
            "precertificate", "BR §7.1.2.9, RFC 6962 §3.1",
            rule: "the certificate is not a precertificate, which only logs may accept"
        ) { facts, _ in
            facts.has(ExtensionID.precertificatePoison) ? .fail("it is a precertificate") : .pass()
        },
        ofProfile(
            "permitted-key-usage", "BR §7.1.2.7.11, §7.1.2.10.7",
            rule: """
                the key usage of a server is digitalSignature, with RSA also keyEncipherment or dataEncipherment, with \
                EC also keyAgreement; a CA has keyCertSign and cRLSign, and may have digitalSignature
                """
        ) { facts, profile in
            facts.keyUsage.map { judge($0, facts, profile) } ?? .skipped("keyUsage is missing")
        },
        ofProfile(
            "permitted-purposes", "BR §7.1.2.7.10, §7.1.2.10.6",
            rule: """
                extKeyUsage does not contain codeSigning, emailProtection, timeStamping, OCSPSigning or the signing of \
                precertificates beside serverAuth; a CA has extKeyUsage (its absence is a warning, because \
                cross-certificates may lack it: BR §7.1.2.2.3), and anyExtendedKeyUsage only alone
                """,
            judge: judgePurposes),
        ofProfile(
            "reserved-policy", "BR §7.1.2.7.9, §7.1.2.10.5",
            rule: """
                a server has exactly one of the policies reserved for domain, organization, individual and extended \
                validation, and not anyPolicy; a CA has one of them (several are a warning, because cross-certificates \
                may have them: BR §7.1.2.2.6), or anyPolicy alone; a qualifier is the http or https URI of a CPS
                """,
            judge: judgePolicies),
        ofProfile(
            "information-access", "BR §7.1.2.7.7, §7.1.2.10.3",
            rule: """
                authorityInfoAccess is present in a server, and contains OCSP responders and certificates of the CA, \
                each at an http URI of its own whose host is not internal
                """,
            judge: judgeInformationAccess),
        ofProfile(
            "distribution-points", "BR §7.1.2.11.2",
            rule: """
                cRLDistributionPoints is present, unless a server names an OCSP responder or is valid for 7 days at \
                most (10 until 2026-03-15); each point has http URIs whose hosts are not internal, and no reasons and \
                no cRLIssuer
                """,
            judge: judgeDistributionPoints),
    ]

    private static func judge(_ usage: KeyUsage, _ facts: CertificateFacts, _ profile: BaselineProfile)
        -> Judgement
    {
        var usage = usage
        let allowed: KeyUsage
        var required: KeyUsage = []
        switch profile {
        case .authority:
            required = [.keyCertSign, .cRLSign]
            allowed = required.union(.digitalSignature)
        case .server:
            // A usage that is impossible for the key fails the check key-usage, and a key of another type key-type.
            guard let impossible = facts.key.impossibleUsages else { return .skipped("unknown type of key") }
            usage.subtract(impossible.usages)
            if facts.key.algorithm == .ec {
                required = .digitalSignature
                allowed = [.digitalSignature, .keyAgreement]
            } else {
                allowed = [.digitalSignature, .keyEncipherment, .dataEncipherment]
            }
        }
        let others = usage.subtracting(allowed)
        if !others.isEmpty {
            return .fail("keyUsage must not contain \(others.names.joined(separator: " and "))")
        }
        let missing = required.subtracting(usage)
        return missing.isEmpty ? .pass() : .fail("keyUsage lacks \(missing.names.joined(separator: " and "))")
    }

    private static func judgePurposes(_ facts: CertificateFacts, _ profile: BaselineProfile) -> Judgement {
        guard let usages = facts.extendedKeyUsage else {
            return profile == .server ? .skipped("extKeyUsage is missing") : .warn("extKeyUsage is missing")
        }
        if usages.contains(ExtendedKeyUsage.any.oid), usages.count > 1 {
            return .fail("extKeyUsage contains anyExtendedKeyUsage and other usages")
        }
        guard usages.contains(ExtendedKeyUsage.serverAuth.oid) else { return .pass() }
        let others: [ExtendedKeyUsage] = [.codeSigning, .emailProtection, .timeStamping, .ocspSigning]
        let forbidden = others.map(\.oid) + ["1.3.6.1.4.1.11129.2.4.4"]
        let found = usages.first(where: forbidden.contains).map(ExtendedKeyUsage.name)
        return found.map { .fail("extKeyUsage must not contain \($0) beside serverAuth") } ?? .pass()
    }

    private static func judgePolicies(_ facts: CertificateFacts, _ profile: BaselineProfile) -> Judgement {
        guard let item = facts.extensions[ExtensionID.certificatePolicies] else {
            return .fail("certificatePolicies is missing")
        }
        let isWebPage = { (uri: String?) in
            ["http", "https"].contains(uri.flatMap { try? URIName(parsing: $0) }?.scheme)
        }
        guard item.policyQualifiers.allSatisfy(isWebPage) else {
            return .fail("a qualifier in certificatePolicies is not the http or https URI of a CPS")
        }
        let hasAny = facts.policies.contains(PolicyRequirements.anyPolicy)
        if hasAny, profile == .authority, facts.policies.count == 1 { return .pass("anyPolicy") }
        if hasAny {
            return .fail(
                profile == .server
                    ? "certificatePolicies must not contain anyPolicy"
                    : "certificatePolicies contains anyPolicy and other policies")
        }
        let reserved = facts.reservedPolicies.map(\.rawValue)
        switch reserved.count {
        case 0: return .fail("certificatePolicies lacks a reserved policy (BR §7.1.6.1)")
        case 1: return .pass(reserved[0])
        default:
            let message =
                "certificatePolicies has several reserved policies: \(reserved.joined(separator: ", "))"
            return profile == .server ? .fail(message) : .warn(message)
        }
    }

    private static func judgeInformationAccess(_ facts: CertificateFacts, _ profile: BaselineProfile)
        -> Judgement
    {
        let field = "authorityInfoAccess"
        guard let places = facts.informationAccess else {
            return profile == .server ? .fail("\(field) is missing") : .skipped("\(field) is missing")
        }
        for (method, location) in places {
            guard [AccessMethod.ocsp.rawValue, AccessMethod.caIssuers.rawValue].contains(method) else {
                return .fail("\(field) has the access method \(method), which is neither OCSP nor caIssuers")
            }
            if let fault = fault(ofPointer: location, in: field) { return .fail(fault) }
            if places.count(where: { $0 == (method, location) }) > 1 {
                return .fail("\(field) repeats \(location.text)")
            }
        }
        return .pass()
    }

    private static func judgeDistributionPoints(_ facts: CertificateFacts, _ profile: BaselineProfile)
        -> Judgement
    {
        let field = "cRLDistributionPoints"
        guard let item = facts.extensions[ExtensionID.crlDistributionPoints] else {
            let hasResponder =
                facts.informationAccess?.contains { $0.method == AccessMethod.ocsp.rawValue } ?? false
            return profile == .server && (hasResponder || isShortLived(facts))
                ? .skipped("\(field) is missing") : .fail("\(field) is missing")
        }
        guard case .crlDistributionPoints(let names) = item.contents else {
            return .fail("\(field) is malformed")
        }
        if item.hasPartialDistributionPoint {
            return .fail("a point in \(field) has no full name, or has reasons or cRLIssuer")
        }
        return names.lazy.compactMap { fault(ofPointer: $0, in: field) }.first.map { .fail($0) } ?? .pass()
    }

    /// Whether it is a Short-lived Subscriber Certificate (BR §1.6.1).
    private static func isShortLived(_ facts: CertificateFacts) -> Bool {
        guard let start = facts.notBefore, let end = facts.notAfter else { return false }
        // 2026-03-15. The second of notAfter is part of the validity.
        return end - start + 1 <= (start < 1_773_532_800 ? 864_000 : 604_800)
    }

    private static func fault(ofPointer name: GeneralName, in field: String) -> String? {
        guard case .uri(let text) = name, let uri = try? URIName(parsing: text), uri.scheme == "http" else {
            return "expected only http URIs in \(field), found \(name.text)"
        }
        guard let host = uri.host, IPAddress.bytes(host) == nil, !host.hasPrefix("[") else { return nil }
        return ReservedNames.isInternal(host) ? "\(name.text) in \(field) has an internal host" : nil
    }
}

extension CertificateFacts {
    /// Nil if the extension is missing or malformed.
    fileprivate var informationAccess: [(method: String, location: GeneralName)]? {
        let item = extensions[ExtensionID.authorityInformationAccess]
        if case .authorityInformationAccess(let places) = item?.contents { return places }
        return nil
    }

    var reservedPolicies: [ReservedPolicy] { policies.compactMap(ReservedPolicy.init) }
}

/// A certificate profile of the Baseline Requirements (BR §7.1.2), which prescribes fields and extensions.
enum BaselineProfile {
    /// The leaf of a server (§7.1.2.7).
    case server
    /// A CA between the root and the leaf (§7.1.2.2, §7.1.2.5, §7.1.2.6).
    case authority

    /// 2023-09-15: the profiles bind certificates since then (BR §1.2.1, ballot SC062). Older CAs are still in use.
    private static let beginning: Int64 = 1_694_736_000

    /// The profile of a certificate; nil if none applies. A root is what its user trusts, whatever its form.
    init?(_ facts: CertificateFacts, _ position: Check.Position, _ settings: CheckSettings) {
        guard let start = facts.notBefore, start >= Self.beginning else { return nil }
        switch position {
        case .leaf where settings.isServer(facts, position): self = .server
        case .intermediate: self = .authority
        case .leaf, .anchor: return nil
        }
    }
}

extension Check {
    /// A check of the certificates that a profile applies to.
    static func ofProfile(
        _ name: String, _ section: String, rule: String,
        judge: @escaping @Sendable (CertificateFacts, BaselineProfile) -> Judgement
    ) -> Check {
        let remedy = Remedy("request a new certificate, or check one of a private CA", with: .otherPolicy)
        return Check(name, section, under: .webpki, rule: rule, remedy: remedy) { facts, position, settings in
            BaselineProfile(facts, position, settings).map { judge(facts, $0) }
                ?? .skipped("no profile of BR §7.1.2 applies")
        }
    }
}
