import OpenSSL
import Words

/// The certificates of a run. Each is decoded once, however many files it is in, and the signature of each pair is
/// verified once.
final class CertificatePool {
    private var known: [Certificate: CertificateFacts] = [:]
    /// Those of `known` that were read when a limit of the file was exceeded, so that their own signature was not
    /// verified.
    private var unproven: [Certificate] = []
    /// By certificate, then by issuer.
    private var signatures: [CertificateFacts: [CertificateFacts: Bool]] = [:]
    /// Those that have issued another certificate, by their signature.
    private var issuing: Set<CertificateFacts> = []
    private var findings: [CertificateFacts: [Check.Position: [Finding]]] = [:]
    private var signaturesLeft = Limits.fileSignatures
    private var comparisonsLeft = Limits.fileComparisons
    private var listsLeft = Limits.fileListComparisons
    private var searchesLeft = Limits.fileListSearches

    struct Pair: Hashable {
        let child: CertificateFacts
        let issuer: CertificateFacts
    }

    /// The same object for the same certificate.
    func facts(of certificate: Certificate) -> CertificateFacts {
        if let facts = known[certificate] { return facts }
        let facts = CertificateFacts(certificate) { spend(signature: $0) }
        known[certificate] = facts
        if exceededLimit != nil { unproven.append(certificate) }
        return facts
    }

    /// The findings of a certificate at a position in a path, which are made once.
    func findings(
        of facts: CertificateFacts, _ position: Check.Position, _ make: () -> [Finding]
    ) -> [Finding] {
        if let findings = findings[facts]?[position] { return findings }
        let findings = make()
        self.findings[facts, default: [:]][position] = findings
        return findings
    }

    /// Forgets the findings, which depend on the time.
    func forgetFindings() { findings = [:] }

    /// Forgets a certificate that will not be needed again.
    func forget(_ facts: CertificateFacts) {
        known[facts.certificate] = nil
        signatures[facts] = nil
        findings[facts] = nil
        issuing.remove(facts)
    }

    /// Begins with the certificates of another file, which may cost as much as any other.
    func beginFile() {
        signaturesLeft = Limits.fileSignatures
        comparisonsLeft = Limits.fileComparisons
        listsLeft = Limits.fileListComparisons
        searchesLeft = Limits.fileListSearches
        for certificate in unproven { known[certificate] = nil }
        unproven = []
    }

    /// The limit of the file that is exceeded.
    var exceededLimit: PathLimit? {
        signaturesLeft < 0 ? .signaturesOfFile : comparisonsLeft < 0 ? .comparisonsOfFile : nil
    }

    private func spend(signature cost: Int) -> Bool {
        signaturesLeft -= cost
        return exceededLimit == nil
    }

    /// - Parameter count: of lists that are considered, each once for each certificate.
    /// - Returns: false if it is more than the limit of the file allows.
    func spend(lists count: Int) -> Bool {
        listsLeft -= count
        return !hasTooManyLists
    }

    /// Whether the limit of the file for lists is exceeded.
    var hasTooManyLists: Bool { listsLeft < 0 }

    /// Takes note of a search for a certificate in a list.
    ///
    /// - Returns: false if there were more than the limit of the file allows.
    func spendSearch() -> Bool {
        searchesLeft -= 1
        return !isSearchedOut
    }

    /// Whether there were more searches in lists than the limit of the file allows.
    var isSearchedOut: Bool { searchesLeft < 0 }

    /// The certificates of an index that may have issued `child`. None if a limit of the file is exceeded.
    func candidates(for child: CertificateFacts, in index: IssuerIndex) -> IssuerIndex.Candidates {
        if exceededLimit != nil { return IssuerIndex.Candidates() }
        let candidates = index.candidates(for: child)
        comparisonsLeft -= candidates.compared
        return candidates
    }

    /// Whether the key of `issuer` made the signature of `child`. False if a limit of the file is exceeded.
    func isSigned(_ child: CertificateFacts, by issuer: CertificateFacts) -> Bool {
        if let answer = signatures[child]?[issuer] { return answer }
        guard spend(signature: child.signatureCost(by: issuer)) else { return false }
        let answer = child.certificate.isSigned(by: issuer.certificate)
        signatures[child, default: [:]][issuer] = answer
        if answer { issuing.insert(issuer) }
        return answer
    }

    /// In another order: those first that have issued another certificate, because most of what a hostile file holds
    /// has issued none.
    func ranked(_ candidates: [CertificateFacts]) -> [CertificateFacts] {
        candidates.filter(issuing.contains) + candidates.filter { !issuing.contains($0) }
    }

    /// The certificates that issued `child`, by name and signature. If there are several, they have the same key.
    func issuers(of child: CertificateFacts, in indices: [IssuerIndex]) -> [CertificateFacts] {
        var left = Limits.pathSignatures
        let candidates = indices.flatMap { self.candidates(for: child, in: $0).all }.filter { $0 !== child }
        let first = ranked(candidates).first { issuer in
            left -= child.signatureCost(by: issuer)
            return left >= 0 && isSigned(child, by: issuer)
        }
        guard let first else { return [] }
        return candidates.filter { $0.certificate.hasSameKey(as: first.certificate) }
    }
}

/// A limit of the search for a path (``Limits``) that is exceeded.
package struct PathLimit: DescribedError, Equatable {
    /// What the search would cost: a clause.
    package let message: String
    private let remedy: Remedy

    private init(_ message: String, _ remedy: Remedy = "remove unrelated certificates") {
        self.message = message
        self.remedy = remedy
    }

    /// Of the check named chain.
    var judgement: Judgement { .fail("path search stopped: \(message)", remedy: remedy) }

    static let signatures = PathLimit("it would cost more than \(Limits.pathSignatures) P-256 signatures")
    static let steps = PathLimit("it would try more than \(Limits.pathSteps) steps")
    static let paths = PathLimit("it would check more than \(Limits.paths) complete paths")
    static let certificates = PathLimit(
        "a path would have more than \(Limits.pathCertificates) certificates",
        "use a certificate with a shorter path")
    static let signaturesOfFile = PathLimit(
        "the whole file would cost more than \(Limits.fileSignatures) P-256 signatures", "divide the file")
    static let comparisonsOfFile = PathLimit(
        "the whole file would cost more than \(Limits.fileComparisons) comparisons of names",
        "divide the file")
}
