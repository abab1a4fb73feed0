import OpenSSL

/// Checks of extensions in general, and of those that identify keys and subjects (RFC 5280 §4.2).
extension CertificateCheck {
    static let extensions: [CertificateCheck] = [
        CertificateCheck(.uniqueExtensions, "RFC 5280 §4.2") { facts, _, _ in
            var seen: Set<String> = []
            let twice = facts.extensions.first { !seen.insert($0.oid).inserted }
            return twice.map { .fail(.repeatedExtension(ExtensionID.name($0.oid))) }
                ?? .pass(.extensions(seen.count))
        },
        CertificateCheck(.criticalExtensions, "RFC 5280 §4.2") { facts, _, _ in
            let unknown = facts.extensions.first { $0.isCritical && !ExtensionID.processed.contains($0.oid) }
            return unknown.map { .fail(.unknownCriticalExtension(ExtensionID.name($0.oid))) } ?? .pass
        },
        CertificateCheck(.extensionEncoding, "RFC 5280 §4.2") { facts, _, _ in judgeEncoding(facts) },
        CertificateCheck(.criticality, "RFC 5280 §4.2.1, §4.2.2") { facts, position, settings in
            judgeCriticality(facts, position, settings)
        },
        CertificateCheck(.policyExtensions, "RFC 5280 §4.2.1.4, §4.2.1.5, §4.2.1.11") { facts, _, settings in
            // RFC 5280 leaves open what validators do with empty constraints, and libcrypto refuses the path.
            if facts.isEmptySequence(ExtensionID.policyConstraints) {
                return .fail(.empty("policyConstraints"))
            }
            // Whoever cannot interpret a qualifier of a critical extension must reject it (§4.2.1.4).
            let policies = facts.extensions.first { $0.oid == ExtensionID.certificatePolicies }
            if let policies, policies.isCritical, policies.hasUnknownPolicyQualifier {
                return .fail(.unknownPolicyQualifier)
            }
            let ofCAs: [(String, IssuerRule)] = [
                (ExtensionID.policyMappings, .policyMappings),
                (ExtensionID.policyConstraints, .policyConstraints),
                (ExtensionID.inhibitAnyPolicy, .inhibitAnyPolicy),
            ]
            guard !facts.isCA, let (oid, rule) = ofCAs.first(where: { facts.has($0.0) }) else { return .pass }
            return .breach(of: rule, .onlyForCAs(ExtensionID.name(oid)), settings)
        },
    ]

    private static func judgeEncoding(_ facts: CertificateFacts) -> Judgement {
        if let oid = facts.malformedExtensions.first { return .fail(.malformed(ExtensionID.name(oid))) }
        if let oid = ExtensionID.lists.first(where: facts.isEmptySequence) {
            return .fail(.empty(ExtensionID.name(oid)))
        }
        let points = facts.extensions.filter {
            [ExtensionID.crlDistributionPoints, ExtensionID.freshestCRL].contains($0.oid)
        }
        return points.first(where: \.hasNamelessDistributionPoint).map {
            .fail(.namelessDistributionPoint(ExtensionID.name($0.oid)))
        } ?? .pass
    }

    private static func judgeCriticality(
        _ facts: CertificateFacts, _ position: Position, _ settings: CheckSettings
    ) -> Judgement {
        var critical: [String: IssuerRule] = [
            ExtensionID.policyConstraints: .policyConstraints,
            ExtensionID.inhibitAnyPolicy: .inhibitAnyPolicy,
        ]
        let notCritical: [String: IssuerRule] = [
            ExtensionID.authorityKeyIdentifier: .authorityKeyIdentifier,
            ExtensionID.subjectKeyIdentifier: .subjectKeyIdentifier,
        ]
        // signet does not process these, so that it cannot accept them if they are critical (§4.2).
        var plain: Set = [
            ExtensionID.authorityInformationAccess, ExtensionID.subjectInformationAccess,
            ExtensionID.subjectDirectoryAttributes, ExtensionID.freshestCRL,
        ]
        if facts.isCA { critical[ExtensionID.basicConstraints] = .basicConstraints }
        switch settings.policy {
        case .rfc5280: critical[ExtensionID.nameConstraints] = .nameConstraints
        case .webpki:
            plain.insert(ExtensionID.extendedKeyUsage)
            if position == .leaf, !facts.subject.isEmpty { plain.insert(ExtensionID.subjectAltName) }
        }
        if facts.subject.isEmpty { critical[ExtensionID.subjectAltName] = .subjectAltName }
        var breach: Judgement?
        for item in facts.extensions {
            let name = ExtensionID.name(item.oid)
            if item.isCritical, plain.contains(item.oid) { return .fail(.mustNotBeCritical(name)) }
            guard let rule = (item.isCritical ? notCritical : critical)[item.oid] else { continue }
            let fact: Fact = item.isCritical ? .mustNotBeCritical(name) : .mustBeCritical(name)
            breach = breach ?? .breach(of: rule, fact, settings)
        }
        return breach ?? .pass
    }

    static let keyIdentifiers: [CertificateCheck] = [
        CertificateCheck(.authorityKeyIdentifier, "RFC 5280 §4.2.1.1") { facts, _, settings in
            judgeAuthorityKey(facts, settings)
        },
        CertificateCheck(.subjectKeyIdentifier, "RFC 5280 §4.2.1.2") { facts, position, settings in
            guard facts.isCA || position.isIssuer else { return .skipped(.isNotCA) }
            if facts.predatesExtensions { return .skipped(.hasNoExtensions) }
            if facts.subjectKey != nil { return .pass }
            let name = "subjectKeyIdentifier"
            return facts.has(ExtensionID.subjectKeyIdentifier)
                ? .fail(.malformed(name)) : .breach(of: .subjectKeyIdentifier, .missing(name), settings)
        },
    ]

    private static func judgeAuthorityKey(_ facts: CertificateFacts, _ settings: CheckSettings) -> Judgement {
        let name = "authorityKeyIdentifier"
        let rule = IssuerRule.authorityKeyIdentifier
        if facts.predatesExtensions { return .skipped(.hasNoExtensions) }
        guard facts.has(ExtensionID.authorityKeyIdentifier) else {
            // A self-signature shows which key was used, even if the names differ; the extension may be missing.
            return facts.isSignedWithOwnKey
                ? .pass : .breach(of: rule, .missing(name), settings)
        }
        guard let authority = facts.authorityKey else { return .fail(.malformed(name)) }
        if authority.hasIssuer != authority.hasSerialNumber { return .fail(.authorityKeyIncomplete) }
        guard let key = authority.key else {
            return .breach(of: rule, .authorityKeyWithoutIdentifier, settings)
        }
        if settings.policy == .webpki {
            if authority.hasIssuer { return .fail(.authorityKeyWithIssuer) }
            if facts.isSelfSigned, let own = facts.subjectKey, own != key {
                return .fail(.authorityKeyOfRoot)
            }
        }
        return .pass
    }

    static let alternativeNames: [CertificateCheck] = [
        CertificateCheck(.subjectAltName, "RFC 5280 §4.2.1.6") { facts, position, settings in
            let field = "subjectAltName"
            guard facts.has(ExtensionID.subjectAltName) else {
                // BR §7.1.2.7.6 requires it of servers.
                let isRequired = settings.policy == .webpki && position == .leaf && settings.isAboutServer
                return isRequired && !(facts.isSelfSigned && facts.isCA)
                    ? .fail(.missing(field)) : .skipped(.missing(field))
            }
            guard let names = facts.subjectAltName else { return .fail(.malformed(field)) }
            if names.isEmpty { return .fail(.empty(field)) }
            return names.lazy.compactMap(fault).first.map { .fail(.name($0, in: field)) }
                ?? .pass(.names(names.count))
        }
    ]

    private static func fault(of name: GeneralName) -> NameFault? {
        switch name {
        case .dns(let text):
            if (try? DNSName.checkPresented(text)) != nil { return nil }
            return HostAddress(text) != nil ? .addressAsHost(text) : .notHost(text)
        case .email(let text): return Mailbox(text) == nil ? .notMailbox(text) : nil
        case .uri(let text): return (try? URIName(parsing: text)) == nil ? .notURI(text) : nil
        case .ip(let octets):
            return IPAddress.text(octets) == nil ? .addressLength(octets: octets.count) : nil
        case .directory(let name):
            if name.hasEmptyRelativeName { return .emptyRelativeName }
            return name.isEmpty ? .emptyDirectoryName : nil
        case .registeredID, .userPrincipalName, .other: return nil
        case .unreadable(let tag, _):
            // Kinds 1, 2 and 6 are unreadable only because of characters beyond ASCII. Kinds 3 and 5 are not
            // supported.
            return [1, 2, 6].contains(tag) ? .notASCII : nil
        }
    }
}
