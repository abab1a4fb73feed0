/// One rule that a certificate or a path is held to.
package struct Check: Hashable, Sendable {
    /// Its name for programs; it never changes.
    package let name: String
    /// Where it is written: `RFC 5280 §4.1.2.2`.
    package let section: String
    package let scope: Scope
    /// What holds when it passes, for the manual.
    package let rule: String
    /// What to do when it fails.
    package let remedy: String

    /// When it is judged.
    package enum Scope: Hashable, Sendable {
        /// Of every certificate, and of every other one of its path.
        case certificate
        /// Of every certificate and its path, under one policy alone.
        case policy(CheckPolicy)
        /// Of a whole path from a leaf to a trust anchor.
        case path
        /// Of a leaf, where a flag asks for it.
        case flag(String)
    }

    init(_ name: String, _ section: String, _ scope: Scope = .certificate, rule: String, remedy: String) {
        self.name = name
        self.section = section
        self.scope = scope
        self.rule = rule
        self.remedy = remedy
    }
}

/// Whose rules certificates are held to.
package enum CheckPolicy: String, CaseIterable, Sendable {
    /// RFC 5280 and RFC 9525 to the letter.
    case rfc5280
    /// The same, and the CA/Browser Forum's Baseline Requirements (BR), which make exceptions too.
    case webpki
}

/// The outcome of a check.
package enum Verdict: String, Comparable, Sendable {
    case skipped
    case pass
    case warn
    case fail

    private var rank: Int {
        switch self {
        case .skipped: 0
        case .pass: 1
        case .warn: 2
        case .fail: 3
        }
    }

    package static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }
}

/// The outcome of a check with the sentence that says why: no capital at the start, no full stop.
package struct Judgement: Equatable, Sendable {
    package let verdict: Verdict
    package let message: String

    static func pass(_ message: String) -> Judgement { Judgement(verdict: .pass, message: message) }
    static func warn(_ message: String) -> Judgement { Judgement(verdict: .warn, message: message) }
    static func fail(_ message: String) -> Judgement { Judgement(verdict: .fail, message: message) }
    static func skipped(_ message: String) -> Judgement { Judgement(verdict: .skipped, message: message) }
}

/// A check with its outcome.
package struct Finding: Equatable, Sendable {
    package let check: Check
    package let judgement: Judgement

    package var verdict: Verdict { judgement.verdict }
    package var message: String { judgement.message }
}
