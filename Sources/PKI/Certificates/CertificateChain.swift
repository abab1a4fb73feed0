package import OpenSSL

extension Certificate {
    /// The certificates that lead upwards from this one, itself first, as far as `others` go. Whether they are to be
    /// trusted, or still valid, is not looked at.
    ///
    /// Certificates that have certified each other lead round in a circle, and into several ways. Each is taken
    /// once: what comes back is the shortest way to one that is its own issuer, and where none is, to the one that
    /// is farthest. Of several issuers the one that is valid for longest is tried first.
    ///
    /// - Parameter others: each once.
    package func chain(among others: [Certificate]) -> [Certificate] {
        var search = ChainSearch(among: others)
        return search.chain(from: self)
    }
}

/// Goes from certificates to their issuers, the nearest first.
private struct ChainSearch {
    private struct Step {
        let certificate: Certificate
        /// Where the certificate that it issued stands among the steps.
        let below: Int?
    }

    /// What has not been reached yet, by the hash of its subject.
    private var left: [UInt: [Certificate]]
    private var comparisonsLeft = Limits.pathSteps
    private var steps: [Step] = []

    init(among others: [Certificate]) {
        func end(_ certificate: Certificate) -> Int64 { certificate.notAfter ?? .min }
        let sorted = others.enumerated().sorted {
            (end($1.element), $0.offset) < (end($0.element), $1.offset)
        }
        left = Dictionary(grouping: sorted.map(\.element), by: \.subjectHash)
    }

    mutating func chain(from leaf: Certificate) -> [Certificate] {
        steps = [Step(certificate: leaf, below: nil)]
        var index = 0
        while index < steps.count {
            if steps[index].certificate.hasIssued(steps[index].certificate) { return chain(to: index) }
            takeIssuers(of: index)
            index += 1
        }
        return chain(to: steps.count - 1)
    }

    private mutating func takeIssuers(of index: Int) {
        let certificate = steps[index].certificate
        let named = left[certificate.issuerHash] ?? []
        var others: [Certificate] = []
        for candidate in named {
            // A hostile collection may have thousands of one name.
            comparisonsLeft -= 1
            if comparisonsLeft >= 0, candidate.hasIssued(certificate) {
                steps.append(Step(certificate: candidate, below: index))
            } else {
                others.append(candidate)
            }
        }
        left[certificate.issuerHash] = others
    }

    private func chain(to end: Int) -> [Certificate] {
        var chain: [Certificate] = []
        var next: Int? = end
        while let index = next {
            chain.append(steps[index].certificate)
            next = steps[index].below
        }
        return chain.reversed()
    }
}

/// Certificates that were given in any order, put in order around a key's own.
package struct CertificateBundle: Sendable {
    package let leaf: Certificate
    /// From the leaf's issuer upwards, as far as the given ones go.
    package let chain: [Certificate]
    /// What was given and does not belong to the chain, once each.
    package let unrelated: [Certificate]

    /// - Parameter certificates: the leaf is the first whose key it is. What is there twice counts once.
    /// - Returns: nil where the key belongs to none of them.
    package init?(_ key: PublicKey, among certificates: [Certificate]) {
        guard let leaf = certificates.first(where: { $0.holds(key) }) else { return nil }
        self.init(leaf, among: certificates)
    }

    package init(_ leaf: Certificate, among certificates: [Certificate]) {
        var seen: Set<Certificate> = [leaf]
        let others = certificates.filter { seen.insert($0).inserted }
        let chain = leaf.chain(among: others).dropFirst()
        self.leaf = leaf
        self.chain = Array(chain)
        let members = Set(chain)
        unrelated = others.filter { !members.contains($0) }
    }
}

extension Certificate {
    /// Whether a key is the certificate's. One of a type that is not known here is none that is.
    package func holds(_ key: PublicKey) -> Bool {
        (try? publicKey()) == key
    }
}
