import JOSE
import Platforms
import System

extension ProfileViolation {
    /// The rule that is broken, with the section of the platform's document that has it.
    var words: String { "\(what) (profile \(profile), \"\(section)\")" }

    /// The reason that `signet jwt verify --json` gives: a lapse of time is the same whoever finds it.
    var code: String {
        switch fact {
        case .expired: "expired"
        case .notYetValid: "not-yet-valid"
        case .issuedInFuture: "issued-in-future"
        default: "profile"
        }
    }

    private var what: String {
        switch fact {
        case .algorithm(let found, let expected):
            "the header's alg is \(found.shown), not \(expected)"
        case .type(let found, let expected?):
            "the header's typ is \(found?.shown ?? "missing"), not \(expected)"
        case .type(let found, nil): "the header has a typ, \((found ?? "").shown), and should have none"
        case .keyIDMissing: "the header has no kid"
        case .headerMember(let name, let known):
            "the header has \(name.shown), and should have \(known.joined(separator: " and ")) alone"
        case .key(let expected): "the key is not \(expected)"
        case .keyForm(let expected):
            "the private key would not be \(expected), and nothing else is read there"
        case .missing(let claim, let meaning): "the claim \(claim) (\(meaning)) is missing"
        case .mistyped(let claim, let expected): "the claim \(claim) is not \(expected)"
        case .other(let claim, let found, let expected):
            "the claim \(claim) is \(found.printable), not \(expected)"
        case .differing(let claim, let found, let other, let expected):
            "the claim \(claim) is \(found.printable), and \(other) is \(expected.shown): they must be the same"
        case .unit(let claim, let found, let expected):
            "the claim \(claim) counts \(found.name), not \(expected.name)"
        case .attribute(let claim):
            "the custom attribute \(claim.printable) would override the claim \(claim)"
        case .windowTooLong(let start, let window, let limit):
            "exp is \(window.secondsWords) after \(start), and \(limit.secondsWords) is the longest"
        case .windowNotPositive(let start): "exp is not after \(start)"
        case .expired(let time, let now): "expired at \(time.rfc3339), \((time - now).words) ago"
        case .notYetValid(let time, let now):
            "not valid before \(time.rfc3339), in \((time - now).words)"
        case .issuedInFuture(let time, let now):
            "issued at \(time.rfc3339), in \((time - now).words)"
        }
    }

    /// What to do about it, where the token is made of claims and flags.
    var hint: String? {
        switch fact {
        case .keyIDMissing: "--kid ID"
        case .unit: timeUnitHint
        case .missing(let claim, _) where ["iss", "sub", "jti"].contains(claim):
            "--\(claim) \(claim == "jti" ? "ID" : "S")"
        case .missing("aud", _): "--aud S"
        case .mistyped("sub", "NAME-UUID"): "--sub NAME"
        default: nil
        }
    }

    /// Of a time that counts what the platform knows too.
    var timeUnitHint: String? {
        guard case .unit(_, let found, _) = fact,
            Profile.named(profile)?.timeUnits.contains(found) ?? false
        else { return nil }
        return "--time-unit \(found.rawValue), if that is meant"
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
