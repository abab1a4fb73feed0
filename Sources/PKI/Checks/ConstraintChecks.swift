import OpenSSL

/// Checks of the uses of a certificate, and of the limits of a CA.
extension CertificateCheck {
    static let constraints: [CertificateCheck] = [
        CertificateCheck(.basicConstraints, "RFC 5280 §4.2.1.9") { facts, position, settings in
            if position == .anchor, facts.predatesExtensions { return .skipped(.isTrustAnchor) }
            if position.isIssuer, !facts.isCA { return .fail(.issuerIsNotCA) }
            let isCA = Judgement.pass(facts.isCA ? .isCA : .isNotCA)
            guard let length = facts.basicConstraints?.pathLength else { return isCA }
            if length == .impossible { return .fail(.impossiblePathLength) }
            if !facts.isCA {
                return .breach(of: .basicConstraints, .onlyForCAs("pathLenConstraint"), settings)
            }
            if let usage = facts.keyUsage, !usage.contains(.keyCertSign) {
                return .breach(of: .basicConstraints, .pathLengthWithoutCertSign, settings)
            }
            return isCA
        },
        CertificateCheck(.keyUsage, "RFC 5280 §4.2.1.3") { facts, position, settings in
            guard let usage = facts.keyUsage else {
                if facts.has(ExtensionID.keyUsage) { return .fail(.malformed("keyUsage")) }
                // A leaf that is signed with its own key may sign nothing else, even if it is a CA.
                let signsOthers =
                    position.isIssuer ? !facts.predatesExtensions : facts.isCA && !facts.isSelfSigned
                return signsOthers
                    ? .breach(of: .keyUsage, .missing("keyUsage"), settings) : .pass(.usages([]))
            }
            if usage.isEmpty, !position.isIssuer { return .fail(.empty("keyUsage")) }
            if usage.contains(.keyCertSign), !facts.isCA { return .fail(.onlyForCAs("keyCertSign")) }
            if position.isIssuer, !usage.contains(.keyCertSign) { return .fail(.issuerWithoutCertSign) }
            return .pass(.usages(usage.names))
        },
        CertificateCheck(.extendedKeyUsage, "RFC 5280 §4.2.1.12") { facts, position, settings in
            judgeExtendedUsage(facts, position, settings)
        },
        CertificateCheck(.nameConstraintsForm, "RFC 5280 §4.2.1.10") { facts, _, settings in
            let field = "nameConstraints"
            guard facts.has(ExtensionID.nameConstraints) else { return .skipped(.missing(field)) }
            guard let constraints = facts.nameConstraints else { return .fail(.malformed(field)) }
            if !facts.isCA { return .fail(.onlyForCAs(field)) }
            // Without a list of subtrees it constrains nothing. An empty list is malformed.
            if facts.isEmptySequence(ExtensionID.nameConstraints) {
                return .breach(of: .nameConstraints, .empty(field), settings)
            }
            if constraints.isEmpty { return .fail(.empty(field)) }
            if constraints.hasDistances { return .fail(.constraintDistances) }
            return NameMatching.fault(in: constraints).map { .fail(.name($0, in: field)) } ?? .pass
        },
    ]

    private static func judgeExtendedUsage(
        _ facts: CertificateFacts, _ position: Position, _ settings: CheckSettings
    ) -> Judgement {
        let field = "extKeyUsage"
        if facts.has(ExtensionID.extendedKeyUsage) {
            guard let usages = facts.extendedKeyUsage else { return .fail(.malformed(field)) }
            if usages.isEmpty { return .fail(.empty(field)) }
        }
        if settings.policy == .webpki {
            if position == .anchor, facts.isSelfSigned, facts.extendedKeyUsage != nil {
                return .fail(.extendedUsageOfRoot)
            }
            if position == .leaf, settings.isAboutServer, !(facts.isSelfSigned && facts.isCA) {
                guard let usages = facts.extendedKeyUsage else { return .fail(.missing(field)) }
                if usages.contains(ExtendedKeyUsage.any.oid) { return .fail(.anyExtendedUsage) }
                if !usages.contains(ExtendedKeyUsage.serverAuth.oid) {
                    return .fail(.lacksExtendedUsage(.serverAuth))
                }
            }
        }
        return .pass(.usages(facts.extendedKeyUsage?.map(ExtendedKeyUsage.name) ?? []))
    }
}
