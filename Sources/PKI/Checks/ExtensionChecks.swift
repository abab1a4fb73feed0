import OpenSSL
import Words

/// Checks of extensions in general, and of those that identify keys and subjects (RFC 5280 §4.2).
extension Check {
    static let extensions: [Check] = [
        Check(
            "unique-extensions", "RFC 5280 §4.2", rule: "no extension is repeated",
            remedy: "request a new certificate"
        ) { facts, _, _ in
            var seen: Set<String> = []
            let twice = facts.extensions.first { !seen.insert($0.oid).inserted }
            return twice.map { .fail("\(ExtensionID.name($0.oid)) is repeated") }
                ?? .pass(counted(seen.count, "extension"))
        },
        Check(
            "critical-extensions", "RFC 5280 §4.2", rule: "signet knows every critical extension",
            remedy: "use another certificate: no conforming program accepts this one"
        ) { facts, _, _ in
            let unknown = facts.extensions.first { $0.isCritical && !ExtensionID.processed.contains($0.oid) }
            return unknown.map { .fail("unknown critical extension \(ExtensionID.name($0.oid))") } ?? .pass()
        },
        Check(
            "extension-encoding", "RFC 5280 §4.2",
            rule: """
                the value of every extension is valid DER of its type, lists have members, and distribution points have \
                names
                """,
            remedy: "request a new certificate"
        ) { facts, _, _ in
            judgeEncoding(facts)
        },
        Check(
            "criticality", "RFC 5280 §4.2.1, §4.2.2",
            rule: """
                critical: basicConstraints of a CA, nameConstraints (except under webpki: BR §7.1.2.5.2), \
                policyConstraints, inhibitAnyPolicy. Not critical: key identifiers, information access, \
                subjectDirectoryAttributes, freshestCRL; under webpki (BR §7.1.2.7.6) also extKeyUsage, and the \
                subjectAltName of a leaf that has a subject. In what a profile of BR §7.1.2 applies to, keyUsage and \
                basicConstraints are critical, certificatePolicies and cRLDistributionPoints are not
                """,
            remedy: "request a new certificate",
            judge: judgeCriticality),
        Check(
            "policy-extensions", "RFC 5280 §4.2.1.4, §4.2.1.5, §4.2.1.11",
            rule: """
                only CAs map and constrain policies, none maps anyPolicy, the constraints are not empty, and no policy \
                occurs twice; signet knows every qualifier of critical policies
                """,
            remedy: "request a new certificate"
        ) { facts, _, settings in
            // RFC 5280 leaves open what validators do with empty constraints, and libcrypto refuses them.
            if facts.isEmptySequence(ExtensionID.policyConstraints) {
                return .fail("policyConstraints is empty")
            }
            // Whoever cannot interpret a qualifier of a critical extension must reject it (§4.2.1.4).
            let policies = facts.extensions[ExtensionID.certificatePolicies]
            if let policies, policies.isCritical, policies.hasUnknownPolicyQualifier {
                return .fail("certificatePolicies is critical and has an unknown qualifier")
            }
            // §6.1.4 (a).
            if facts.isCA, facts.mapsAnyPolicy { return .fail("policyMappings maps to or from anyPolicy") }
            if Set(facts.policies).count < facts.policies.count {
                return .breach(of: .certificatePolicies, "certificatePolicies has a policy twice", settings)
            }
            let ofCAs: [(String, IssuerRule)] = [
                (ExtensionID.policyMappings, .policyMappings),
                (ExtensionID.policyConstraints, .policyConstraints),
                (ExtensionID.inhibitAnyPolicy, .inhibitAnyPolicy),
            ]
            guard !facts.isCA, let (oid, rule) = ofCAs.first(where: { facts.has($0.0) }) else {
                return .pass()
            }
            return .breach(of: rule, onlyForCAs(ExtensionID.name(oid)), settings)
        },
    ]

    private static func judgeEncoding(_ facts: CertificateFacts) -> Judgement {
        if let oid = facts.malformedExtensions.first { return .fail("\(ExtensionID.name(oid)) is malformed") }
        if let oid = ExtensionID.lists.first(where: facts.isEmptySequence) {
            return .fail("\(ExtensionID.name(oid)) is empty")
        }
        let points = facts.extensions.filter {
            [ExtensionID.crlDistributionPoints, ExtensionID.freshestCRL].contains($0.oid)
        }
        return points.first(where: \.hasNamelessDistributionPoint).map {
            .fail("\(ExtensionID.name($0.oid)) has a distribution point without a name")
        } ?? .pass()
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
            if BaselineProfile(facts, position, settings) != nil {
                plain.formUnion([ExtensionID.certificatePolicies, ExtensionID.crlDistributionPoints])
                critical[ExtensionID.keyUsage] = .keyUsage
                critical[ExtensionID.basicConstraints] = .basicConstraints
            }
        }
        if facts.subject.isEmpty { critical[ExtensionID.subjectAltName] = .subjectAltName }
        var breach: Judgement?
        for item in facts.extensions {
            let name = ExtensionID.name(item.oid)
            if item.isCritical, plain.contains(item.oid) { return .fail("\(name) must not be critical") }
            guard let rule = (item.isCritical ? notCritical : critical)[item.oid] else { continue }
            let message = "\(name) must \(item.isCritical ? "not " : "")be critical"
            breach = breach ?? .breach(of: rule, message, settings)
        }
        return breach ?? .pass()
    }

    static let keyIdentifiers: [Check] = [
        Check(
            "authority-key-identifier", "RFC 5280 §4.2.1.1",
            rule: """
                present, with a key identifier, unless the certificate is signed by its own key; issuer and serial number \
                are both present or both absent. Under webpki (BR §7.1.2.1.3, §7.1.2.11.1) both are absent, and a root's \
                identifier is its subjectKeyIdentifier
                """,
            remedy: "request a new certificate"
        ) { facts, _, settings in
            judgeAuthorityKey(facts, settings)
        },
        Check(
            "subject-key-identifier", "RFC 5280 §4.2.1.2", rule: "present in every CA",
            remedy: "have the CA's certificate reissued"
        ) { facts, position, settings in
            guard facts.isCA || position.isIssuer else { return .isNotCA }
            if facts.predatesExtensions { return .hasNoExtensions }
            if facts.subjectKey != nil { return .pass() }
            let name = "subjectKeyIdentifier"
            return facts.has(ExtensionID.subjectKeyIdentifier)
                ? .fail("\(name) is malformed")
                : .breach(of: .subjectKeyIdentifier, "\(name) is missing", settings)
        },
    ]

    private static func judgeAuthorityKey(_ facts: CertificateFacts, _ settings: CheckSettings) -> Judgement {
        let name = "authorityKeyIdentifier"
        let rule = IssuerRule.authorityKeyIdentifier
        if facts.predatesExtensions { return .hasNoExtensions }
        guard facts.has(ExtensionID.authorityKeyIdentifier) else {
            // A self-signature shows which key was used, even if the names differ; the extension may be missing.
            return facts.isSignedWithOwnKey
                ? .pass() : .breach(of: rule, "\(name) is missing", settings)
        }
        guard let authority = facts.authorityKey else { return .fail("\(name) is malformed") }
        if authority.hasIssuer != authority.hasSerialNumber {
            return .fail("\(name) must have both issuer and serial number, or neither")
        }
        guard let key = authority.key else {
            return .breach(of: rule, "\(name) has no key identifier", settings)
        }
        if settings.policy == .webpki {
            if authority.hasIssuer { return .fail("\(name) must not have issuer and serial number") }
            if facts.isSelfSigned, let own = facts.subjectKey, own != key {
                return .fail("the \(name) of a root must match its subjectKeyIdentifier")
            }
        }
        return .pass()
    }

    static let alternativeNames: [Check] = [
        Check(
            "subject-alternative-name", "RFC 5280 §4.2.1.6",
            rule: """
                not empty, and under webpki present in the leaf of a server (BR §7.1.2.7.6); host names are in the \
                preferred name syntax (a wildcard only as the whole first label) and are not addresses; addresses have 4 \
                or 16 octets; mailboxes (RFC 5321 §4.1.2) and absolute URIs (RFC 3986) are well-formed, and the host of a \
                URI is a host name or an address
                """,
            remedy: "request a new certificate with well-formed names"
        ) { facts, position, settings in
            let field = "subjectAltName"
            guard facts.has(ExtensionID.subjectAltName) else {
                // BR §7.1.2.7.6 requires it of servers.
                let isRequired = settings.policy == .webpki && settings.isServer(facts, position)
                let message = "\(field) is missing"
                return isRequired ? .fail(message) : .skipped(message)
            }
            guard let names = facts.subjectAltName else { return .fail("\(field) is malformed") }
            if names.isEmpty { return .fail("\(field) is empty") }
            return names.lazy.compactMap(fault).first.map { .fail("\(field): \($0)") }
                ?? .pass(counted(names.count, "name"))
        }
    ]

    private static func fault(of name: GeneralName) -> String? {
        switch name {
        case .dns(let text):
            if (try? DNSName.checkPresented(text, in: text)) != nil { return nil }
            return HostAddress(text) != nil
                ? "'\(text)' is an address, given as a host name" : "'\(text)' is not a host name"
        case .email(let text): return Mailbox(text) == nil ? "'\(text)' is not a mailbox" : nil
        case .uri(let text):
            return (try? URIName(parsing: text)) == nil ? "'\(text)' is not an absolute URI" : nil
        case .ip(let octets):
            return IPAddress.text(octets) == nil ? "an address has \(counted(octets.count, "octet"))" : nil
        case .directory(let directory) where directory.isEmpty: return "a directoryName is empty"
        case .directory, .unreadable: return name.encodingFault
        case .registeredID, .userPrincipalName, .other: return nil
        }
    }
}

extension ExtensionID {
    /// The extensions that signet processes, so that they may be critical.
    static let processed: Set = [
        keyUsage, subjectAltName, issuerAltName, basicConstraints, nameConstraints, crlDistributionPoints,
        certificatePolicies, policyMappings, policyConstraints, extendedKeyUsage, inhibitAnyPolicy,
        subjectKeyIdentifier, authorityKeyIdentifier,
    ]

    /// Those that say what a certificate may do.
    static let decidingAuthority: Set = [
        basicConstraints, keyUsage, extendedKeyUsage, nameConstraints, policyConstraints, inhibitAnyPolicy,
    ]

    /// Those that contain at least one member and have no other check of it: SEQUENCE SIZE (1..MAX).
    static let lists = [
        issuerAltName, certificatePolicies, policyMappings, crlDistributionPoints, freshestCRL,
        authorityInformationAccess, subjectInformationAccess,
    ]

    static func name(_ oid: String) -> String {
        switch oid {
        case subjectKeyIdentifier: "subjectKeyIdentifier"
        case keyUsage: "keyUsage"
        case subjectAltName: "subjectAltName"
        case issuerAltName: "issuerAltName"
        case basicConstraints: "basicConstraints"
        case nameConstraints: "nameConstraints"
        case crlDistributionPoints: "cRLDistributionPoints"
        case certificatePolicies: "certificatePolicies"
        case policyMappings: "policyMappings"
        case authorityKeyIdentifier: "authorityKeyIdentifier"
        case policyConstraints: "policyConstraints"
        case extendedKeyUsage: "extKeyUsage"
        case freshestCRL: "freshestCRL"
        case inhibitAnyPolicy: "inhibitAnyPolicy"
        case subjectDirectoryAttributes: "subjectDirectoryAttributes"
        case authorityInformationAccess: "authorityInfoAccess"
        case subjectInformationAccess: "subjectInfoAccess"
        case crlNumber: "cRLNumber"
        case deltaCRLIndicator: "deltaCRLIndicator"
        case issuingDistributionPoint: "issuingDistributionPoint"
        default: oid
        }
    }
}
