package import OpenSSL
package import System

/// Runs all checks on the certificates of a file, or of a stream.
package struct CertificateChecker {
    private var settings: CheckSettings
    private let ofCertificates: [Check]
    private let pool: CertificatePool
    private let anchors: IssuerIndex?
    private let untrusted: IssuerIndex
    private var revocation: RevocationCheck?
    private let constraints = ConstraintJudge()
    private let policies = PolicyJudge()

    package init(_ settings: CheckSettings) {
        let pool = CertificatePool()
        self.settings = settings
        ofCertificates = Check.ofCertificates(under: settings.policy)
        self.pool = pool
        anchors = settings.roots.map { IssuerIndex($0.map(pool.facts)) }
        untrusted = IssuerIndex(settings.untrusted.map(pool.facts))
        revocation = RevocationCheck(settings, pool)
    }

    /// The reports, in the order of the certificates.
    ///
    /// Certificates that issued another one of the same file are intermediates. They are checked by themselves and as
    /// parts of the leaf's path. The checks that flags request (host, purpose, key, …) apply to the leaves.
    package func reports(of certificates: [Certificate]) -> [CertificateReport] {
        pool.beginFile()
        constraints.beginFile()
        policies.beginFile()
        let all = certificates.map(pool.facts)
        let leaves = Leaves.indices(of: all, pool)
        let indices = [untrusted, IssuerIndex(all)]
        return all.enumerated().map { index, facts in
            leaves.contains(index) ? report(leaf: facts, indices) : report(issuer: facts, indices)
        }
    }

    /// The report on one certificate of a stream, which is a leaf. Only what concerns the trust anchors and the
    /// intermediates is kept for those that follow.
    ///
    /// - Parameter time: the current time.
    package mutating func report(on certificate: Certificate, at time: Timestamp) -> CertificateReport {
        if time.seconds != settings.time.seconds {
            pool.forgetFindings()
            settings.time = time
            revocation = RevocationCheck(settings, pool)
        }
        let report = reports(of: [certificate])[0]
        if !untrusted.contains(report.facts), !(anchors?.contains(report.facts) ?? false) {
            pool.forget(report.facts)
            constraints.forget(report.facts)
        }
        return report
    }

    private func report(
        issuer facts: CertificateFacts, _ intermediates: [IssuerIndex]
    ) -> CertificateReport {
        let position: Check.Position = facts.isSelfSigned ? .anchor : .intermediate
        var findings = own(facts, position) + requested(facts)
        if let revocation {
            let issuers = issuers(above: facts, in: [anchors].compactMap(\.self) + intermediates)
            findings.append(Finding(.revocation, revocation.judge(facts, under: issuers, intermediates)))
        }
        return CertificateReport(facts: facts, findings: findings, path: [])
    }

    /// The issuer of a certificate and those above it, as far as they are known. Of several with the issuer's key, it is
    /// one that may sign lists.
    private func issuers(above facts: CertificateFacts, in indices: [IssuerIndex]) -> [CertificateFacts] {
        let issuers = pool.issuers(of: facts, in: indices)
        guard let issuer = issuers.first(where: { $0.keyUsage?.contains(.cRLSign) ?? true }) ?? issuers.first
        else { return [] }
        var path = [issuer]
        while path.count < Limits.pathCertificates, let last = path.last, !last.isSelfSigned,
            let next = pool.issuers(of: last, in: indices).first, next !== facts, !path.contains(next)
        {
            path.append(next)
        }
        return path
    }

    /// - Parameter intermediates: certificates that a path may use.
    private func report(leaf facts: CertificateFacts, _ intermediates: [IssuerIndex]) -> CertificateReport {
        var findings = own(facts, settings.isRoot(facts) ? .anchor : .leaf) + requested(facts)
        var path: [CertificateFacts] = []
        func judgeRevocation(_ found: [CertificateFacts]) -> [Finding] {
            guard let revocation else { return [] }
            // Without a path, the leaf's issuer may be known all the same. It is not trusted.
            let path = found.count > 1 ? found : found + pool.issuers(of: facts, in: intermediates).prefix(1)
            return [Finding(.revocation, revocation.judge(path, intermediates))]
        }
        if let anchors {
            constraints.beginLeaf()
            var builder = PathBuilder(anchors: anchors, intermediates: intermediates, pool) {
                facts, position in
                own(facts, position).allSatisfy { $0.verdict < .fail }
                    && settings.judgeTrust(in: facts.certificate)?.verdict != .fail
            } judge: { path in
                judge(path) + judgeRevocation(path)
            }
            let outcome = builder.build(from: facts)
            findings = merge(findings, outcome.findings)
            findings.append(Finding(.chain, outcome.judgement))
            if outcome.isComplete { path = outcome.path } else { findings += judgeRevocation(outcome.path) }
        } else {
            // Without its signature, nothing shows what a certificate is.
            let judgement = pool.exceededLimit?.judgement ?? .skipped("no trust anchors are given")
            findings.append(Finding(.chain, judgement))
            if let finding = Check.selfSigned.finding(facts, .leaf, settings) { findings.append(finding) }
            findings += judgeRevocation([facts])
        }
        findings += settings.requested.filter(\.isOfLeaf).compactMap { $0.finding(facts, .leaf, settings) }
        return CertificateReport(facts: facts, findings: findings, path: path)
    }

    /// The checks of a certificate at its position.
    private func own(_ facts: CertificateFacts, _ position: Check.Position) -> [Finding] {
        pool.findings(of: facts, position) {
            ofCertificates.compactMap { $0.finding(facts, position, settings) }
        }
    }

    /// The requested checks that apply to leaves and to others.
    private func requested(_ facts: CertificateFacts) -> [Finding] {
        settings.requested.filter { !$0.isOfLeaf }.compactMap { $0.finding(facts, .leaf, settings) }
    }

    /// Checks a complete path: the certificates above the leaf, and the path as a whole.
    private func judge(_ path: [CertificateFacts]) -> [Finding] {
        var findings: [Finding] = []
        for (index, facts) in path.enumerated().dropFirst() {
            for finding in own(facts, index == path.count - 1 ? .anchor : .intermediate)
            where finding.verdict >= .warn {
                findings.append(Finding(finding.check, finding.judgement.about(facts)))
            }
        }
        return findings
            + Check.ofPaths.compactMap {
                switch $0 {
                case .nameConstraints: Finding($0, constraints.judge(path))
                case .certificatePolicies: Finding($0, policies.judge(path, settings.policies))
                default: $0.finding(path, settings)
                }
            }
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
}
