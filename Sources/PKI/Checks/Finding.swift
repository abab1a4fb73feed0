/// A check with its outcome.
package struct Finding: Equatable, Sendable {
    package let check: Check
    package let judgement: Judgement

    package var verdict: Verdict { judgement.verdict }
    /// The section of the broken rule if only issuers are held to it, otherwise the section of the check.
    package var section: String { judgement.rule?.section ?? check.section }
}

/// The outcome of a check and the deciding fact.
package struct Judgement: Equatable, Sendable {
    package let verdict: Verdict
    package let fact: Fact
    /// The broken rule if the verdict is a warning because only issuers are held to it.
    package var rule: IssuerRule?

    /// A warning, or a failure if the settings are strict.
    static func breach(of rule: IssuerRule, _ fact: Fact, _ settings: CheckSettings) -> Judgement {
        settings.isStrict ? .fail(fact) : Judgement(verdict: .warn, fact: fact, rule: rule)
    }

    static func pass(_ fact: Fact) -> Judgement { Judgement(verdict: .pass, fact: fact) }
    static func warn(_ fact: Fact) -> Judgement { Judgement(verdict: .warn, fact: fact) }
    static func fail(_ fact: Fact) -> Judgement { Judgement(verdict: .fail, fact: fact) }
    static func skipped(_ fact: Fact) -> Judgement { Judgement(verdict: .skipped, fact: fact) }

    /// The check passed, and there is nothing to report.
    static let pass = Judgement(verdict: .pass, fact: .satisfied)

    /// The same judgement, attributed to a certificate above the one that is checked.
    func about(_ certificate: CertificateFacts, unless isTheOne: Bool = false) -> Judgement {
        isTheOne ? self : Judgement(verdict: verdict, fact: .issuer(certificate.title, fact), rule: rule)
    }
}

/// The outcome of a check without its reason, ordered from best to worst.
package enum Verdict: String, CaseIterable, Comparable, Sendable {
    case skipped
    case pass
    case warn
    case fail

    package static func < (left: Verdict, right: Verdict) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}

/// The results of all checks of one certificate.
package struct CertificateReport: Sendable {
    package let facts: CertificateFacts
    /// Each check occurs once.
    package let findings: [Finding]
    /// From the certificate to the trust anchor; empty if the chain was not checked or no path was found.
    package let path: [CertificateFacts]

    /// The worst verdict of all findings.
    package var verdict: Verdict { max(.pass, findings.map(\.verdict).max() ?? .pass) }

    /// The finding that decided: the first of the worst; nil if all pass.
    package var deciding: Finding? {
        verdict > .pass ? findings.first { $0.verdict == verdict } : nil
    }
}
