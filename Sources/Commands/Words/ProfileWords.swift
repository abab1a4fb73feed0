import Arguments
import JOSE
import OpenSSL
import Platforms
import System

extension ProfileViolation {
    /// The rule that is broken, with its source.
    var words: String { "\(what) (profile \(profile)\(source.words))" }

    /// The reason that `signet jwt verify --json` gives. Broken rules of time have the same reasons without a profile.
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
            "the header's alg is \(found.quoted); expected \(UsageError.list(expected.map(\.quoted)))"
        case .type(let found, let expected?):
            "the header's typ is \(found?.quoted ?? "missing"); expected \(expected.quoted)"
        case .type(let found, nil): "the header has the typ \((found ?? "").quoted); expected none"
        case .keyIDMissing: "the header has no kid"
        case .headerMember(let name, let known):
            "the header has \(name.quoted); expected only \(known.joined(separator: " and "))"
        case .key(let bits): "the key must be RSA with \(bits) bits"
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
        case .expired(let time, let now): "the token expired at \(time.rfc3339), \((time - now).words) ago"
        case .notYetValid(let time, let now):
            "the token is not valid before \(time.rfc3339), in \((time - now).words)"
        case .issuedInFuture(let time, let now):
            "the token was issued in the future: at \(time.rfc3339), in \((time - now).words)"
        }
    }

    /// What to do about it if the token is made of claims and flags.
    var hint: String? {
        switch fact {
        case .keyIDMissing: "use --kid ID"
        case .unit: timeUnitHint
        case .missing(let claim, _) where ["iss", "sub", "jti"].contains(claim):
            "use --\(claim) \(claim == "jti" ? "ID" : "S")"
        case .missing("aud", _): "use --aud S"
        case .missing("exp", _): "use --exp 15m"
        case .missing(let claim, _) where ["iat", "nbf"].contains(claim): "use --\(claim) now"
        case .missing(let claim, _): "use --claim \(ShellQuote.posixIfNeeded(claim))=TEXT"
        case .mistyped("sub", .nameAndUUID): "use --sub NAME"
        default: nil
        }
    }

    /// For a time in a unit that the platform allows too.
    var timeUnitHint: String? {
        guard case .unit(_, let found, _) = fact,
            Profile.named(profile)?.timeUnits.contains(found) ?? false
        else { return nil }
        return "use --time-unit \(found.rawValue) if it is in \(found.name)"
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

extension RuleSource {
    /// What follows the name of the profile.
    fileprivate var words: String {
        switch self {
        case .document(let section), .recommended(let section): ", \"\(section)\""
        case .sdks: ", as in the platform's SDKs"
        case .signet: ""
        }
    }

    /// In brackets.
    var remark: String {
        switch self {
        case .document(let section), .recommended(let section): " (\"\(section)\")"
        case .sdks: " (from the platform's SDKs)"
        case .signet: ""
        }
    }
}

extension ProfileViolation.ValueType {
    fileprivate var words: String {
        switch self {
        case .string: "a non-empty string"
        case .audience: "a non-empty string, or an array of such strings"
        case .nameAndUUID: "NAME-UUID"
        case .time(let unit): "a whole number of \(unit?.name ?? "seconds or milliseconds") since 1970"
        }
    }
}
