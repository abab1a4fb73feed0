import OpenSSL
import System

/// Whether a certificate is revoked, judged by OCSP responses and by complete lists of its own issuer (RFC 5280 §6.3).
/// Delta lists, indirect lists and lists for only some reasons are rejected.
enum RevocationCheck {
    static let check = Check(.revocation, "RFC 5280 §5, §6.3.3, RFC 6960 §3.2", .question(.revocation))

    /// - Parameter path: from the leaf to the trust anchor, or as far as the path is known.
    static func judge(_ path: [CertificateFacts], _ settings: CheckSettings) -> Judgement {
        guard path.count > 1 else {
            // Only its own key could revoke a self-signed certificate.
            return path[0].isSelfSigned ? .skipped(.vouchesForItself) : .fail(.issuerUnknown)
        }
        var warning: Judgement?
        for (index, facts) in path.dropLast().enumerated() {
            let judgement = judge(facts, issuer: path[index + 1], settings)
            switch judgement.verdict {
            case .fail: return index == 0 ? judgement : judgement.about(facts)
            // A missing list or response for an intermediate is only a warning: the user may ask about the leaf alone.
            case .skipped:
                if index == 0 { return .fail(judgement.fact) }
                warning = warning ?? Judgement.warn(judgement.fact).about(facts)
            case .pass, .warn: continue
            }
        }
        return warning ?? .pass
    }

    private static func judge(
        _ facts: CertificateFacts, issuer: CertificateFacts, _ settings: CheckSettings
    ) -> Judgement {
        let list = settings.revocationLists.map { judge(facts, issuer: issuer, $0, settings) }
        if case .revoked = list?.fact { return list! }
        switch ResponseCheck.status(of: facts, issuer: issuer, settings) {
        case .revoked(let time, let reason): return .fail(.revoked(at: time, reason: reason))
        case .good: return .pass
        case .unknown(let fact): return list?.verdict == .skipped ? .skipped(fact) : list ?? .skipped(fact)
        case nil: return list ?? .skipped(.noResponse)
        }
    }

    private static func judge(
        _ facts: CertificateFacts, issuer: CertificateFacts, _ lists: [RevocationList],
        _ settings: CheckSettings
    ) -> Judgement {
        let own = lists.filter { $0.isOfIssuer(of: facts.certificate) }
        if own.isEmpty { return .skipped(.noList(issuer: facts.issuer)) }
        if let usage = issuer.keyUsage, !usage.contains(.cRLSign) { return .fail(.issuerWithoutCRLSign) }
        var faults: [ListFault] = []
        for list in own {
            if let fault = fault(of: list, for: facts, issuer, settings) {
                faults.append(fault)
            } else if let entry = list.entry(for: facts.certificate) {
                return .fail(.revoked(at: entry.date, reason: entry.reason))
            } else {
                return .pass
            }
        }
        return .fail(.list(faults[0]))
    }

    private static func fault(
        of list: RevocationList, for facts: CertificateFacts, _ issuer: CertificateFacts,
        _ settings: CheckSettings
    ) -> ListFault? {
        if !list.isSigned(by: issuer.certificate) { return .notSignedByIssuer }
        if let digest = list.signatureFacts.weakDigest { return .weakDigest(digest) }
        if list.encodedVersion != 1 { return .version }
        guard let start = list.thisUpdate else { return .unreadableThisUpdate }
        if start > settings.second { return .notYetValid(from: start) }
        guard let end = list.nextUpdate else { return .noNextUpdate }
        if end < settings.second { return .outdated(since: end) }
        return fault(ofExtensions: list, for: facts)
    }

    private static func fault(ofExtensions list: RevocationList, for facts: CertificateFacts) -> ListFault? {
        let known = Dictionary(list.extensions.map { ($0.oid, $0) }) { first, _ in first }
        if known.count < list.extensions.count { return .repeatedExtension }
        if let item = list.extensions.first(where: { $0.isEncodedProperly == false }) {
            return .malformed(ExtensionID.name(item.oid))
        }
        if known[ExtensionID.deltaCRLIndicator] != nil { return .delta }
        guard let number = known[ExtensionID.crlNumber] else { return .noNumber }
        if number.isCritical { return .criticalNumber }
        guard known[ExtensionID.authorityKeyIdentifier] != nil else {
            return .noAuthorityKeyIdentifier
        }
        if let point = known[ExtensionID.issuingDistributionPoint] {
            if let fault = fault(of: point, for: facts) { return fault }
        }
        let processed: Set = [ExtensionID.issuingDistributionPoint, ExtensionID.authorityKeyIdentifier]
        if let item = list.extensions.first(where: { $0.isCritical && !processed.contains($0.oid) }) {
            return .unknownCriticalExtension(ExtensionID.name(item.oid))
        }
        if let oid = list.criticalEntryExtensions.first {
            return .unknownCriticalEntryExtension(oid)
        }
        return nil
    }

    private static func fault(of item: CertificateExtension, for facts: CertificateFacts) -> ListFault? {
        guard let point = IssuingDistributionPoint(der: item.value) else {
            return .malformed("issuingDistributionPoint")
        }
        if point.isIndirect { return .indirect }
        if point.isOnlySomeReasons { return .someReasonsOnly }
        if point.isOnlyAttributeCertificates { return .attributeCertificatesOnly }
        if point.isOnlyUserCertificates, facts.isCA { return .endEntitiesOnly }
        if point.isOnlyCACertificates, !facts.isCA { return .authoritiesOnly }
        guard point.hasPoint else { return nil }
        // The list and the certificate must share a name of a distribution point (§6.3.3 (b) (2) (i)).
        let points = facts.extensions.first { $0.oid == ExtensionID.crlDistributionPoints }
        guard case .crlDistributionPoints(let names) = points?.contents,
            names.contains(where: point.names.contains)
        else { return .otherDistributionPoint }
        return nil
    }
}
