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
}
