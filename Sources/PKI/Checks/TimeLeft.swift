package import System

/// How long a certificate is still valid. The last second of validity is included (RFC 5280 §4.1.2.5).
package struct TimeLeft: Equatable, Sendable {
    /// Zero or negative if validity has ended.
    package let span: TimeSpan

    /// - Parameter notAfter: in seconds since 1970.
    package init(until notAfter: Int64, at now: Timestamp) {
        span = TimeSpan(microseconds: (notAfter + 1) * 1_000_000 - now.microseconds)
    }

    /// Whole days, rounded down: 0 on the last day, -1 on the first day after it.
    package var days: Int64 {
        let day: Int64 = 86_400_000_000
        return span > .zero ? span.microseconds / day : span.microseconds / day - 1
    }

    /// `59 days left`, `3h 20m left`, `expired 30d 2h ago`. The days are those of ``days``.
    package var words: String {
        switch days {
        case 1: "1 day left"
        case 2...: "\(days) days left"
        case 0: "\(span.words) left"
        // Since notAfter, which is a second before the end.
        default: "expired \(TimeSpan(microseconds: 1_000_000 - span.microseconds).words) ago"
        }
    }
}
