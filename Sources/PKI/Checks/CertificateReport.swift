/// What the checks said of one certificate.
package struct CertificateReport: Sendable {
    package let facts: CertificateFacts
    /// Each check once.
    package let findings: [Finding]
    /// From the certificate to the trust anchor; empty where the chain was not judged or there is none.
    package let path: [CertificateFacts]

    /// The worst of all.
    package var verdict: Verdict { max(.pass, findings.map(\.verdict).max() ?? .pass) }

    /// What decided: the first of the worst findings; nil where all pass.
    package var deciding: Finding? {
        verdict > .pass ? findings.first { $0.verdict == verdict } : nil
    }
}
