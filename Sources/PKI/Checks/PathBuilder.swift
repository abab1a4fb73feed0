import OpenSSL

/// Searches for a path from a leaf to a trust anchor that passes every check (RFC 4158). If a path fails, it tries
/// others. Limits bound the cost of a hostile collection of certificates.
final class PathBuilder {
    struct Outcome {
        /// From the leaf to the trust anchor, or as far as a path leads if no path is complete.
        let path: [CertificateFacts]
        let isComplete: Bool
        /// The findings for the path; empty if it is not complete.
        let findings: [Finding]
        /// Why there is no complete path; nil if there is one.
        let fault: PathFault?

        var failures: Int { findings.count { $0.verdict == .fail } }
    }

    private let anchors: [CertificateFacts]
    private let intermediates: [CertificateFacts]
    private let judge: ([CertificateFacts]) -> [Finding]
    private var bySubject: [UInt: [Candidate]] = [:]
    private var verified: [[Swift.ObjectIdentifier]: Bool] = [:]
    private var signaturesLeft = Limits.pathSignatures
    private var stepsLeft = Limits.pathSteps
    private var pathsLeft = Limits.paths
    private var best: Outcome?
    private var longest: [CertificateFacts] = []
    private var ranked: [Swift.ObjectIdentifier: [Candidate]] = [:]
    private let budget: Budget

    private struct Candidate {
        let facts: CertificateFacts
        let isAnchor: Bool
    }

    /// The number of signatures that may still be verified for all leaves of a run.
    final class Budget {
        fileprivate var signatures = Limits.runSignatures
    }

    /// - Parameter judge: checks a complete path.
    init(
        anchors: [CertificateFacts], intermediates: [CertificateFacts], budget: Budget,
        judge: @escaping ([CertificateFacts]) -> [Finding]
    ) {
        self.anchors = anchors
        self.intermediates = intermediates
        self.budget = budget
        self.judge = judge
        var seen: Set<Certificate> = []
        for facts in anchors where seen.insert(facts.certificate).inserted {
            bySubject[facts.subjectHash, default: []].append(Candidate(facts: facts, isAnchor: true))
        }
        for facts in intermediates where seen.insert(facts.certificate).inserted {
            bySubject[facts.subjectHash, default: []].append(Candidate(facts: facts, isAnchor: false))
        }
    }

    func build(from leaf: CertificateFacts) -> Outcome {
        // A leaf that is itself trusted needs no path.
        if anchors.contains(where: { $0.certificate == leaf.certificate }) {
            return Outcome(path: [leaf], isComplete: true, findings: judge([leaf]), fault: nil)
        }
        longest = [leaf]
        if let found = extend([leaf]) { return found }
        if let best { return best }
        return Outcome(path: longest, isComplete: false, findings: [], fault: fault(leaf))
    }

    private var isExhausted: Bool {
        signaturesLeft <= 0 || stepsLeft <= 0 || pathsLeft <= 0 || budget.signatures <= 0
    }

    /// - Returns: the first path without failures.
    private func extend(_ path: [CertificateFacts]) -> Outcome? {
        let last = path[path.count - 1]
        guard path.count < Limits.pathCertificates else { return nil }
        for candidate in issuers(of: last) {
            if isExhausted { return nil }
            stepsLeft -= 1
            if path.contains(where: { Self.isSame($0, candidate.facts) }) { continue }
            guard isSigned(last, by: candidate.facts) else { continue }
            let longer = path + [candidate.facts]
            if candidate.isAnchor {
                pathsLeft -= 1
                let outcome = Outcome(path: longer, isComplete: true, findings: judge(longer), fault: nil)
                if outcome.failures == 0 { return outcome }
                if outcome.failures < best?.failures ?? .max { best = outcome }
                // A trust anchor with another issuer may also be part of a path to that issuer.
                if candidate.facts.isSelfIssued { continue }
            }
            if longer.count > longest.count { longest = longer }
            if let found = extend(longer) { return found }
        }
        return nil
    }

    /// Trust anchors first; within each group, first those whose key the certificate names.
    private func issuers(of facts: CertificateFacts) -> [Candidate] {
        if let known = ranked[Swift.ObjectIdentifier(facts)] { return known }
        let named = (bySubject[facts.issuerHash] ?? []).filter {
            $0.facts.certificate.isNamedAsIssuer(by: facts.certificate)
        }
        func rank(_ candidate: Candidate) -> Int {
            let own = candidate.facts.subjectKey
            let wanted = facts.authorityKey?.key
            return (candidate.isAnchor ? 0 : 2) + (own == wanted || own == nil || wanted == nil ? 0 : 1)
        }
        // The index keeps the given order among certificates of equal rank.
        let sorted = named.map(rank).enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
        let result = sorted.map { named[$0.offset] }
        ranked[Swift.ObjectIdentifier(facts)] = result
        return result
    }

    /// A certificate may occur only once in a path, so that paths are not circular (RFC 4158 §2.4.2).
    private static func isSame(_ left: CertificateFacts, _ right: CertificateFacts) -> Bool {
        left.subjectHash == right.subjectHash && left.certificate == right.certificate
    }

    private func isSigned(_ facts: CertificateFacts, by issuer: CertificateFacts) -> Bool {
        let pair = [Swift.ObjectIdentifier(facts), Swift.ObjectIdentifier(issuer)]
        if let known = verified[pair] { return known }
        let cost = issuer.key.verificationCost
        signaturesLeft -= cost
        budget.signatures -= cost
        let answer = facts.certificate.isSigned(by: issuer.certificate)
        verified[pair] = answer
        return answer
    }

    private func fault(_ leaf: CertificateFacts) -> PathFault {
        if isExhausted { return .exhausted }
        if anchors.isEmpty { return .noAnchors }
        let end = longest[longest.count - 1]
        if end.isSelfSigned {
            return longest.count == 1 ? .selfSignedNotAnchor : .rootNotAnchor(end.title)
        }
        let isKnown = bySubject[end.issuerHash]?.contains {
            $0.facts.certificate.isNamedAsIssuer(by: end.certificate)
        }
        return isKnown ?? false ? .issuerUnusable(end.issuer) : .issuerMissing(end.issuer)
    }
}
