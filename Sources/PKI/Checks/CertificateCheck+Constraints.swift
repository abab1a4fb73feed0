import OpenSSL

extension CertificateCheck {
    static let constraints: [CertificateCheck] = [
        CertificateCheck(
            check: Check(
                "basic-constraints", "RFC 5280 §4.2.1.9",
                rule:
                    "every issuer is a CA; a path length, never negative, only in CAs that may sign certificates",
                remedy: "use a certificate that a CA has issued")
        ) { facts, position, _ in
            if position.isIssuer, !facts.isCA {
                return .fail(
                    facts.has(ExtensionID.basicConstraints)
                        ? "issued a certificate, and is no CA"
                        : "issued a certificate, and has no basicConstraints")
            }
            guard let length = facts.basicConstraints?.pathLength else {
                return .pass(facts.isCA ? "a CA" : "no CA")
            }
            if !facts.isCA { return .fail("a path length, and no CA") }
            if let usage = facts.keyUsage, !usage.contains(.keyCertSign) {
                return .fail("a path length, and a key usage without keyCertSign")
            }
            return length == .impossible ? .fail("an impossible path length") : .pass("a CA")
        },
        CertificateCheck(
            check: Check(
                "key-usage", "RFC 5280 §4.2.1.3",
                rule: "not empty; keyCertSign in issuers, where there is one, and in CAs alone",
                remedy: "have it issued again")
        ) { facts, position, _ in
            guard let usage = facts.keyUsage else {
                return facts.has(ExtensionID.keyUsage) ? .fail("keyUsage is malformed") : .pass("any usage")
            }
            if usage.isEmpty, !position.isIssuer { return .fail("keyUsage without a usage") }
            if usage.contains(.keyCertSign), !facts.isCA { return .fail("keyCertSign, and no CA") }
            if position.isIssuer, !usage.contains(.keyCertSign) {
                return .fail("issued a certificate, and its key usage is without keyCertSign")
            }
            return .pass(usage.names.joined(separator: ", "))
        },
        CertificateCheck(
            check: Check(
                "extended-key-usage", "RFC 5280 §4.2.1.12",
                rule:
                    "not empty. Under webpki, roots have none (BR §7.1.2.1.2), and the leaf of a server has serverAuth and not anyExtendedKeyUsage (BR §7.1.2.7.10)",
                remedy: "have it issued again with the usages that it needs")
        ) { facts, position, settings in judgeExtendedUsage(facts, position, settings) },
        CertificateCheck(
            check: Check(
                "name-constraints-form", "RFC 5280 §4.2.1.10",
                rule:
                    "in CAs alone, not empty, each well-formed: host names without wildcard and leading dot, addresses with a mask of leading ones",
                remedy: "have the CA's certificate issued again")
        ) { facts, _, _ in
            guard facts.has(ExtensionID.nameConstraints) else { return .skipped("no name constraints") }
            guard let constraints = facts.nameConstraints else {
                return .fail("nameConstraints is malformed")
            }
            if !facts.isCA { return .fail("nameConstraints, and no CA") }
            if constraints.isEmpty { return .fail("nameConstraints is empty") }
            if constraints.hasDistances { return .fail("nameConstraints with a minimum or a maximum") }
            if let problem = NameMatching.problem(in: constraints) { return .fail(problem) }
            return .pass("well-formed")
        },
    ]

    private static func judgeExtendedUsage(
        _ facts: CertificateFacts, _ position: Position, _ settings: CheckSettings
    ) -> Judgement {
        if facts.has(ExtensionID.extendedKeyUsage), facts.extendedKeyUsage?.isEmpty ?? true {
            return .fail("extKeyUsage without a usage")
        }
        let isServer = settings.purpose == nil || settings.purpose == .server
        if settings.policy == .webpki {
            if position == .anchor, facts.isSelfSigned, facts.extendedKeyUsage != nil {
                return .fail("a root with extKeyUsage")
            }
            if position == .leaf, isServer, !(facts.isSelfSigned && facts.isCA) {
                guard let usages = facts.extendedKeyUsage else { return .fail("no extKeyUsage") }
                if usages.contains(ExtendedKeyUsage.any) { return .fail("anyExtendedKeyUsage") }
                if !usages.contains(ExtendedKeyUsage.serverAuth) {
                    return .fail("extKeyUsage without serverAuth")
                }
            }
        }
        let names = facts.extendedKeyUsage?.map(ExtendedKeyUsage.name).joined(separator: ", ")
        return .pass(names ?? "any usage")
    }
}
