package import OpenSSL

/// Runs all checks on the certificates of a file.
package struct CertificateChecker {
    private let settings: CheckSettings
    private let anchors: [CertificateFacts]?
    private let untrusted: [CertificateFacts]
    private let budget = PathBuilder.Budget()

    package init(_ settings: CheckSettings) {
        self.settings = settings
        anchors = settings.roots.map { $0.map(CertificateFacts.init) }
        untrusted = settings.untrusted.map(CertificateFacts.init)
    }

    /// All checks, for the manual.
    package static let catalogue: [Check] = [
        CertificateCheck.all.map(\.check), [selfSigned, PathCheck.chain], PathCheck.all.map(\.check),
        [RevocationCheck.check, LeafCheck.within.check], LeafCheck.all.map(\.check),
    ].flatMap { $0 }

    private static let selfSigned = Check(.selfSigned, "RFC 5280 §3.2")

    /// The reports, in the order of the certificates.
    ///
    /// Certificates that issued another one of the same file are intermediates. They are checked by themselves and as
    /// parts of the leaf's path. The checks that flags request (host, purpose, key, …) apply to the leaves.
    package func reports(of certificates: [Certificate]) -> [CertificateReport] {
        let all = certificates.map(CertificateFacts.init)
        let leaves = Leaves.indices(of: all)
        return all.enumerated().map { index, facts in
            leaves.contains(index)
                ? report(leaf: facts, among: all) : report(issuer: facts)
        }
    }

    private func report(issuer facts: CertificateFacts) -> CertificateReport {
        let position: CertificateCheck.Position = facts.isSelfSigned ? .anchor : .intermediate
        return CertificateReport(facts: facts, findings: own(facts, position) + expiry(facts), path: [])
    }

    private func report(leaf facts: CertificateFacts, among others: [CertificateFacts]) -> CertificateReport {
        var findings = own(facts, isRoot(facts) ? .anchor : .leaf) + expiry(facts)
        let pool = untrusted + others.filter { $0 !== facts }
        var path: [CertificateFacts] = []
        if let anchors {
            let builder = PathBuilder(anchors: anchors, intermediates: pool, budget: budget) { judge($0) }
            let outcome = builder.build(from: facts)
            findings = merge(findings, outcome.findings)
            findings.append(Self.chainFinding(outcome))
            if outcome.isComplete { path = outcome.path } else { findings += revocation(outcome.path) }
        } else {
            findings.append(Finding(check: PathCheck.chain, judgement: .skipped(.notAsked)))
            if facts.isSelfSigned, !isRoot(facts), settings.profile == nil {
                findings.append(Finding(check: Self.selfSigned, judgement: .warn(.vouchesForItself)))
            }
            findings += revocation(knownPath(facts, pool))
        }
        for leaf in LeafCheck.all {
            if let judgement = leaf.judge(facts, settings) {
                findings.append(Finding(check: leaf.check, judgement: judgement))
            }
        }
        return CertificateReport(facts: facts, findings: findings, path: path)
    }

    /// Empty if revocation checking was not requested.
    private func revocation(_ path: @autoclosure () -> [CertificateFacts]) -> [Finding] {
        if settings.revocationLists == nil, settings.responses == nil { return [] }
        return [Finding(check: RevocationCheck.check, judgement: RevocationCheck.judge(path(), settings))]
    }

    /// Whether a certificate is a self-signed root to which no leaf check applies.
    private func isRoot(_ facts: CertificateFacts) -> Bool {
        let isUsed = settings.host != nil || settings.address != nil || settings.mailbox != nil
        return facts.isSelfSigned && facts.isCA && !isUsed && (settings.purpose ?? .ca) == .ca
    }

    /// The leaf and its issuer if that is known. The issuer may not be trusted.
    private func knownPath(_ facts: CertificateFacts, _ pool: [CertificateFacts]) -> [CertificateFacts] {
        let issuer = pool.prefix(Limits.pathSignatures).first {
            $0.certificate.isNamedAsIssuer(by: facts.certificate)
                && facts.certificate.isSigned(by: $0.certificate)
        }
        return [facts] + (issuer.map { [$0] } ?? [])
    }

    private func own(_ facts: CertificateFacts, _ position: CertificateCheck.Position) -> [Finding] {
        CertificateCheck.all.filter { $0.applies(under: settings.policy) }.map {
            Finding(check: $0.check, judgement: $0.judge(facts, position, settings))
        }
    }

    private func expiry(_ facts: CertificateFacts) -> [Finding] {
        LeafCheck.within.judge(facts, settings).map {
            [Finding(check: LeafCheck.within.check, judgement: $0)]
        } ?? []
    }

    /// Checks a complete path: the certificates above the leaf, the path as a whole, and revocation.
    private func judge(_ path: [CertificateFacts]) -> [Finding] {
        var findings: [Finding] = []
        for (index, facts) in path.enumerated().dropFirst() {
            for finding in own(facts, index == path.count - 1 ? .anchor : .intermediate)
            where finding.verdict >= .warn {
                findings.append(Finding(check: finding.check, judgement: finding.judgement.about(facts)))
            }
        }
        findings += PathCheck.all.map { Finding(check: $0.check, judgement: $0.judge(path, settings)) }
        return findings + revocation(path)
    }

    /// Every check once, with the worse result of the leaf's own and its path's.
    private func merge(_ own: [Finding], _ path: [Finding]) -> [Finding] {
        var merged = own
        for finding in path {
            if let index = merged.firstIndex(where: { $0.check == finding.check }) {
                if finding.verdict > merged[index].verdict { merged[index] = finding }
            } else {
                merged.append(finding)
            }
        }
        return merged
    }

    private static func chainFinding(_ outcome: PathBuilder.Outcome) -> Finding {
        let fault = outcome.fault ?? (outcome.failures > 0 ? .allFail : nil)
        let judgement =
            fault.map { Judgement.fail(.noPath($0)) }
            ?? .pass(.path(issuers: outcome.path.dropFirst().map(\.title)))
        return Finding(check: PathCheck.chain, judgement: judgement)
    }
}
