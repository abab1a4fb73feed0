package import JSON
package import System
import Words

/// A claim that RFC 7519 §4.1 does not allow, or that would publish a secret.
package enum ClaimsError: DescribedError, Equatable {
    case mistyped(claim: String, expected: String)
    /// The time is outside the years 1 to 9999. `maybeMilliseconds` is true if it would be a valid time in
    /// milliseconds.
    case timeOutOfRange(claim: String, maybeMilliseconds: Bool)
    /// The number would be a time before March 1973 in milliseconds.
    case inSeconds(claim: String)
    case secret(claim: String)

    package var message: String {
        switch self {
        case .mistyped(let claim, let expected): "the claim \(claim) must be \(expected)"
        case .timeOutOfRange(let claim, _): "the claim \(claim) must be a time in the years 1 to 9999"
        case .inSeconds(let claim): "the claim \(claim) is in seconds, not in milliseconds"
        case .secret(let claim):
            "the claim \(claim) contains a private or secret key, which the token would publish"
        }
    }
}

/// Why a token is not valid at a time.
package enum TimeFault: Equatable, Sendable {
    case expired(at: Timestamp, now: Timestamp)
    case notYetValid(from: Timestamp, now: Timestamp)
    case issuedInFuture(at: Timestamp, now: Timestamp)

    /// A stable code for programs.
    package var code: String {
        switch self {
        case .expired: "expired"
        case .notYetValid: "not-yet-valid"
        case .issuedInFuture: "issued-in-future"
        }
    }

    package var message: String {
        switch self {
        case .expired(let time, let now): "the token expired at \(time.rfc3339), \((time - now).words) ago"
        case .notYetValid(let time, let now):
            "the token is not valid before \(time.rfc3339), in \((time - now).words)"
        case .issuedInFuture(let time, let now):
            "the token was issued in the future: at \(time.rfc3339), in \((time - now).words)"
        }
    }
}

/// The times among the claims that RFC 7519 §4.1 registers.
package struct RegisteredClaims: Sendable {
    /// Their names.
    package static let times: [MemberName] = ["exp", "nbf", "iat"]

    package let expires: Timestamp?
    package let notBefore: Timestamp?
    package let issuedAt: Timestamp?

    package init(expires: Timestamp?, notBefore: Timestamp?, issuedAt: Timestamp?) {
        self.expires = expires
        self.notBefore = notBefore
        self.issuedAt = issuedAt
    }

    /// Why a token with these times is not valid.
    ///
    /// - Parameters:
    ///   - leeway: how far `nbf` and `iat` may be in the future.
    ///   - expiryLeeway: how long ago `exp` may be; nil to ignore it.
    package func fault(at now: Timestamp, leeway: TimeSpan, expiryLeeway: TimeSpan?) -> TimeFault? {
        // RFC 7519 §4.1.4: a token is expired "on or after" this time, so it is invalid at exactly this time.
        if let expires, let expiryLeeway, now - expires >= expiryLeeway {
            return .expired(at: expires, now: now)
        }
        if let notBefore, notBefore - now > leeway { return .notYetValid(from: notBefore, now: now) }
        if let issuedAt, issuedAt - now > leeway { return .issuedInFuture(at: issuedAt, now: now) }
        return nil
    }

    /// Checks the types of all registered claims that are present.
    ///
    /// - Parameter arePublished: whether a token is to be made of the claims. It would publish the private keys and
    ///   secrets within them, which are refused.
    package init(
        _ claims: borrowing JSONObjectText, unit: TimeUnit, arePublished: Bool = false
    ) throws(ClaimsError) {
        var (expires, notBefore, issuedAt): (Timestamp?, Timestamp?, Timestamp?)
        for index in 0..<claims.count {
            let member = claims.member(at: index)
            switch claims.shortName(at: index) {
            case "exp": expires = try Self.time("exp", member, claims, unit)
            case "nbf": notBefore = try Self.time("nbf", member, claims, unit)
            case "iat": issuedAt = try Self.time("iat", member, claims, unit)
            case "iss", "sub", "jti":
                if !member.isString {
                    throw .mistyped(claim: claims.memberNames[index], expected: "a string")
                }
            // §4.1.3 allows a string or an array of strings.
            case "aud" where !member.isString && !claims.isArrayOfStrings(member):
                throw .mistyped(claim: "aud", expected: "a string or an array of strings")
            // No registered claim may be an object.
            default:
                if arePublished, claims.holdsSecret(member) {
                    throw .secret(claim: claims.memberNames[index])
                }
            }
        }
        self.init(expires: expires, notBefore: notBefore, issuedAt: issuedAt)
    }

    private static let aud: MemberName = "aud"

    /// The audiences of claims that have been checked.
    package static func audiences(of claims: JSONObjectText) -> [String] {
        guard let value = claims.member(aud).map(claims.value(of:)) else { return [] }
        return value.stringValue.map { [$0] } ?? value.arrayValue?.compactMap(\.stringValue) ?? []
    }

    private static func time(
        _ name: StaticString, _ member: JSONObjectText.Member, _ claims: borrowing JSONObjectText,
        _ unit: TimeUnit
    ) throws(ClaimsError) -> Timestamp {
        // 0 is the same time in both units.
        guard let time = unit.time(member, in: claims),
            unit == .seconds || time.microseconds <= 0
                || TimeUnit.likely(time.microseconds / 1_000) == .milliseconds
        else { throw fault("\(name)", member, claims, unit) }
        return time
    }

    @inline(never)
    private static func fault(
        _ name: String, _ member: JSONObjectText.Member, _ claims: borrowing JSONObjectText, _ unit: TimeUnit
    ) -> ClaimsError {
        guard member.isNumber else { return .mistyped(claim: name, expected: "a number") }
        if unit.time(member, in: claims) != nil { return .inSeconds(claim: name) }
        return .timeOutOfRange(
            claim: name,
            maybeMilliseconds: unit == .seconds && TimeUnit.milliseconds.time(member, in: claims) != nil)
    }
}

/// The unit in which claims count time since 1970. RFC 7519 §2 specifies seconds; some platforms count milliseconds.
package enum TimeUnit: String, CaseIterable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"

    /// The unit's name for use in a sentence.
    package var name: String {
        switch self {
        case .seconds: "seconds"
        case .milliseconds: "milliseconds"
        }
    }

    /// The value of a claim for a time: whole units, rounded toward the past.
    package func number(for time: Timestamp) -> Int64 {
        switch self {
        case .seconds: time.seconds
        case .milliseconds: time.microseconds / 1_000 - (time.microseconds % 1_000 < 0 ? 1 : 0)
        }
    }

    /// The time that a claim specifies. Fractions of a unit are allowed (RFC 7519 §2) and read down to the
    /// microsecond.
    ///
    /// - Returns: nil outside the years 1 to 9999.
    package func time(_ number: JSONNumber) -> Timestamp? {
        number.scaled(byPowerOfTen: microsecondsPower).flatMap(Self.inRange)
    }

    /// The time that a member specifies; see `time(_:)`.
    package func time(_ claim: JSONObjectText.Member, in claims: JSONObjectText) -> Timestamp? {
        claims.scaledNumber(claim, byPowerOfTen: microsecondsPower).flatMap(Self.inRange)
    }

    /// The unit that a claim probably uses, judged by its size. A number below 100,000,000,000 would be a time before
    /// the year 5138 in seconds; a larger one is a time after March 1973 in milliseconds.
    package static func likely(_ number: JSONNumber) -> TimeUnit {
        likely(number.scaled(byPowerOfTen: 0) ?? 0)
    }

    /// The same for a number that is rounded down.
    package static func likely(_ number: Int64) -> TimeUnit {
        number < 100_000_000_000 ? .seconds : .milliseconds
    }

    private var microsecondsPower: Int {
        switch self {
        case .seconds: 6
        case .milliseconds: 3
        }
    }

    private static func inRange(_ microseconds: Int64) -> Timestamp? {
        let range = Timestamp.earliest.microseconds...Timestamp.latest.microseconds
        return range.contains(microseconds) ? Timestamp(microseconds: microseconds) : nil
    }
}
