/// The outcome of a check with the sentence that says why: no capital at the start, no full stop.
package struct Judgement: Equatable, Sendable {
    package let verdict: Verdict
    package let message: String

    static func pass(_ message: String) -> Judgement { Judgement(verdict: .pass, message: message) }
    static func warn(_ message: String) -> Judgement { Judgement(verdict: .warn, message: message) }
    static func fail(_ message: String) -> Judgement { Judgement(verdict: .fail, message: message) }
    static func skipped(_ message: String) -> Judgement { Judgement(verdict: .skipped, message: message) }
}
