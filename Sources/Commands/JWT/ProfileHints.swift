import Arguments
import JOSE
import Platforms

extension ProfileError {
    /// What to do about it if the token is made of claims and flags.
    var flagHint: String? {
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
