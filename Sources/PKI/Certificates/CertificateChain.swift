package import OpenSSL
package import System

extension Certificate {
    /// The chain from this certificate upwards, itself first, as far as `others` allow. Trust is not checked.
    ///
    /// Certificates that certified each other form circles and several chains, so each is used only once. The result is
    /// the shortest chain of valid certificates to a self-signed one, or else the longest chain of valid certificates,
    /// which the others continue in the same way. A certificate is an issuer if its key made the signature. If no signature
    /// can be verified, it is one if its name, key identifier and usages fit. Of several issuers, those whose key identifier
    /// and usages fit are tried first, the valid ones before the others, by the latest expiry.
    ///
    /// - Parameters:
    ///   - others: without duplicates.
    ///   - time: when issuers should be valid.
    package func chain(among others: [Certificate], at time: Timestamp) -> [Certificate] {
        var search = ChainSearch()
        let chain = search.chain(from: self, among: others.filter { $0.isValid(at: time) }, at: time)
        let used = Set(chain)
        let rest = others.filter { !used.contains($0) }
        return chain.dropLast() + search.chain(from: chain[chain.count - 1], among: rest, at: time)
    }

    fileprivate func isValid(at time: Timestamp) -> Bool {
        guard let start = notBefore, let end = notAfter else { return false }
        return start <= time.seconds && time.seconds <= end
    }

    /// The greater one is to be used: a valid one before others, then the one that expires last.
    fileprivate func rank(at time: Timestamp) -> (isValid: Int, end: Int64) {
        (isValid(at: time) ? 1 : 0, notAfter ?? .min)
    }
}

/// Searches from certificates to their issuers, breadth first.
private struct ChainSearch {
    private struct Step {
        let certificate: Certificate
        /// The index of the step whose certificate it issued.
        let below: Int?
        /// Of the chain up to it.
        let length: Int
    }

    /// The certificates that were not reached yet, by the hash of their subject.
    private var left: [UInt: [Certificate]] = [:]
    // A hostile collection may have thousands of certificates with one name. Later searches have what is left.
    private var comparisonsLeft = Limits.pathSteps
    private var signaturesLeft = Limits.pathSignatures
    private var steps: [Step] = []

    mutating func chain(
        from leaf: Certificate, among others: [Certificate], at time: Timestamp
    ) -> [Certificate] {
        // sorted(by:) keeps the order of equals.
        let sorted = others.sorted { $0.rank(at: time) > $1.rank(at: time) }
        left = Dictionary(grouping: sorted, by: \.subjectHash)
        steps = [Step(certificate: leaf, below: nil, length: 1)]
        var index = 0
        while index < steps.count {
            let certificate = steps[index].certificate
            // A CA that changes its key certifies the new one with the old one, and its own name.
            switch signature(of: certificate, by: certificate) {
            case .valid: return chain(to: index)
            case .unknown where certificate.mayHaveIssued(certificate): return chain(to: index)
            case .invalid, .unknown: break
            }
            takeIssuers(of: index)
            index += 1
        }
        return chain(to: firstOfTheLongest)
    }

    /// The index of the step at the end of the longest chain; of several, the one that was found first.
    private var firstOfTheLongest: Int {
        let longest = steps[steps.count - 1].length
        return steps.firstIndex { $0.length == longest } ?? 0
    }

    private mutating func takeIssuers(of index: Int) {
        let certificate = steps[index].certificate
        var (fitting, others): ([Certificate], [Certificate]) = ([], [])
        for candidate in left[certificate.issuerHash] ?? [] {
            comparisonsLeft -= 1
            if comparisonsLeft >= 0, candidate.mayHaveIssued(certificate) {
                fitting.append(candidate)
            } else {
                others.append(candidate)
            }
        }
        var signers: [Certificate] = []
        var possible: [Certificate] = []
        for (place, candidate) in (fitting + others).enumerated() {
            switch signature(of: certificate, by: candidate) {
            case .valid: signers.append(candidate)
            case .unknown where place < fitting.count: possible.append(candidate)
            case .invalid, .unknown: break
            }
        }
        let issuers = signers.isEmpty ? possible : signers
        let length = steps[index].length + 1
        steps += issuers.map { Step(certificate: $0, below: index, length: length) }
        let taken = Set(issuers)
        left[certificate.issuerHash]?.removeAll(where: taken.contains)
    }

    /// The signature decides: names are not unique, and a key identifier may be wrong or missing. It is unknown if too many
    /// were verified.
    private mutating func signature(
        of certificate: Certificate, by candidate: Certificate
    ) -> Certificate.SignatureVerdict {
        guard candidate.isNamedAsIssuer(by: certificate) else { return .invalid }
        guard signaturesLeft > 0 else { return .unknown }
        signaturesLeft -= CertificateFacts.signatureCost(of: certificate, candidate.keyInfo.facts)
        return certificate.signature(by: candidate)
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

    /// - Parameters:
    ///   - certificates: duplicates are ignored.
    ///   - time: when issuers should be valid.
    package init(_ leaf: Certificate, among certificates: [Certificate], at time: Timestamp) {
        var seen: Set<Certificate> = [leaf]
        let others = certificates.filter { seen.insert($0).inserted }
        let chain = leaf.chain(among: others, at: time).dropFirst()
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

extension [Certificate] {
    /// The certificate to use of several for the same purpose: a valid one if possible, and of these the one that expires
    /// last. If several do, it is the first of them. Nil if the array is empty.
    package func best(at time: Timestamp) -> Certificate? {
        self.max { $0.rank(at: time) < $1.rank(at: time) }
    }
}
