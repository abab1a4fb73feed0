import JOSE
import OpenSSL
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
        case .key(let bits): "the key must be RSA with \(bits) bits"
        case .keyForm(let form):
            "the private key must be written as \(form.rawValue) in PEM: the platform reads nothing else"
        case .missing(let claim, let meaning): "the claim \(claim) (\(meaning.words)) is missing"
        case .mistyped(let claim, let expected): "the claim \(claim) must be \(expected.words)"
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
        case .mistyped("sub", .nameAndUUID): "--sub NAME"
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

extension ProfileViolation.ValueType {
    fileprivate var words: String {
        switch self {
        case .string: "a non-empty string"
        case .nameAndUUID: "NAME-UUID"
        case .time(let unit): "a whole number of \(unit?.name ?? "seconds or milliseconds") since 1970"
        }
    }
}

extension ClaimRule.Meaning {
    var words: String {
        switch self {
        case .issuer: "the issuer"
        case .hostAPIKey: "the host's API key"
        case .registeredProvider: "the provider's registered name"
        case .enrolledUser: "the enrolled user"
        case .userName: "the user's name"
        case .userID: "the user's ID"
        case .testUser: "the test suite's name, a hyphen and a UUID"
        case .audience: "the audience"
        case .challengeAudience: "the challenge's audience"
        case .challengeNonce: "the challenge's nonce"
        case .tokenID: "a unique identifier of the token"
        case .issuedAt: "when the token was issued"
        case .validFrom: "when the token becomes valid"
        case .validUntil: "when the token expires"
        }
    }
}

extension Profile {
    /// What the tokens are for.
    var tokens: String {
        switch id {
        case .ims: "prototypes from the phone's SDK, signed by the host's back end"
        case .sudoFSSO: "custom federated sign-in: the host's back end identifies its user"
        case .sudoTest: "registration of test users with a TEST registration key"
        case .sudoSignIn: "sign-in with the private key that was made at registration"
        }
    }

    /// Where the rules differ from the platform's document.
    var notes: String {
        let sdks =
            "The document does not mention that the header has no `typ`, the longest lifetime, and the forms of the keys; they are taken from the platform's SDKs."
        return switch id {
        case .ims:
            "In the document's example of a prototype the header says HS256, which contradicts its text. `kid` is from a later edition, in which the host may also make the whole token."
        case .sudoFSSO:
            "The document has iat and exp in milliseconds, but the provider in the SDKs writes seconds: ask the platform which one it accepts. \(sdks)"
        case .sudoTest:
            "iss, aud, sub and kid are what TESTAuthenticationProvider in the SDKs writes. \(sdks)"
        case .sudoSignIn:
            "The document mentions only a signed token; its claims are what the SDKs write. \(sdks)"
        }
    }
}
