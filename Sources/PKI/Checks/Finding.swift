/// A check with its outcome.
package struct Finding: Equatable, Sendable {
    package let check: Check
    package let judgement: Judgement

    package var verdict: Verdict { judgement.verdict }
}

/// The outcome of a check, and the fact that decided.
package struct Judgement: Equatable, Sendable {
    package let verdict: Verdict
    package let fact: Fact

    static func pass(_ fact: Fact) -> Judgement { Judgement(verdict: .pass, fact: fact) }
    static func warn(_ fact: Fact) -> Judgement { Judgement(verdict: .warn, fact: fact) }
    static func fail(_ fact: Fact) -> Judgement { Judgement(verdict: .fail, fact: fact) }
    static func skipped(_ fact: Fact) -> Judgement { Judgement(verdict: .skipped, fact: fact) }

    /// Nothing was found, and nothing is worth saying.
    static let pass = Judgement(verdict: .pass, fact: .satisfied)

    /// The same, said of a certificate above the one that is checked.
    func about(_ certificate: CertificateFacts) -> Judgement {
        Judgement(verdict: verdict, fact: .issuer(certificate.title, fact))
    }
}

/// The outcome of a check without its reason, the worst last.
package enum Verdict: String, CaseIterable, Comparable, Sendable {
    case skipped
    case pass
    case warn
    case fail

    package static func < (left: Verdict, right: Verdict) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}

/// What the checks found in one certificate.
package struct CertificateReport: Sendable {
    package let facts: CertificateFacts
    /// Each check once.
    package let findings: [Finding]
    /// From the certificate to the trust anchor; empty if the chain was not judged or there is none.
    package let path: [CertificateFacts]

    /// The worst of all.
    package var verdict: Verdict { max(.pass, findings.map(\.verdict).max() ?? .pass) }

    /// What decided: the first of the worst findings; nil if all pass.
    package var deciding: Finding? {
        verdict > .pass ? findings.first { $0.verdict == verdict } : nil
    }
}
