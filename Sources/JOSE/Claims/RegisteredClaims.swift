package import JSON
package import System

/// Why claims are not what RFC 7519 §4.1 says they are.
package enum ClaimsError: Error, Equatable, Sendable {
    case mistyped(claim: String, expected: String)
    /// A time outside the years 1 to 9999; `maybeMilliseconds` where it would be a time in that unit.
    case timeOutOfRange(claim: String, maybeMilliseconds: Bool)
}

/// The claims whose types RFC 7519 §4.1 registers, as far as they are there.
package struct RegisteredClaims: Sendable {
    package let issuer: String?
    package let subject: String?
    package let audiences: [String]
    package let id: String?
    package let expires: Timestamp?
    package let notBefore: Timestamp?
    package let issuedAt: Timestamp?

    package init(_ claims: JSONObject, unit: TimeUnit) throws(ClaimsError) {
        issuer = try Self.string("iss", claims)
        subject = try Self.string("sub", claims)
        audiences = try Self.audiences(claims)
        id = try Self.string("jti", claims)
        expires = try Self.time("exp", claims, unit)
        notBefore = try Self.time("nbf", claims, unit)
        issuedAt = try Self.time("iat", claims, unit)
    }

    private static func string(_ name: String, _ claims: JSONObject) throws(ClaimsError) -> String? {
        guard let value = claims[name] else { return nil }
        guard let text = value.stringValue else { throw .mistyped(claim: name, expected: "a string") }
        return text
    }

    /// §4.1.3: a string, or an array of strings.
    private static func audiences(_ claims: JSONObject) throws(ClaimsError) -> [String] {
        guard let value = claims["aud"] else { return [] }
        if let one = value.stringValue { return [one] }
        guard let several = value.arrayValue?.map(\.stringValue), !several.contains(nil) else {
            throw .mistyped(claim: "aud", expected: "a string or an array of strings")
        }
        return several.compactMap { $0 }
    }

    private static func time(
        _ name: String, _ claims: JSONObject, _ unit: TimeUnit
    ) throws(ClaimsError) -> Timestamp? {
        guard let value = claims[name] else { return nil }
        guard let number = value.numberValue else { throw .mistyped(claim: name, expected: "a number") }
        guard let time = unit.time(number) else {
            throw .timeOutOfRange(
                claim: name, maybeMilliseconds: unit == .seconds && TimeUnit.milliseconds.time(number) != nil)
        }
        return time
    }
}
