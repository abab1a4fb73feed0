package import OpenSSL

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
