import Arguments
import PKI
import System
import Words

extension ValueFormat where Result == TimeText {
    /// RFC 3339, `@SECONDS`, `now`, or a duration from now.
    static var time: Self {
        Self("TIME") { word in try TimeText(typed: word) }
    }
}

extension ValueFormat where Result == TimeSpan {
    static var duration: Self {
        Self("DURATION", text: { $0.words }) { word in
            guard let duration = TimeSpan(parsing: word) else {
                throw InvalidValue.because(
                    "invalid duration \(word.quoted)",
                    hint: proposedDuration(word) ?? "use a duration such as 30s, 15m, 2h, 30d, 1w or 1h30m")
            }
            return duration
        }
    }
}

extension ValueFormat where Result == RenewalTime {
    /// A duration, or a share of the lifetime.
    static var renewalTime: Self {
        Self("DURATION|SHARE", text: { $0.words }) { word in
            if let share = RenewalTime(share: word) { return share }
            if word.contains("%") || word.contains("/") {
                throw InvalidValue.because(
                    "invalid share \(word.quoted); expected whole percent or a fraction, more than 0 and less than all",
                    hint: "use a share of the lifetime such as 33% or 1/3")
            }
            return .left(try ValueFormat<TimeSpan>.duration.read(word))
        }
    }
}

extension RenewalTime {
    /// As a flag accepts it.
    var words: String {
        switch self {
        case .left(let span): span.words
        case .share(let numerator, let denominator): "\(numerator)/\(denominator)"
        }
    }
}

extension TimeText {
    /// A TIME of a flag. Whether a duration stays within the years 1 to 9999 depends on `--at`, and is seen later.
    init(typed word: String) throws {
        guard let time = TimeText(parsing: word) else {
            throw InvalidValue.because(
                word.hasPrefix("eyJ") ? "expected a time, found a token" : "invalid time \(word.quoted)",
                hint: Self.proposed(word)
                    ?? "use a time such as 2017-06-16T01:43:20Z, @1497577400, now, 15m or -1h")
        }
        self = time
    }

    /// The times that a number or a date may mean.
    private static func proposed(_ word: String) -> String? {
        if let number = Int64(word), number >= 100_000_000 {
            // A number of this size is in milliseconds from 1973 on.
            let seconds = number < 100_000_000_000 ? number : number / 1000
            return TimeText(parsing: "@\(seconds)") == nil ? nil : "use @\(seconds) for seconds since 1970"
        }
        let date = word.split(separator: " ").joined(separator: "T")
        let whole = ["", "Z", "T00:00:00Z"].map { date + $0 }.first { Timestamp(rfc3339: $0) != nil }
        return whole.map { "use \($0)" } ?? proposedDuration(word)
    }

    /// A clock that always shows this time, which `--at` gave.
    var clock: Clock { get throws { .stopped(at: try time("--at", now: .now())) } }

    /// - Parameter flag: that gave it, for errors.
    /// - Throws: if a duration from the current time leads beyond the years 1 to 9999.
    func time(_ flag: String, now: Timestamp) throws -> Timestamp {
        guard let time = time(now: now) else {
            throw CommandError(.usage, "\(flag) is outside the years 1 to 9999")
        }
        return time
    }
}

extension ParsedArguments {
    /// The clock of `--at`, or that of the system.
    var clock: Clock { get throws { try self[SharedFlags.at]?.clock ?? .system } }
}

/// The durations that a number without a unit may mean, or one of years.
private func proposedDuration(_ word: String) -> String? {
    if word.last == "y", let years = UInt16(word.dropLast()) {
        let days = "\(Int(years) * 365)d"
        return TimeSpan(parsing: days).map { _ in "use \(days)" }
    }
    guard TimeSpan(parsing: word + "w") != nil, Int(word) != nil else { return nil }
    return "use \(word)s, \(word)m, \(word)h or \(word)d"
}
