/// A check with its outcome.
package struct Finding: Equatable, Sendable {
    package let check: Check
    package let judgement: Judgement

    package var verdict: Verdict { judgement.verdict }
    package var message: String { judgement.message }
}
