import Glibc

/// A point in time, in microseconds since 1970-01-01T00:00:00Z (leap seconds not counted).
@usableFromInline
package struct Timestamp: Hashable, Comparable, Sendable {
    @usableFromInline package let microseconds: Int64

    @inlinable
    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// - Parameter seconds: within the years 1 to 9999.
    @inlinable
    package init(seconds: Int64) { microseconds = seconds * 1_000_000 }

    package static func now() throws(SystemError) -> Timestamp {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { throw .last("the system clock") }
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }

    /// Whole seconds, rounded toward the past.
    package var seconds: Int64 {
        microseconds >= 0 ? microseconds / 1_000_000 : -((-microseconds + 999_999) / 1_000_000)
    }

    @inlinable
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// Negative if `left` is the earlier one; the nearest span if there is none so long.
    package static func - (left: Timestamp, right: Timestamp) -> TimeSpan {
        let (difference, overflow) = left.microseconds.subtractingReportingOverflow(right.microseconds)
        return TimeSpan(microseconds: overflow ? left < right ? .min : .max : difference)
    }

    /// 0001-01-01T00:00:00Z.
    @inlinable package static var earliest: Timestamp { Timestamp(seconds: -62_135_596_800) }
    /// The last microsecond of 9999-12-31T23:59:59Z, the last second that RFC 3339 and X.509 can write.
    @inlinable package static var latest: Timestamp { Timestamp(microseconds: 253_402_300_799_999_999) }

    /// - Returns: nil outside ``earliest`` … ``latest``.
    package func adding(_ duration: TimeSpan) -> Timestamp? {
        let (sum, overflow) = microseconds.addingReportingOverflow(duration.microseconds)
        let result = Timestamp(microseconds: sum)
        return overflow || result < .earliest || result > .latest ? nil : result
    }
}

/// A length of time, in microseconds.
package struct TimeSpan: Hashable, Comparable, Sendable {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    package static func seconds(_ seconds: Int64) -> TimeSpan { TimeSpan(microseconds: seconds * 1_000_000) }

    package static let zero = TimeSpan(microseconds: 0)

    package static func < (left: TimeSpan, right: TimeSpan) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The nearest span if there is none so long.
    package static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        let (sum, overflow) = left.microseconds.addingReportingOverflow(right.microseconds)
        return TimeSpan(microseconds: overflow ? left < .zero ? .min : .max : sum)
    }

    /// Reads a duration as the user types it: `30s`, `15m`, `2h`, `30d`, `1w`, or combined as `1h30m`. The largest
    /// unit comes first, and each occurs at most once.
    ///
    /// - Returns: nil for anything else, or for more than 9,999 years.
    package init?(parsing text: some StringProtocol) {
        let units: [(letter: UInt8, seconds: Int64)] = [
            (UInt8(ascii: "w"), 604_800), (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3_600),
            (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
        ]
        var remaining = units[...]
        var total: Int64 = 0
        var digits = 0
        var amount: Int64 = 0
        for byte in text.utf8 {
            if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                digits += 1
                guard digits <= 12 else { return nil }
                amount = amount * 10 + Int64(byte - UInt8(ascii: "0"))
                continue
            }
            guard digits > 0, let unit = remaining.firstIndex(where: { $0.letter == byte }) else {
                return nil
            }
            let (product, overflow) = amount.multipliedReportingOverflow(by: remaining[unit].seconds)
            guard !overflow, product <= Self.longest else { return nil }
            total += product
            remaining = remaining[(unit + 1)...]
            (digits, amount) = (0, 0)
        }
        guard digits == 0, remaining.count < units.count, total <= Self.longest else { return nil }
        self = .seconds(total)
    }

    /// 9,999 years, in seconds.
    private static let longest: Int64 = 9_999 * 366 * 86_400

    /// The two largest units that are not zero, for people: `2d 3h`, `15m`, `40s`.
    package var words: String {
        var rest = microseconds.magnitude / 1_000_000
        var parts: [String] = []
        for (unit, seconds) in [("d", UInt64(86_400)), ("h", 3_600), ("m", 60), ("s", 1)] {
            let amount = rest / seconds
            rest %= seconds
            if amount > 0 { parts.append("\(amount)\(unit)") }
        }
        return parts.isEmpty ? "0s" : parts.prefix(2).joined(separator: " ")
    }
}

/// The current time for a command: the system's, or a fixed time that the caller set. A stream that runs for days
/// reads it for each line.
package struct Clock: Sendable {
    private let read: @Sendable () throws(SystemError) -> Timestamp

    package init(_ read: @escaping @Sendable () throws(SystemError) -> Timestamp) { self.read = read }

    package static var system: Clock { Clock(Timestamp.now) }

    package static func stopped(at time: Timestamp) -> Clock { Clock { time } }

    package func now() throws(SystemError) -> Timestamp { try read() }
}
