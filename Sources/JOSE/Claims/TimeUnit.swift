package import JSON
package import System

/// The unit in which claims count time since 1970. RFC 7519 §2 says seconds; some platforms count milliseconds.
package enum TimeUnit: String, CaseIterable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"

    /// What it counts, in a sentence.
    package var name: String {
        switch self {
        case .seconds: "seconds"
        case .milliseconds: "milliseconds"
        }
    }

    /// A time as a claim has it: whole units, rounded toward the past.
    package func number(for time: Timestamp) -> Int64 {
        switch self {
        case .seconds: time.seconds
        case .milliseconds: time.microseconds / 1_000 - (time.microseconds % 1_000 < 0 ? 1 : 0)
        }
    }

    /// The time that a claim says, fractions of a unit too (RFC 7519 §2), down to the microsecond.
    ///
    /// - Returns: nil outside the years 1 to 9999.
    package func time(_ number: JSONNumber) -> Timestamp? {
        number.scaled(byPowerOfTen: microsecondsPower).flatMap(Self.inRange)
    }

    /// The same of a claim.
    package func time(_ claim: JSONObjectText.Member, in claims: JSONObjectText) -> Timestamp? {
        claims.scaledNumber(claim, byPowerOfTen: microsecondsPower).flatMap(Self.inRange)
    }

    /// What a claim counts by its size: seconds until the year 5138, and milliseconds since March 1973. What is too large
    /// for the one is the other.
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
