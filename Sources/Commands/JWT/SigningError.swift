import JOSE
import JSON
import OpenSSL
import Platforms
import System
import Words

/// Claims or a prototype that signet does not sign.
struct SigningError: DescribedError {
    let reason: SigningReason
    let message: String
    let hint: String?

    init(_ reason: SigningReason, _ message: String, hint: String? = nil) {
        self.reason = reason
        self.message = message
        self.hint = hint
    }
}

/// The reasons that `signet jwt sign --json` gives. They never change, because programs compare them. What
/// `signet jwt verify --json` finds too has the same word there.
enum SigningReason: String, CaseIterable, Sendable {
    case record
    case malformed
    case tooLarge = "too-large"
    case claimsNotJSON = "claims-not-json"
    case claimMalformed = "claim-malformed"
    case algorithm = "algorithm-key-mismatch"
    case embeddedKey = "embedded-key"
    case criticalHeader = "critical-header"
    case disclosure
    case keyBinding = "key-binding"
    case issuer
    case subject
    case expired
    case notYetValid = "not-yet-valid"
    case issuedInFuture = "issued-in-future"
    case profile
    case signingFailed = "signing-failed"

    /// Those of `sd-jwt sign`, `sd-jwt present` and `jwt sign`.
    static let ofDisclosing: [SigningReason] = [
        .record, .tooLarge, .claimsNotJSON, .claimMalformed, .disclosure, .signingFailed,
    ]
    static let ofPresenting: [SigningReason] = [
        .record, .malformed, .tooLarge, .claimsNotJSON, .disclosure, .keyBinding, .signingFailed,
    ]
    static let ofSigning = allCases.filter { $0 != .disclosure && $0 != .keyBinding }

    init(_ error: any Error) {
        switch error {
        case let error as SigningError: self = error.reason
        case let error as SystemError where error.isTooLarge: self = .tooLarge
        case is DisclosureError: self = .disclosure
        case is RecordError: self = .record
        case let error as RecordResultError: self.init(error.cause)
        case CompactToken.ParsingError.header(.json(let error)) where error.isTooLarge: self = .tooLarge
        case is CompactToken.ParsingError, is Header.ParsingError: self = .malformed
        case is ClaimsSyntaxError: self = .claimsNotJSON
        case is ClaimsError: self = .claimMalformed
        case let error as ProfileError: self.init(error)
        default: self = .signingFailed
        }
    }

    /// Broken rules of time have the same reasons without a profile.
    init(_ violation: ProfileError) {
        switch violation.fact {
        case .time(.expired): self = .expired
        case .time(.notYetValid): self = .notYetValid
        case .time(.issuedInFuture): self = .issuedInFuture
        default: self = .profile
        }
    }

    var meaning: String {
        switch self {
        case .record: "the line is not a record that has `--field` and no `--result`"
        case .malformed:
            "the line is not a prototype, its header has `enc` or `zip`, or with `sd-jwt present` not an SD-JWT"
        case .tooLarge: "the line, the header or the token is too large"
        case .claimsNotJSON: "the claims are not a JSON object, or are a private JWK"
        case .claimMalformed: "a registered claim has the wrong type"
        case .algorithm: "the prototype's `alg` does not match the signing algorithm"
        case .embeddedKey: "the prototype's header has `jwk`, `jku` or `x5u`, or `x5c` without `--x5c`"
        case .criticalHeader: "the prototype's header has `crit`"
        case .disclosure: "a claim cannot be disclosed or hidden, or a disclosure is malformed"
        case .keyBinding: "the key is not the holder's"
        case .issuer: "`iss` does not match `--iss`, or is not listed in `--issuer-allow`"
        case .subject: "`sub` does not match `--sub`, or is not listed in `--subject-allow`"
        case .expired: "`exp` has passed (with `--profile`)"
        case .notYetValid: "`nbf` is in the future (with `--profile`)"
        case .issuedInFuture: "`iat` is in the future (with `--profile`)"
        case .profile: "a rule of `--profile` is broken"
        case .signingFailed: "the signature could not be made; the line is not the cause"
        }
    }
}
