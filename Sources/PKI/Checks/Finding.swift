import OpenSSL

/// A check with its outcome.
package struct Finding: Equatable, Sendable {
    package let check: Check
    package let judgement: Judgement

    init(_ check: Check, _ judgement: Judgement) {
        self.check = check
        self.judgement = judgement
    }

    package var verdict: Verdict { judgement.verdict }
    /// The section of the broken rule if only issuers are held to it, otherwise the section of the check.
    package var section: String { judgement.rule?.section ?? check.section }
    /// What to do if the check fails or warns.
    package var remedy: Remedy {
        judgement.remedy
            ?? judgement.rule.map { Remedy("ask the CA to follow \($0.section)") } ?? check.remedy
    }
}

/// The outcome of a check.
package struct Judgement: Equatable, Sendable {
    package let verdict: Verdict
    /// What was found: a clause without a capital letter at the start, and without a full stop.
    package let message: String
    /// What to do about it; nil if it is what the check or the rule says.
    package var remedy: Remedy?
    /// The broken rule if the verdict is a warning because only issuers are held to it.
    package var rule: IssuerRule?

    init(verdict: Verdict, message: String, remedy: Remedy? = nil, rule: IssuerRule? = nil) {
        self.verdict = verdict
        // It may quote a name of 256 KiB, once for each of thousands of certificates.
        self.message =
            message.utf8.count > 4_000 ? String(message.unicodeScalars.prefix(1_000)) + "…" : message
        self.remedy = remedy
        self.rule = rule
    }

    /// A warning, or a failure if the settings are strict.
    static func breach(
        of rule: IssuerRule, _ message: String, _ settings: CheckSettings, remedy: Remedy? = nil
    ) -> Judgement {
        settings.isStrict
            ? .fail(message, remedy: remedy)
            : Judgement(verdict: .warn, message: message, remedy: remedy, rule: rule)
    }

    static func pass(_ message: String = "no violation found") -> Judgement {
        Judgement(verdict: .pass, message: message)
    }
    static func warn(_ message: String, remedy: Remedy? = nil) -> Judgement {
        Judgement(verdict: .warn, message: message, remedy: remedy)
    }
    static func fail(_ message: String, remedy: Remedy? = nil) -> Judgement {
        Judgement(verdict: .fail, message: message, remedy: remedy)
    }
    static func skipped(_ message: String) -> Judgement { Judgement(verdict: .skipped, message: message) }

    static func notJudged(_ error: OpenSSLError) -> Judgement {
        .fail("this \(couldNotBeJudged(error))")
    }

    static let isTrustAnchor = skipped("not checked in a trust anchor")
    static let isNotLeaf = skipped("only leaves are checked")
    static let isNotCA = skipped("not a CA")
    static let hasNoExtensions = skipped("this version has no extensions")

    /// The same judgement, attributed to a certificate above the one that is checked.
    func about(_ certificate: CertificateFacts) -> Judgement {
        Judgement(
            verdict: verdict, message: "\(certificate.name): \(message)", remedy: remedy, rule: rule)
    }
}

/// What to do about a finding: an imperative. The means that it requires are named by the program, as a flag or a
/// command.
package struct Remedy: Equatable, Sendable, ExpressibleByStringLiteral {
    package let words: String
    /// With one of these.
    package let means: [Means]

    package enum Means: Sendable {
        case trustAnchors
        case intermediates
        case revocationLists
        case responses
        case depth
        case newKey
        case newCertificate
        /// RFC 5280 instead of the Baseline Requirements.
        case otherPolicy
    }

    init(_ words: String, with means: Means...) {
        self.words = words
        self.means = means
    }

    package init(stringLiteral words: String) { self.init(words) }
}

/// The outcome of a check without its reason, ordered from best to worst.
package enum Verdict: String, CaseIterable, Comparable, Sendable {
    case skipped
    case pass = "ok"
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
