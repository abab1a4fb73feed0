package import System

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
