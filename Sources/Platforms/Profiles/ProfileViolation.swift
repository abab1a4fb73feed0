package import JOSE
package import OpenSSL
package import System

/// A platform's rule that is broken by a token, or by the claims and the key for a new one.
package struct ProfileViolation: Error, Equatable, Sendable {
    package enum Fact: Equatable, Sendable {
        case algorithm(found: String, expected: [String])
        /// Nil if there is none.
        case type(found: String?, expected: String?)
        case keyIDMissing
        case headerMember(String, known: [String])
        case key(rsaBits: Int)
        /// The form of a private key that the platform's software must read.
        case keyForm(KeyForm)
        case missing(claim: String, meaning: String)
        case forbidden(claim: String)
        case mistyped(claim: String, expected: ValueType)
        /// The string differs from the required one.
        case other(claim: String, found: String, expected: String)
        /// The string differs from that of another claim.
        case differing(claim: String, found: String, from: String, expected: String)
        case unit(claim: String, found: TimeUnit, expected: TimeUnit)
        case attribute(claim: String)
        /// The name differs only in case from that of a claim of the platform, which some readers take it for.
        case caseDiffers(claim: String, from: String)
        case windowTooLong(start: String, window: TimeSpan, limit: TimeSpan)
        case windowNotPositive(start: String)
        case expired(at: Timestamp, now: Timestamp)
        case notYetValid(from: Timestamp, now: Timestamp)
        case issuedInFuture(at: Timestamp, now: Timestamp)
    }

    package enum ValueType: Equatable, Sendable {
        /// A string that is not empty.
        case string
        /// A string that is not empty, or an array of such strings.
        case audience
        case nameAndUUID
        /// A whole number of the unit since 1970; nil for any unit.
        case time(TimeUnit?)
    }

    /// The profile's name.
    package let profile: String
    package let source: RuleSource
    package let fact: Fact

    /// Whether the token only differs from what the SDKs write or a standard recommends, in a point that the platform's
    /// document leaves open.
    /// signet does not make such tokens, and accepts those that others made.
    var isDeparture: Bool {
        switch fact {
        case .type, .headerMember, .windowTooLong:
            switch source {
            case .sdks, .recommended: true
            case .document, .signet: false
            }
        default: false
        }
    }
}
