import OpenSSL

/// Finds the leaves among the certificates of a file, which are checked most strictly.
///
/// A certificate is no leaf if it issued another one, by name and by signature, and if following what it issued leads to
/// a leaf. A name alone proves nothing: a server could send its own certificate with the name of somebody else's CA, and
/// behind it a certificate of that CA.
package struct Leaves {
    /// How many pairs of names are compared, and how many signatures are verified, before the remaining certificates
    /// are leaves. A file may contain thousands of certificates with one name.
    private static let maximumPairs = 1_000_000
    private static let maximumSignatures = 10_000

    private let all: [CertificateFacts]
    /// For each certificate, the indices of those that it may have issued, by name.
    private var children: [[Int]]
    private var signatures = 0
    /// For each pair whose signature was verified, whether it holds.
    private var verified: [Pair: Bool] = [:]

    private struct Pair: Hashable {
        let issuer: Int
        let child: Int
    }

    /// The indices of the leaves. At least one, if there are certificates.
    package static func indices(of all: [CertificateFacts]) -> Set<Int> {
        var search = Leaves(all)
        return search.run()
    }

    private init(_ all: [CertificateFacts]) {
        self.all = all
        let byIssuer = Dictionary(grouping: all.indices, by: { all[$0].issuerHash })
        var pairs = 0
        children = all.map { issuer in
            (byIssuer[issuer.subjectHash] ?? []).filter { index in
                pairs += 1
                // A self-signed certificate has no other issuer.
                return pairs <= Self.maximumPairs && !all[index].isSelfSigned
                    && all[index].certificate != issuer.certificate
                    && issuer.certificate.isNamedAsIssuer(by: all[index].certificate)
            }
        }
    }

    private mutating func run() -> Set<Int> {
        var leaves = Set(all.indices.filter { issuer in !children[issuer].contains { issued(issuer, $0) } })
        var parents: [Int: [Int]] = [:]
        for issuer in all.indices {
            for child in children[issuer] { parents[child, default: []].append(issuer) }
        }
        var reached: Set<Int> = []
        func climb(from leaf: Int, _ search: inout Leaves) {
            var next = [leaf]
            while let child = next.popLast() {
                guard reached.insert(child).inserted else { continue }
                next += (parents[child] ?? []).filter { search.issued($0, child) }
            }
        }
        for leaf in leaves { climb(from: leaf, &self) }
        // What is left are circles.
        for index in all.indices where !reached.contains(index) {
            leaves.insert(index)
            climb(from: index, &self)
        }
        return leaves
    }

    private mutating func issued(_ issuer: Int, _ child: Int) -> Bool {
        let pair = Pair(issuer: issuer, child: child)
        if let known = verified[pair] { return known }
        signatures += 1
        let holds =
            signatures <= Self.maximumSignatures
            && all[child].certificate.isSigned(by: all[issuer].certificate)
        verified[pair] = holds
        return holds
    }
}
