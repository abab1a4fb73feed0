package import JSON
package import System

/// The unit in which claims count time since 1970. RFC 7519 §2 specifies seconds; some platforms count milliseconds.
package enum TimeUnit: String, CaseIterable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"

    /// The unit's name for use in a sentence.
    package var name: String {
        switch self {
        case .seconds: "seconds"
        case .milliseconds: "milliseconds"
        }
    }

    /// The value of a claim for a time: whole units, rounded toward the past.
    package func number(for time: Timestamp) -> Int64 {
        switch self {
        case .seconds: time.seconds
        case .milliseconds: time.microseconds / 1_000 - (time.microseconds % 1_000 < 0 ? 1 : 0)
        }
    }

    /// The time that a claim specifies. Fractions of a unit are allowed (RFC 7519 §2) and read down to the
    /// microsecond.
    ///
    /// - Returns: nil outside the years 1 to 9999.
    package func time(_ number: JSONNumber) -> Timestamp? {
        number.scaled(byPowerOfTen: microsecondsPower).flatMap(Self.inRange)
    }

    /// The time that a member specifies; see `time(_:)`.
    package func time(_ claim: JSONObjectText.Member, in claims: JSONObjectText) -> Timestamp? {
        claims.scaledNumber(claim, byPowerOfTen: microsecondsPower).flatMap(Self.inRange)
    }

    /// The unit that a claim probably uses, judged by its size. A number below 100,000,000,000 would be a time before
    /// the year 5138 in seconds; a larger one is a time after March 1973 in milliseconds.
    package static func likely(_ number: JSONNumber) -> TimeUnit {
        (number.scaled(byPowerOfTen: 0) ?? 0) < 100_000_000_000 ? .seconds : .milliseconds
    }

    private var microsecondsPower: Int {
        switch self {
        case .seconds: 6
        case .milliseconds: 3
        }
    }

    private static func inRange(_ microseconds: Int64) -> Timestamp? {
        let range = Timestamp.earliest.microseconds...Timestamp.latest.microseconds
        return range.contains(microseconds) ? Timestamp(microseconds: microseconds) : nil
    }
}
