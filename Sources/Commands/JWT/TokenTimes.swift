import JOSE
import JSON
import System

/// The times in the claims of a token (RFC 7519 §4.1.4 to §4.1.6), for people.
struct TokenTimes {
    /// One for each claim that is a number. The time is nil if it is outside the years 1 to 9999.
    private let times: [(claim: String, time: Timestamp?)]
    /// The claim at which the lifetime begins: `nbf` if there is no `iat`, but not if `iat` is not a time.
    private let start: String
    private let lookLikeMilliseconds: Bool

    init(_ claims: JSONObject, unit: TimeUnit) {
        let numbers = ["iat", "nbf", "exp"].compactMap { name in
            claims[name]?.numberValue.map { (claim: name, number: $0) }
        }
        times = numbers.map { ($0.claim, unit.time($0.number)) }
        start = claims["iat"] == nil ? "nbf" : "iat"
        lookLikeMilliseconds =
            unit == .seconds
            && numbers.contains {
                TimeUnit.likely($0.number) == .milliseconds && TimeUnit.milliseconds.time($0.number) != nil
            }
    }

    /// From the start to `exp`; nil if one of them is missing or not a time, or if the end is before the start.
    var lifetime: TimeSpan? {
        guard let from = time(start), let end = time("exp"), from <= end else { return nil }
        return end - from
    }

    private func time(_ claim: String) -> Timestamp? { times.first { $0.claim == claim }?.time }

    /// One line for each, aligned; empty if there is none.
    func text(now: Timestamp) -> String {
        var lines = times.map { entry in
            guard let time = entry.time else { return (entry.claim, "not within the years 1 to 9999") }
            let distance = time - now
            return (
                entry.claim,
                time.rfc3339 + (distance < .zero ? "  \(distance.words) ago" : "  in \(distance.words)")
            )
        }
        if let lifetime { lines.append(("lifetime", lifetime.words)) }
        let width = lines.map(\.0.count).max() ?? 0
        let note = lookLikeMilliseconds ? "  these look like milliseconds: --time-unit ms\n" : ""
        return lines.map { name, text in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)\n"
        }.joined() + note
    }
}

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
        if let start = claims.notBefore, start >= end { return warn(end, isNot: "valid", before: start) }
        if let start = claims.issuedAt, start >= end { return warn(end, isNot: "issued", before: start) }
        if end <= (try clock.now()) { warnings.once("the token has expired: its exp is \(end.rfc3339)") }
    }

    private func warn(_ end: Timestamp, isNot words: String, before start: Timestamp) {
        warnings.once(
            "the token is never valid: it expires at \(end.rfc3339), and is not \(words) before \(start.rfc3339)"
        )
    }
}
