package import JSON
package import System

/// Why claims are not what RFC 7519 §4.1 says they are.
package enum ClaimsError: Error, Equatable, Sendable {
    case mistyped(claim: String, expected: String)
    /// A time outside the years 1 to 9999; `maybeMilliseconds` where it would be a time in that unit.
    case timeOutOfRange(claim: String, maybeMilliseconds: Bool)
}

/// The times among the claims that RFC 7519 §4.1 registers, once all of those that are there have the types that it
/// says.
package struct RegisteredClaims: Sendable {
    package let expires: Timestamp?
    package let notBefore: Timestamp?
    package let issuedAt: Timestamp?

    package init(_ claims: JSONObjectText, unit: TimeUnit) throws(ClaimsError) {
        for name in ["iss", "sub", "jti"] {
            if let kind = claims.kind(of: name), kind != .string {
                throw .mistyped(claim: name, expected: "a string")
            }
        }
        try Self.checkAudience(claims)
        expires = try Self.time("exp", claims, unit)
        notBefore = try Self.time("nbf", claims, unit)
        issuedAt = try Self.time("iat", claims, unit)
    }

    /// §4.1.3: a string, or an array of strings.
    private static func checkAudience(_ claims: JSONObjectText) throws(ClaimsError) {
        guard let kind = claims.kind(of: "aud"), kind != .string else { return }
        guard kind == .array, claims["aud"]?.arrayValue?.contains(where: { $0.stringValue == nil }) == false
        else {
            throw .mistyped(claim: "aud", expected: "a string or an array of strings")
        }
    }

    /// The audiences of claims that have passed.
    package static func audiences(of claims: JSONObjectText) -> [String] {
        guard let value = claims["aud"] else { return [] }
        return value.stringValue.map { [$0] } ?? value.arrayValue?.compactMap(\.stringValue) ?? []
    }

    private static func time(
        _ name: String, _ claims: JSONObjectText, _ unit: TimeUnit
    ) throws(ClaimsError) -> Timestamp? {
        guard let kind = claims.kind(of: name) else { return nil }
        guard kind == .number, let number = claims.number(name) else {
            throw .mistyped(claim: name, expected: "a number")
        }
        guard let time = unit.time(number) else {
            throw .timeOutOfRange(
                claim: name, maybeMilliseconds: unit == .seconds && TimeUnit.milliseconds.time(number) != nil)
        }
        return time
    }
}
