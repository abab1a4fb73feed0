import OpenSSL

/// Searches for a path from a leaf to a trust anchor that passes every check (RFC 4158). If a path fails, it tries
/// others. Limits bound the cost of a hostile collection of certificates. Each leaf pays for a signature even if
/// another has already verified it, so that a verdict depends on the neighbours only if all of them together exceed the
/// limits of their file.
struct PathBuilder {
    struct Outcome {
        /// From the leaf to the trust anchor, or as far as a path leads if no path is complete.
        let path: [CertificateFacts]
        let isComplete: Bool
        /// The findings for the path; empty if it is not complete.
        let findings: [Finding]
        /// Of the check named chain: why no path is complete and passes, or that this one does.
        let judgement: Judgement
    }

    private let anchors: IssuerIndex
    private let intermediates: [IssuerIndex]
    private let pool: CertificatePool
    private let isSound: (CertificateFacts, Check.Position) -> Bool
    private let judge: ([CertificateFacts]) -> [Finding]
    private var signaturesLeft = Limits.pathSignatures
    private var paid: Set<CertificatePool.Pair> = []
    private var stepsLeft = Limits.pathSteps
    private var pathsLeft = Limits.paths
    private var isTooLong = false
    /// Whether candidates that are not sound are left for later, and whether there are any.
    private var triesOnlySound = true
    private var hasUnsound = false
    private var limit: PathLimit?
    /// The complete path with the fewest failures.
    private var best: (path: [CertificateFacts], findings: [Finding], failures: Int)?
    private var longest: [CertificateFacts] = []

    private struct Candidate {
        let facts: CertificateFacts
        let isAnchor: Bool

        var position: Check.Position { isAnchor ? .anchor : .intermediate }
    }

    /// - Parameters:
    ///   - isSound: whether an issuer passes the checks of a certificate by itself. One that has expired does not.
    ///   - judge: checks a complete path.
    init(
        anchors: IssuerIndex, intermediates: [IssuerIndex], _ pool: CertificatePool,
        isSound: @escaping (CertificateFacts, Check.Position) -> Bool,
        judge: @escaping ([CertificateFacts]) -> [Finding]
    ) {
        self.anchors = anchors
        self.intermediates = intermediates
        self.pool = pool
        self.isSound = isSound
        self.judge = judge
    }

    mutating func build(from leaf: CertificateFacts) -> Outcome {
        longest = [leaf]
        // A leaf that is itself trusted needs no path.
        if let found = anchors.contains(leaf) ? complete([leaf]) : search(from: leaf) { return found }
        let limit = self.limit ?? (isTooLong ? .certificates : nil)
        guard let best else {
            return Outcome(
                path: longest, isComplete: false, findings: [],
                judgement: limit?.judgement ?? missingIssuer)
        }
        return Outcome(
            path: best.path, isComplete: true, findings: best.findings,
            judgement: limit?.judgement ?? .fail("every path to a trust anchor fails a check"))
    }

    /// - Returns: false if more than the limit was spent.
    private mutating func spend(_ cost: Int, of left: WritableKeyPath<Self, Int>, _ limit: PathLimit) -> Bool
    {
        self[keyPath: left] -= cost
        if self[keyPath: left] < 0 { self.limit = limit }
        return self.limit == nil
    }

    private var isFileTooCostly: Bool {
        mutating get {
            limit = pool.exceededLimit ?? limit
            return pool.exceededLimit != nil
        }
    }

    private mutating func complete(_ path: [CertificateFacts]) -> Outcome? {
        let findings = judge(path)
        let failures = findings.count { $0.verdict == .fail }
        if failures == 0 {
            let issuers = path.dropFirst().map(\.name)
            let message =
                issuers.isEmpty ? "a trust anchor itself" : "issued by " + issuers.joined(separator: ", by ")
            return Outcome(path: path, isComplete: true, findings: findings, judgement: .pass(message))
        }
        if failures < best?.failures ?? .max { best = (path, findings, failures) }
        return nil
    }

    /// Without the certificates that fail by themselves, which may be many, and with them only if that finds no path.
    private mutating func search(from leaf: CertificateFacts) -> Outcome? {
        if let found = extend([leaf], isSound: true) { return found }
        guard hasUnsound, limit == nil else { return nil }
        triesOnlySound = false
        return extend([leaf], isSound: true)
    }

    /// - Parameter isSound: whether all issuers of the path are.
    /// - Returns: the first path without failures.
    private mutating func extend(_ path: [CertificateFacts], isSound: Bool) -> Outcome? {
        let last = path[path.count - 1]
        guard path.count < Limits.pathCertificates else {
            isTooLong = true
            return nil
        }
        let candidates = issuers(of: last)
        if isFileTooCostly { return nil }
        for candidate in candidates {
            guard spend(1, of: \.stepsLeft, .steps) else { return nil }
            // A certificate may occur only once in a path, so that paths are not circular (RFC 4158 §2.4.2).
            if path.contains(candidate.facts) { continue }
            let isSound = isSound && self.isSound(candidate.facts, candidate.position)
            if !isSound { hasUnsound = true }
            if triesOnlySound, !isSound { continue }
            let isNew = paid.insert(CertificatePool.Pair(child: last, issuer: candidate.facts)).inserted
            let cost = isNew ? last.signatureCost(by: candidate.facts) : 0
            guard spend(cost, of: \.signaturesLeft, .signatures) else { return nil }
            let isSigned = pool.isSigned(last, by: candidate.facts)
            if isFileTooCostly { return nil }
            guard isSigned else { continue }
            let longer = path + [candidate.facts]
            // The second search has already judged a path of sound issuers.
            if candidate.isAnchor, isSound == triesOnlySound {
                guard spend(1, of: \.pathsLeft, .paths) else { return nil }
                if let found = complete(longer) { return found }
            }
            // A trust anchor with another issuer may also be part of a path to that issuer.
            if candidate.isAnchor, candidate.facts.isSelfIssued { continue }
            if longer.count > longest.count { longest = longer }
            if let found = extend(longer, isSound: isSound) { return found }
        }
        return nil
    }

    /// Trust anchors first; within each group, first those whose key the certificate names.
    private func issuers(of facts: CertificateFacts) -> [Candidate] {
        let trusted = pool.candidates(for: facts, in: anchors).all
        let candidates = intermediates.map { pool.candidates(for: facts, in: $0) }
        let others = pool.ranked(candidates.flatMap(\.named)) + candidates.flatMap(\.others)
        return trusted.map { Candidate(facts: $0, isAnchor: true) }
            + others.filter { !anchors.contains($0) }.map { Candidate(facts: $0, isAnchor: false) }
    }

    /// Why the longest path leads no further.
    private var missingIssuer: Judgement {
        let trust = Remedy("if you trust it, add it", with: .trustAnchors)
        let end = longest[longest.count - 1]
        if end.isSelfSigned {
            return longest.count == 1
                ? .fail("self-signed, and not a trust anchor", remedy: trust)
                : .fail("its root \(end.name) is not a trust anchor", remedy: trust)
        }
        let issuer = "its issuer \(end.issuer.text)"
        let candidates = issuers(of: end)
        if let fault = candidates.lazy.compactMap(\.facts.key.fault).first {
            return .fail("\(issuer) cannot be trusted: \(fault.message)", remedy: "use another CA")
        }
        if let obstacle = candidates.lazy.compactMap(\.facts.key.obstacle).first {
            return .fail(
                "the signature of \(issuer) cannot be verified: \(obstacle)", remedy: "use a newer OpenSSL")
        }
        let message =
            candidates.isEmpty
            ? "\(issuer) is missing"
            : "no certificate of \(issuer) leads to a trust anchor and matches the signature"
        return .fail(message, remedy: Remedy("add the issuer", with: .intermediates, .trustAnchors))
    }
}
