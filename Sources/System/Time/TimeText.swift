extension Timestamp {
    /// A TIME as it is typed: RFC 3339, `@SECONDS` since 1970, `now`, or a duration from now (`+15m`, `-1h`).
    ///
    /// - Returns: nil for anything else, and for times outside the years 1 to 9999.
    package init?(parsing text: String, now: Timestamp) {
        switch text.utf8.first {
        case UInt8(ascii: "@"):
            guard let seconds = Int64(text.dropFirst()), text.utf8.count <= 20,
                seconds >= Self.earliest.seconds, seconds <= Self.latest.seconds
            else { return nil }
            self.init(seconds: seconds)
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard let span = TimeSpan(parsing: text.dropFirst()) else { return nil }
            let isPast = text.utf8.first == UInt8(ascii: "-")
            guard let time = now.adding(isPast ? TimeSpan(microseconds: -span.microseconds) : span) else {
                return nil
            }
            self = time
        default:
            if text == "now" {
                self = now
            } else if let time = Timestamp(rfc3339: text) {
                self = time
            } else {
                return nil
            }
        }
    }
}
