import Platforms
import System

extension ProfileViolation {
    /// The rule that is broken, with the section of the platform's document that has it.
    var words: String {
        let what: String =
            switch fact {
            case .algorithm(let found, let expected):
                "the header's alg is \(found.printable), not \(expected)"
            case .type(let found, let expected):
                "the header's typ is \(found?.printable ?? "missing"), not \(expected)"
            case .key(let expected): "the key is not \(expected)"
            case .missing(let claim, let meaning): "the claim \(claim) (\(meaning)) is missing"
            case .mistyped(let claim, let expected): "the claim \(claim) is not \(expected)"
            case .windowTooLong(let seconds, let limit):
                "exp is \(seconds) s after nbf, and \(limit) s is the longest"
            case .windowNotPositive: "exp is not after nbf"
            case .expired(let time, let now): "expired at \(time.rfc3339), \(Self.distance(time, now)) ago"
            case .notYetValid(let time, let now):
                "not valid before \(time.rfc3339), in \(Self.distance(time, now))"
            }
        return "\(what) (profile \(profile), \"\(section)\")"
    }

    private static func distance(_ one: Timestamp, _ other: Timestamp) -> String {
        TimeSpan(microseconds: one.microseconds - other.microseconds).words
    }
}
