package import JOSE
package import OpenSSL
package import System
import Words

/// A platform's rule that is broken by a token, or by the claims and the key for a new one.
package struct ProfileError: DescribedError, Equatable {
    package enum Fact: Equatable, Sendable {
        case algorithm(found: String, expected: [String])
        /// Nil if there is none.
        case type(found: String?, expected: String?)
        case keyIDMissing
        case publicKeyMissing
        case headerMember(String, known: [String])
        case key(rsaBits: Int)
        /// The key does not fit any of the algorithms.
        case keyAlgorithm(expected: [String])
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
        case time(TimeFault)
    }

    package enum ValueType: Equatable, Sendable {
        /// A string that is not empty.
        case string
        /// A string that is not empty, or an array of such strings.
        case audience
        case nameAndUUID
        /// A number of the unit since 1970; nil for any unit.
        case time(TimeUnit?)
        case wholeTime(TimeUnit?)

        var words: String {
            switch self {
            case .string: "a non-empty string"
            case .audience: "a non-empty string, or an array of such strings"
            case .nameAndUUID: "NAME-UUID"
            case .time(let unit): "a number of \(Self.words(unit)) since 1970"
            case .wholeTime(let unit): "a whole number of \(Self.words(unit)) since 1970"
            }
        }

        private static func words(_ unit: TimeUnit?) -> String { unit?.name ?? "seconds or milliseconds" }
    }

    /// The profile's name.
    package let profile: String
    package let source: RuleSource
    package let fact: Fact

    /// Whether the token only differs from what the SDKs write or a standard recommends, in a point that the platform's
    /// document leaves open. signet does not make such tokens, and accepts those that others made.
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

extension ProfileError {
    /// The rule that is broken, with its source.
    package var message: String { "\(what) (profile \(profile)\(source.words))" }

    private var what: String {
        switch fact {
        case .algorithm(let found, let expected):
            "the header's alg is \(found.quoted); expected \(expected.map(\.quoted).orList)"
        case .type(let found, let expected?):
            "the header's typ is \(found?.quoted ?? "missing"); expected \(expected.quoted)"
        case .type(let found, nil): "the header has the typ \((found ?? "").quoted); expected none"
        case .keyIDMissing: "the header has no kid"
        case .publicKeyMissing: "the header has no jwk"
        case .headerMember(let name, let known):
            "the header has \(name.quoted); expected only \(known.joined(separator: " and "))"
        case .key(let bits): "the key must be RSA with \(bits) bits"
        case .keyAlgorithm(let expected): "the key cannot sign with \(expected.orList)"
        case .keyForm(let form):
            "the private key must be \(form.rawValue) in PEM; the platform cannot read other formats"
        case .missing(let claim, let meaning): "the claim \(claim) (\(meaning)) is missing"
        case .forbidden(let claim): "the claim \(claim) is not allowed"
        case .mistyped(let claim, let expected): "the claim \(claim) must be \(expected.words)"
        case .other(let claim, let found, let expected):
            "the claim \(claim) is \(found.quoted); expected \(expected.quoted)"
        case .differing(let claim, let found, let other, let expected):
            "the claim \(claim) is \(found.quoted), but \(other) is \(expected.quoted); they must be the same"
        case .unit(let claim, let found, let expected):
            "the claim \(claim) is in \(found.name), not in \(expected.name)"
        case .attribute(let claim):
            "the custom attribute \(claim.quoted) would override the claim of that name"
        case .caseDiffers(let claim, let other):
            "the claim \(claim.quoted) differs from \(other) only in case; some readers would take it for \(other)"
        case .windowTooLong(let start, let window, let limit):
            "exp is \(window.secondsWords) after \(start); expected at most \(limit.secondsWords)"
        case .windowNotPositive(let start): "exp is not after \(start)"
        case .time(let fault): fault.message
        }
    }
}

extension TimeSpan {
    /// In seconds, with what is left of one: `900 s`, `900.001 s`.
    fileprivate var secondsWords: String {
        let milliseconds = microseconds / 1_000 % 1_000
        let digits = String(1_000 + milliseconds).dropFirst()
        return "\(microseconds / 1_000_000)\(milliseconds == 0 ? "" : ".\(digits)") s"
    }
}
