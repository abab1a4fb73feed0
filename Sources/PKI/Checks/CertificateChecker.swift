package import OpenSSL

/// Runs all checks on the certificates of a file.
package struct CertificateChecker {
    private let settings: CheckSettings
    private let pool: CertificatePool
    private let anchors: IssuerIndex?
    private let untrusted: IssuerIndex
    private let revocation: RevocationCheck?

    package init(_ settings: CheckSettings) {
        let pool = CertificatePool()
        self.settings = settings
        self.pool = pool
        anchors = settings.roots.map { IssuerIndex($0.map(pool.facts)) }
        untrusted = IssuerIndex(settings.untrusted.map(pool.facts))
        revocation = RevocationCheck(settings)
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
        pool.beginFile()
        let all = certificates.map(pool.facts)
        let leaves = Leaves.indices(of: all, pool)
        let indices = [untrusted, IssuerIndex(all)]
        return all.enumerated().map { index, facts in
            leaves.contains(index) ? report(leaf: facts, indices) : report(issuer: facts)
        }
    }

    private func report(issuer facts: CertificateFacts) -> CertificateReport {
        let position: CertificateCheck.Position = facts.isSelfSigned ? .anchor : .intermediate
        return CertificateReport(facts: facts, findings: own(facts, position) + expiry(facts), path: [])
    }

    /// - Parameter intermediates: certificates that a path may use.
    private func report(leaf facts: CertificateFacts, _ intermediates: [IssuerIndex]) -> CertificateReport {
        var findings = own(facts, isRoot(facts) ? .anchor : .leaf) + expiry(facts)
        var path: [CertificateFacts] = []
        func judgeRevocation(_ found: [CertificateFacts]) -> [Finding] {
            guard let revocation else { return [] }
            // Without a path, the leaf's issuer may be known all the same. It is not trusted.
            let path = found.count > 1 ? found : found + pool.issuers(of: facts, in: intermediates).prefix(1)
            return [Finding(check: RevocationCheck.check, judgement: revocation.judge(path, intermediates))]
        }
        if let anchors {
            var builder = PathBuilder(anchors: anchors, intermediates: intermediates, pool) { path in
                judge(path) + judgeRevocation(path)
            }
            let outcome = builder.build(from: facts)
            findings = merge(findings, outcome.findings)
            findings.append(Self.chainFinding(outcome))
            if outcome.isComplete { path = outcome.path } else { findings += judgeRevocation(outcome.path) }
        } else {
            // Without its signature, nothing shows what a certificate is.
            let judgement =
                pool.exceededLimit.map { Judgement.fail(.noPath(.limit($0))) } ?? .skipped(.notAsked)
            findings.append(Finding(check: PathCheck.chain, judgement: judgement))
            if facts.isSelfSigned, !isRoot(facts), settings.profile == nil {
                findings.append(Finding(check: Self.selfSigned, judgement: .warn(.vouchesForItself)))
            }
            findings += judgeRevocation([facts])
        }
        for leaf in LeafCheck.all {
            if let judgement = leaf.judge(facts, settings) {
                findings.append(Finding(check: leaf.check, judgement: judgement))
            }
        }
        return CertificateReport(facts: facts, findings: findings, path: path)
    }

    /// Whether a certificate is a self-signed root to which no leaf check applies.
    private func isRoot(_ facts: CertificateFacts) -> Bool {
        let isUsed = settings.host != nil || settings.address != nil || settings.mailbox != nil
        return facts.isSelfSigned && facts.isCA && !isUsed && (settings.purpose ?? .ca) == .ca
    }

    private func own(_ facts: CertificateFacts, _ position: CertificateCheck.Position) -> [Finding] {
        pool.findings(of: facts, position) {
            CertificateCheck.all.filter { $0.applies(under: settings.policy) }.map {
                Finding(check: $0.check, judgement: $0.judge(facts, position, settings))
            }
        }
    }

    private func expiry(_ facts: CertificateFacts) -> [Finding] {
        LeafCheck.within.judge(facts, settings).map {
            [Finding(check: LeafCheck.within.check, judgement: $0)]
        } ?? []
    }

    /// Checks a complete path: the certificates above the leaf, and the path as a whole.
    private func judge(_ path: [CertificateFacts]) -> [Finding] {
        var findings: [Finding] = []
        for (index, facts) in path.enumerated().dropFirst() {
            for finding in own(facts, index == path.count - 1 ? .anchor : .intermediate)
            where finding.verdict >= .warn {
                findings.append(Finding(check: finding.check, judgement: finding.judgement.about(facts)))
            }
        }
        return findings + PathCheck.all.map { Finding(check: $0.check, judgement: $0.judge(path, settings)) }
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
        let judgement =
            outcome.fault.map { Judgement.fail(.noPath($0)) }
            ?? .pass(.path(issuers: outcome.path.dropFirst().map(\.title)))
        return Finding(check: PathCheck.chain, judgement: judgement)
    }
}
