import OpenSSL
package import System
import Words

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

/// When a certificate is to be renewed.
package enum RenewalTime: Equatable, Sendable {
    /// So much of its validity is left.
    case left(TimeSpan)
    /// This share of its lifetime is left: a fraction between 0 and 1.
    case share(numerator: Int64, denominator: Int64)

    /// Reads a share: `33%` or `1/3`.
    ///
    /// - Returns: nil unless it is a fraction of small numbers, between 0 and 1.
    package init?(share text: String) {
        let parts =
            text.hasSuffix("%")
            ? [text.dropLast(), "100"] : text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isDigit) }),
            let numerator = Int64(parts[0]), let denominator = Int64(parts[1]), 0 < numerator,
            numerator < denominator
        else { return nil }
        self = .share(numerator: numerator, denominator: denominator)
    }

    /// Whether less than that is left.
    ///
    /// - Parameters:
    ///   - start: the first second of validity.
    ///   - end: the last second of validity.
    package func isReached(from start: Int64, until end: Int64, at now: Timestamp) -> Bool {
        switch self {
        case .left(let span): return TimeLeft(until: end, at: now).span < span
        case .share(let numerator, let denominator):
            return (end + 1 - now.seconds) * denominator < (end + 1 - start) * numerator
        }
    }
}
