package import OpenSSL

extension Certificate {
    /// The chain from this certificate upwards, itself first, as far as `others` allow. Neither trust nor validity is
    /// checked.
    ///
    /// Certificates that certified each other form circles and several chains, so each is used only once. The result
    /// is the shortest chain to a self-issued certificate or, if there is none, the longest one. Of several issuers,
    /// the one with the latest expiry is tried first, and first those whose key identifier and usages fit.
    ///
    /// - Parameter others: without duplicates.
    package func chain(among others: [Certificate]) -> [Certificate] {
        var search = ChainSearch(among: others)
        return search.chain(from: self)
    }
}

/// Searches from certificates to their issuers, breadth first.
private struct ChainSearch {
    private struct Step {
        let certificate: Certificate
        /// The index of the step whose certificate it issued.
        let below: Int?
    }

    /// The certificates that were not reached yet, by the hash of their subject.
    private var left: [UInt: [Certificate]]
    // A hostile collection may have thousands of certificates with one name.
    private var comparisonsLeft = Limits.pathSteps
    private var signaturesLeft = Limits.pathSignatures
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
        var (fitting, others): ([Certificate], [Certificate]) = ([], [])
        for candidate in left[certificate.issuerHash] ?? [] {
            comparisonsLeft -= 1
            if comparisonsLeft >= 0, candidate.hasIssued(certificate) {
                fitting.append(candidate)
            } else {
                others.append(candidate)
            }
        }
        var unused: [Certificate] = []
        for candidate in fitting + others {
            if isSigned(certificate, by: candidate) {
                steps.append(Step(certificate: candidate, below: index))
            } else {
                unused.append(candidate)
            }
        }
        left[certificate.issuerHash] = unused
    }

    /// The signature decides: names are not unique, and a key identifier may be wrong or missing.
    private mutating func isSigned(_ certificate: Certificate, by candidate: Certificate) -> Bool {
        guard signaturesLeft > 0, candidate.isNamedAsIssuer(by: certificate) else { return false }
        signaturesLeft -= CertificateFacts.signatureCost(of: certificate, candidate.keyInfo.facts)
        return certificate.isSigned(by: candidate)
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

/// Certificates that were given in any order, sorted into the chain of a key's own certificate.
package struct CertificateBundle: Sendable {
    package let leaf: Certificate
    /// From the leaf's issuer upwards, as far as the given certificates allow.
    package let chain: [Certificate]
    /// The given certificates that are not in the chain, without duplicates.
    package let unrelated: [Certificate]

    /// - Parameter certificates: duplicates are ignored.
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
    /// Whether the certificate is for this key. False if the certificate's key is of an unsupported type.
    package func holds(_ key: PublicKey) -> Bool {
        (try? publicKey()) == key
    }
}
