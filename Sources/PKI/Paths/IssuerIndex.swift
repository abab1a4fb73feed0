package import OpenSSL

/// Certificates by their subject, to find those that may have issued another one.
struct IssuerIndex {
    private var bySubject: [UInt: [CertificateFacts]] = [:]
    private var byKey: [Key: [CertificateFacts]] = [:]
    private var members: Set<CertificateFacts> = []

    private struct Key: Hashable {
        let subject: UInt
        let identifier: [UInt8]?
    }

    init(_ certificates: [CertificateFacts]) {
        for facts in certificates where members.insert(facts).inserted {
            bySubject[facts.subjectHash, default: []].append(facts)
            byKey[Key(subject: facts.subjectHash, identifier: facts.subjectKey), default: []].append(facts)
        }
    }

    func contains(_ facts: CertificateFacts) -> Bool { members.contains(facts) }

    /// Certificates with the name of an issuer, those first whose key is named, too. If there are more than may be
    /// tried, only so many that the limit is reached.
    struct Candidates {
        var named: [CertificateFacts] = []
        var others: [CertificateFacts] = []
        /// The number of names that were compared.
        var compared = 0

        var all: [CertificateFacts] { named + others }
    }

    func candidates(for child: CertificateFacts) -> Candidates {
        var found = Candidates()
        func isIssuer(_ facts: CertificateFacts) -> Bool {
            found.compared += 1
            return facts.certificate.isNamedAsIssuer(by: child.certificate)
        }
        func first(_ some: some Sequence<CertificateFacts>) -> [CertificateFacts] {
            var matching: [CertificateFacts] = []
            for facts in some where matching.count <= Limits.pathSignatures && isIssuer(facts) {
                matching.append(facts)
            }
            return matching
        }
        let all = bySubject[child.issuerHash] ?? []
        guard let wanted = child.authorityKey?.key else {
            found.named = first(all)
            return found
        }
        let same = byKey[Key(subject: child.issuerHash, identifier: wanted)] ?? []
        let unnamed = byKey[Key(subject: child.issuerHash, identifier: nil)] ?? []
        found.named = first(same) + first(unnamed)
        found.others = first(all.lazy.filter { $0.subjectKey != nil && $0.subjectKey != wanted })
        return found
    }

    /// The certificates of the issuer of a list, by name.
    func signers(of list: RevocationList) -> [CertificateFacts] {
        (bySubject[list.issuerHash] ?? []).filter { list.isNamedAsIssuer($0.certificate) }
    }
}

/// Finds the leaves among the certificates of a file, which are checked most strictly.
///
/// A certificate is not a leaf if it issued another one, by name and by signature, and if following what it issued leads
/// to a leaf. A name alone proves nothing: a server could send its own certificate with the name of somebody else's CA,
/// and behind it a certificate of that CA.
package enum Leaves {
    /// The indices of the leaves. At least one, if there are certificates.
    ///
    /// - Throws: the limit of a file that is exceeded.
    package static func indices(of certificates: [Certificate]) throws(PathLimit) -> Set<Int> {
        let pool = CertificatePool()
        let leaves = indices(of: certificates.map(pool.facts), pool)
        if let limit = pool.exceededLimit { throw limit }
        return leaves
    }

    /// The first leaf that may have issued another one although the signature cannot be verified, and that other leaf. A
    /// certificate with its own name as the issuer's is taken for self-signed.
    ///
    /// - Parameter leaves: from ``indices(of:)``, which limits how many signatures are verified for them.
    package static func unverifiedIssue(
        among leaves: [Certificate]
    ) -> (issuer: Certificate, issued: Certificate)? {
        let bySubject = Dictionary(grouping: leaves, by: \.subjectHash)
        for issued in leaves where !issued.isNamedAsIssuer(by: issued) {
            let issuer = bySubject[issued.issuerHash]?.first {
                $0.mayHaveIssued(issued) && issued.signature(by: $0) == .unknown
            }
            if let issuer { return (issuer, issued) }
        }
        return nil
    }

    static func indices(of all: [CertificateFacts], _ pool: CertificatePool) -> Set<Int> {
        let index = IssuerIndex(all)
        let issuers = all.map { facts in
            // A self-signed certificate has no other issuer.
            facts.isSelfSigned ? [] : pool.issuers(of: facts, in: [index])
        }
        let issuing = Set(issuers.joined())
        let issuersOf = Dictionary(zip(all, issuers)) { first, _ in first }
        var leaves = Set(all.indices.filter { !issuing.contains(all[$0]) })
        var reached: Set<CertificateFacts> = []
        func climb(from leaf: CertificateFacts) {
            var next = [leaf]
            while let child = next.popLast() {
                if reached.insert(child).inserted { next += issuersOf[child] ?? [] }
            }
        }
        for leaf in leaves { climb(from: all[leaf]) }
        // What is left are circles.
        for index in all.indices where !reached.contains(all[index]) {
            leaves.insert(index)
            climb(from: all[index])
        }
        return leaves
    }
}
