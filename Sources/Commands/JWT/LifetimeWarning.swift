import JOSE
import System

/// Warns of the first token that nobody will accept, because of its times. A profile rejects such tokens.
struct LifetimeWarning {
    private let clock: Clock
    private let warnings: Warnings
    private var isDue: Bool

    /// In a batch, only times of flags are checked: they are those of every line.
    init(_ plan: SigningPlan) {
        clock = plan.request.clock
        warnings = plan.warnings
        isDue = plan.request.profile == nil && (plan.request.batch == nil || plan.request.claims.giveTimes)
    }

    mutating func check(_ claims: RegisteredClaims) throws {
        guard isDue else { return }
        isDue = false
        guard let end = claims.expires else { return }
        for (start, words) in [(claims.notBefore, "valid"), (claims.issuedAt, "issued")] {
            if let start, start >= end {
                warnings.once(
                    "the token is never valid: it expires at \(end.rfc3339), and is not \(words) before \(start.rfc3339)"
                )
                return
            }
        }
        if end <= (try clock.now()) { warnings.once("the token has expired: its exp is \(end.rfc3339)") }
    }
}
