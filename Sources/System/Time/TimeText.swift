/// A TIME as the user types it: RFC 3339, `@SECONDS` since 1970, `now`, or a duration from now (`15m`, `+15m`, `-1h`).
package enum TimeText: Sendable {
    case at(Timestamp)
    /// Negative for times before now.
    case fromNow(TimeSpan)

    /// - Returns: nil for anything else, and for times outside the years 1 to 9999.
    package init?(parsing text: String) {
        switch text.utf8.first {
        case UInt8(ascii: "@"):
            guard let seconds = Int64(text.dropFirst()), text.utf8.count <= 20,
                seconds >= Timestamp.earliest.seconds, seconds <= Timestamp.latest.seconds
            else { return nil }
            self = .at(Timestamp(seconds: seconds))
        case UInt8(ascii: "+"):
            guard let span = TimeSpan(parsing: text.dropFirst()) else { return nil }
            self = .fromNow(span)
        case UInt8(ascii: "-"):
            guard let span = TimeSpan(parsing: text.dropFirst()) else { return nil }
            self = .fromNow(TimeSpan(microseconds: -span.microseconds))
        default:
            if text == "now" {
                self = .fromNow(.zero)
            } else if let span = TimeSpan(parsing: text) {
                self = .fromNow(span)
            } else if let time = Timestamp(rfc3339: text) {
                self = .at(time)
            } else {
                return nil
            }
        }
    }

    /// - Returns: nil outside the years 1 to 9999.
    package func time(now: Timestamp) -> Timestamp? {
        switch self {
        case .at(let time): time
        case .fromNow(let span): now.adding(span)
        }
    }
}
