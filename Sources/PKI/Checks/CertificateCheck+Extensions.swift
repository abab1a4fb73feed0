import OpenSSL

extension CertificateCheck {
    static let extensions: [CertificateCheck] = [
        CertificateCheck(
            check: Check(
                "unique-extensions", "RFC 5280 §4.2", rule: "no extension stands there twice",
                remedy: "have it issued again")
        ) { facts, _, _ in
            var seen: Set<String> = []
            let twice = facts.extensions.first { !seen.insert($0.oid).inserted }
            return twice.map { .fail("\(ExtensionID.name($0.oid)) stands there twice") }
                ?? .pass("\(seen.count) extensions")
        },
        CertificateCheck(
            check: Check(
                "critical-extensions", "RFC 5280 §4.2",
                rule: "no critical extension that signet does not know",
                remedy: "nothing that holds to the standard can use this certificate")
        ) { facts, _, _ in
            let unknown = facts.extensions.first { $0.isCritical && !ExtensionID.processed.contains($0.oid) }
            return unknown.map {
                .fail("the extension \(ExtensionID.name($0.oid)) is critical, and not known here")
            }
                ?? .pass("every critical extension is known")
        },
        CertificateCheck(
            check: Check(
                "extension-encoding", "RFC 5280 §4.2",
                rule: "the value of each extension is the DER of what the extension is",
                remedy: "have it issued again")
        ) { facts, _, _ in
            if let oid = facts.malformedExtensions.first {
                return .fail("\(ExtensionID.name(oid)) is malformed")
            }
            return .pass("every extension can be read")
        },
        CertificateCheck(
            check: Check(
                "criticality", "RFC 5280 §4.2.1, §4.2.2",
                rule:
                    "critical: basicConstraints of a CA, nameConstraints (not under webpki: BR §7.1.2.5.2), policyConstraints, inhibitAnyPolicy. Not critical: key identifiers, information access, subjectDirectoryAttributes, freshestCRL; under webpki (BR §7.1.2.7.6) extKeyUsage and, beside a subject, subjectAltName of a leaf",
                remedy: "have it issued again")
        ) { facts, position, settings in judgeCriticality(facts, position, settings) },
        CertificateCheck(
            check: Check(
                "policy-extensions", "RFC 5280 §4.2.1.4, §4.2.1.5, §4.2.1.11",
                rule: "only CAs map and constrain policies, and constraints are not empty",
                remedy: "have it issued again")
        ) { facts, _, _ in
            let ofCAs = [
                ExtensionID.policyMappings, ExtensionID.policyConstraints, ExtensionID.inhibitAnyPolicy,
            ]
            if !facts.isCA, let oid = ofCAs.first(where: facts.has) {
                return .fail("\(ExtensionID.name(oid)) in a certificate that is no CA")
            }
            let constraints = facts.extensions.first { $0.oid == ExtensionID.policyConstraints }
            return constraints?.value == [0x30, 0x00]
                ? .fail("policyConstraints is empty") : .pass("nothing amiss")
        },
    ]

    private static func judgeCriticality(
        _ facts: CertificateFacts, _ position: Position, _ settings: CheckSettings
    ) -> Judgement {
        var critical: Set = [ExtensionID.policyConstraints, ExtensionID.inhibitAnyPolicy]
        var plain: Set = [
            ExtensionID.authorityKeyIdentifier, ExtensionID.subjectKeyIdentifier,
            ExtensionID.authorityInformationAccess, ExtensionID.subjectInformationAccess,
            ExtensionID.subjectDirectoryAttributes, ExtensionID.freshestCRL,
        ]
        if facts.isCA { critical.insert(ExtensionID.basicConstraints) }
        switch settings.policy {
        case .rfc5280: critical.insert(ExtensionID.nameConstraints)
        case .webpki:
            plain.insert(ExtensionID.extendedKeyUsage)
            if position == .leaf, !facts.subject.isEmpty { plain.insert(ExtensionID.subjectAltName) }
        }
        if facts.subject.isEmpty { critical.insert(ExtensionID.subjectAltName) }
        for item in facts.extensions {
            if !item.isCritical, critical.contains(item.oid) {
                return .fail("\(ExtensionID.name(item.oid)) is not critical, and has to be")
            }
            if item.isCritical, plain.contains(item.oid) {
                return .fail("\(ExtensionID.name(item.oid)) is critical, and must not be")
            }
        }
        return .pass("what has to be critical is, and no more")
    }
}
