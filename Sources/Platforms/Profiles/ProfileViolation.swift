package import JOSE
package import OpenSSL
package import System

/// A rule of a platform that a token, or what is to become one, breaks.
package struct ProfileViolation: Error, Equatable, Sendable {
    package enum Fact: Equatable, Sendable {
        case algorithm(found: String, expected: String)
        /// Nil for none.
        case type(found: String?, expected: String?)
        case keyIDMissing
        case headerMember(String, known: [String])
        case key(rsaBits: Int)
        /// Of a private key that somebody else is to read.
        case keyForm(KeyForm)
        case missing(claim: String, meaning: ClaimRule.Meaning)
        case mistyped(claim: String, expected: ValueType)
        /// A string, and not the one that it must be.
        case other(claim: String, found: String, expected: String)
        /// A string, and not the one of another claim.
        case differing(claim: String, found: String, from: String, expected: String)
        case unit(claim: String, found: TimeUnit, expected: TimeUnit)
        case attribute(claim: String)
        case windowTooLong(start: String, window: TimeSpan, limit: TimeSpan)
        case windowNotPositive(start: String)
        case expired(at: Timestamp, now: Timestamp)
        case notYetValid(from: Timestamp, now: Timestamp)
        case issuedInFuture(at: Timestamp, now: Timestamp)
    }

    package enum ValueType: Equatable, Sendable {
        /// Not empty.
        case string
        case nameAndUUID
        /// A whole number of the unit since 1970; nil for any.
        case time(TimeUnit?)
    }

    /// The profile's name.
    package let profile: String
    /// The section of the platform's document.
    package let section: String
    package let fact: Fact
}
