import OpenSSL

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

    var isEmpty: Bool { members.isEmpty }

    func contains(_ facts: CertificateFacts) -> Bool { members.contains(facts) }

    /// Certificates with the name of an issuer, those first whose key is named, too. If there are more than may be
    /// tried, only so many that the limit is reached.
    struct Candidates {
        let named: [CertificateFacts]
        let others: [CertificateFacts]

        var all: [CertificateFacts] { named + others }
    }

    func candidates(for child: CertificateFacts) -> Candidates {
        func isIssuer(_ facts: CertificateFacts) -> Bool {
            facts.certificate.isNamedAsIssuer(by: child.certificate)
        }
        func first(_ some: some Sequence<CertificateFacts>) -> [CertificateFacts] {
            Array(some.lazy.filter(isIssuer).prefix(Limits.pathSignatures + 1))
        }
        let all = bySubject[child.issuerHash] ?? []
        guard let wanted = child.authorityKey?.key else { return Candidates(named: first(all), others: []) }
        let same = byKey[Key(subject: child.issuerHash, identifier: wanted)] ?? []
        let unnamed = byKey[Key(subject: child.issuerHash, identifier: nil)] ?? []
        return Candidates(
            named: first(same) + first(unnamed),
            others: first(all.lazy.filter { $0.subjectKey != nil && $0.subjectKey != wanted }))
    }

    /// The certificates of the issuer of a list, by name.
    func signers(of list: RevocationList) -> [CertificateFacts] {
        (bySubject[list.issuerHash] ?? []).filter { list.isNamedAsIssuer($0.certificate) }
    }
}
