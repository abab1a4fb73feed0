import OpenSSL
import System

/// Whether a certificate is revoked, by complete lists of its own issuer (RFC 5280 §6.3). Delta lists, indirect
/// lists and lists for some reasons only are refused.
enum RevocationCheck {
    static let check = Check(
        "revocation", "RFC 5280 §5, §6.3.3", .flag("crl"),
        rule:
            "a list of its issuer covers now and does not name it. The list has version 2, a number, an authority key identifier and nextUpdate; its issuer may sign lists; it has no critical extension that is not known, and is neither a delta nor an indirect list",
        remedy: "have a revoked certificate replaced; else fetch the current list of its issuer")

    /// - Parameter path: from the leaf to the trust anchor, or as far as it is known.
    static func judge(_ path: [CertificateFacts], _ settings: CheckSettings) -> Judgement {
        guard let lists = settings.revocationLists else { return .skipped("no --crl") }
        guard path.count > 1 else {
            return path[0].isSelfSigned
                ? .skipped("self-signed: nobody else can revoke it")
                : .fail("its issuer is not known, so that no list can be checked")
        }
        var warning: Judgement?
        for (index, facts) in path.dropLast().enumerated() {
            let judgement = judge(facts, issuer: path[index + 1], lists, settings)
            let said = index == 0 ? judgement.message : "\(facts.title): \(judgement.message)"
            switch judgement.verdict {
            case .fail: return .fail(said)
            // Where only the list of the leaf's own issuer is given, the leaf alone is asked about.
            case .skipped: if index == 0 { return .fail(said) } else { warning = warning ?? .warn(said) }
            case .pass, .warn: continue
            }
        }
        return warning ?? .pass("not revoked")
    }

    private static func judge(
        _ facts: CertificateFacts, issuer: CertificateFacts, _ lists: [RevocationList],
        _ settings: CheckSettings
    ) -> Judgement {
        let own = lists.filter { $0.isOfIssuer(of: facts.certificate) }
        if own.isEmpty { return .skipped("no list of its issuer \(facts.issuer.text)") }
        if let usage = issuer.keyUsage, !usage.contains(.cRLSign) {
            return .fail("its issuer may not sign lists: the key usage is without cRLSign")
        }
        var problem: String?
        for list in own {
            if let found = self.problem(of: list, for: facts, issuer, settings) {
                problem = problem ?? found
                continue
            }
            guard let entry = list.entry(for: facts.certificate) else { return .pass("not revoked") }
            // removeFromCRL (8) stands in delta lists only.
            let reason = entry.reason.flatMap { reasons.indices.contains($0) ? reasons[$0] : nil }
            let date = entry.date.map { " on \(CertificateCheck.day($0))" } ?? ""
            return .fail("revoked\(date)" + (reason.map { ", \($0)" } ?? ""))
        }
        return .fail(problem ?? "no list can be used")
    }

    /// CRLReason (RFC 5280 §5.3.1); 7 is not used.
    private static let reasons = [
        "unspecified", "keyCompromise", "cACompromise", "affiliationChanged", "superseded",
        "cessationOfOperation",
        "certificateHold", "7", "removeFromCRL", "privilegeWithdrawn", "aACompromise",
    ]

    private static func problem(
        of list: RevocationList, for facts: CertificateFacts, _ issuer: CertificateFacts,
        _ settings: CheckSettings
    ) -> String? {
        if !list.isSigned(by: issuer.certificate) { return "the list is not signed by its issuer's key" }
        let strength = CertificateCheck.judge(digest: list.signatureFacts)
        if strength.verdict == .fail { return "the list is \(strength.message)" }
        if list.encodedVersion != 1 { return "the list is not of version 2" }
        guard let start = list.thisUpdate else { return "thisUpdate of the list is no time" }
        if start > settings.second { return "the list is of the future: \(CertificateCheck.moment(start))" }
        guard let end = list.nextUpdate else { return "the list has no nextUpdate" }
        if end < settings.second { return "the list is out of date since \(CertificateCheck.moment(end))" }
        return problem(ofExtensions: list, for: facts)
    }

    private static func problem(ofExtensions list: RevocationList, for facts: CertificateFacts) -> String? {
        let known = Dictionary(list.extensions.map { ($0.oid, $0) }) { first, _ in first }
        if known.count < list.extensions.count { return "an extension of the list stands there twice" }
        if let item = list.extensions.first(where: { $0.isEncodedProperly == false }) {
            return "the list's \(ExtensionID.name(item.oid)) is malformed"
        }
        if known[ExtensionID.deltaCRLIndicator] != nil { return "a delta list, which is not used" }
        guard let number = known[ExtensionID.crlNumber] else { return "the list has no number" }
        if number.isCritical { return "the list's number is critical, and must not be" }
        guard known[ExtensionID.authorityKeyIdentifier] != nil else {
            return "the list has no authorityKeyIdentifier"
        }
        if let point = known[ExtensionID.issuingDistributionPoint] {
            if let problem = problem(of: point, for: facts) { return problem }
        }
        let processed: Set = [ExtensionID.issuingDistributionPoint, ExtensionID.authorityKeyIdentifier]
        if let item = list.extensions.first(where: { $0.isCritical && !processed.contains($0.oid) }) {
            return "the list's critical extension \(ExtensionID.name(item.oid)) is not known"
        }
        if let oid = list.criticalEntryExtensions.first {
            return "an entry of the list has the critical extension \(oid), which is not known"
        }
        return nil
    }

    private static func problem(of item: CertificateExtension, for facts: CertificateFacts) -> String? {
        guard let point = IssuingDistributionPoint(der: item.value) else {
            return "the list's issuingDistributionPoint is malformed"
        }
        if point.isIndirect { return "an indirect list, which is not used" }
        if point.isOnlySomeReasons { return "a list for some reasons only" }
        if point.isOnlyAttributeCertificates { return "a list of attribute certificates" }
        if point.isOnlyUserCertificates, facts.isCA { return "a list of end entities, not of CAs" }
        if point.isOnlyCACertificates, !facts.isCA { return "a list of CAs alone" }
        guard point.hasPoint else { return nil }
        // One of its names has to be one of the certificate's (§6.3.3 (b) (2) (i)).
        let points = facts.extensions.first { $0.oid == ExtensionID.crlDistributionPoints }
        guard case .crlDistributionPoints(let names) = points?.contents,
            names.contains(where: point.names.contains)
        else { return "a list of another distribution point" }
        return nil
    }
}
