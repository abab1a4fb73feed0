// Dates and times in the format of RFC 3339 §5.6, in the proleptic Gregorian calendar.

extension Timestamp {
    /// Reads `2017-06-16T01:43:20Z`, optionally with a fraction of a second and an offset (`+02:00`). The letters may
    /// be lower case, and `T` may be a space (§5.6).
    ///
    /// A leap second is read as the following second. It is accepted only at the end of a day in UTC.
    ///
    /// - Returns: nil for anything else, including days that do not exist.
    package init?(rfc3339 text: some StringProtocol) {
        var reader = DateReader(text)
        guard let year = reader.number(digits: 4), reader.take("-"),
            let month = reader.number(digits: 2), reader.take("-"),
            let day = reader.number(digits: 2), reader.take("Tt "),
            let hour = reader.number(digits: 2), reader.take(":"),
            let minute = reader.number(digits: 2), reader.take(":"),
            let second = reader.number(digits: 2)
        else { return nil }
        let fraction = reader.take(".") ? reader.fraction() : 0
        guard let fraction, let offset = reader.offset(), reader.isAtEnd,
            year >= 1, (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year),
            hour <= 23, minute <= 59, second <= 60
        else { return nil }
        let days = Self.daysSinceEpoch(year, month, day)
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        if second == 60, seconds % 86_400 != 0 { return nil }
        let result = Timestamp(microseconds: seconds * 1_000_000 + fraction)
        guard result >= .earliest, result <= .latest else { return nil }
        self = result
    }

    /// `2017-06-16T01:43:20Z`, in UTC, without the fraction.
    package var rfc3339: String {
        let seconds = seconds
        let days = seconds >= 0 ? seconds / 86_400 : -((-seconds + 86_399) / 86_400)
        let time = seconds - days * 86_400
        let (year, month, day) = Self.date(daysSinceEpoch: days)
        func pad(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))"
            + "T\(pad(time / 3_600, 2)):\(pad(time / 60 % 60, 2)):\(pad(time % 60, 2))Z"
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    // Years begin in March, so that the leap day is the last of its year. Days are counted from 0000-03-01, in eras
    // of 400 years = 146,097 days. 1970-01-01 is day 719,468 of that count.

    private static func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(daysSinceEpoch days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1
        )
    }
}

/// Reads a date from left to right.
private struct DateReader {
    private var rest: ArraySlice<UInt8>

    /// A text longer than 64 bytes is treated as empty, because no reasonable date is that long.
    init(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(65))
        rest = bytes.count <= 64 ? bytes[...] : []
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ characters: StaticString) -> Bool {
        let found = characters.withUTF8Buffer { allowed in rest.first.map(allowed.contains) ?? false }
        if found { rest.removeFirst() }
        return found
    }

    mutating func number(digits: Int) -> Int64? {
        guard rest.count >= digits else { return nil }
        var number: Int64 = 0
        for byte in rest.prefix(digits) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        rest.removeFirst(digits)
        return number
    }

    /// In microseconds; digits after the sixth are dropped.
    mutating func fraction() -> Int64? {
        var unit: Int64 = 100_000
        var value: Int64 = 0
        var count = 0
        while let digit = number(digits: 1) {
            value += digit * unit
            unit /= 10
            count += 1
        }
        return count > 0 ? value : nil
    }

    /// In seconds east of UTC.
    mutating func offset() -> Int64? {
        if take("Zz") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard take("+-"), let hours = number(digits: 2), take(":"), let minutes = number(digits: 2),
            hours <= 23, minutes <= 59
        else { return nil }
        return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}

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
