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

    package init(_ claims: borrowing JSONObjectText, unit: TimeUnit) throws(ClaimsError) {
        let names = Self.names
        try Self.checkString(names.iss, "iss", claims)
        try Self.checkString(names.sub, "sub", claims)
        try Self.checkString(names.jti, "jti", claims)
        try Self.checkAudience(names.aud, claims)
        expires = try Self.time(names.exp, "exp", claims, unit)
        notBefore = try Self.time(names.nbf, "nbf", claims, unit)
        issuedAt = try Self.time(names.iat, "iat", claims, unit)
    }

    private static let names = (
        iss: ShortName("iss"), sub: ShortName("sub"), aud: ShortName("aud"), exp: ShortName("exp"),
        nbf: ShortName("nbf"), iat: ShortName("iat"), jti: ShortName("jti")
    )

    private static func checkString(
        _ name: ShortName, _ claim: StaticString, _ claims: borrowing JSONObjectText
    ) throws(ClaimsError) {
        if let member = claims.member(name), !member.isString {
            throw .mistyped(claim: "\(claim)", expected: "a string")
        }
    }

    /// §4.1.3: a string, or an array of strings.
    private static func checkAudience(
        _ name: ShortName, _ claims: borrowing JSONObjectText
    ) throws(ClaimsError) {
        guard let member = claims.member(name), !member.isString else { return }
        guard
            claims.value(of: member).arrayValue?.contains(where: { $0.stringValue == nil }) == false
        else {
            throw .mistyped(claim: "aud", expected: "a string or an array of strings")
        }
    }

    /// The audiences of claims that have passed.
    package static func audiences(of claims: JSONObjectText) -> [String] {
        guard let value = claims.member(names.aud).map(claims.value(of:)) else { return [] }
        return value.stringValue.map { [$0] } ?? value.arrayValue?.compactMap(\.stringValue) ?? []
    }

    private static func time(
        _ name: ShortName, _ claim: StaticString, _ claims: borrowing JSONObjectText, _ unit: TimeUnit
    ) throws(ClaimsError) -> Timestamp? {
        guard let member = claims.member(name) else { return nil }
        guard member.isNumber else { throw .mistyped(claim: "\(claim)", expected: "a number") }
        guard let time = unit.time(member, in: claims) else {
            throw .timeOutOfRange(
                claim: "\(claim)",
                maybeMilliseconds: unit == .seconds && TimeUnit.milliseconds.time(member, in: claims) != nil)
        }
        return time
    }
}
