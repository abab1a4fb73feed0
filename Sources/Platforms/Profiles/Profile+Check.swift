package import JOSE
package import JSON
package import System
import Words

extension Profile {
    /// Checks the claims of a new token against the platform's rules.
    ///
    /// - Parameters:
    ///   - unit: the required unit of the times; nil to accept any unit of the profile.
    ///   - leeway: how far `nbf` and `iat` may be in the future; it does not extend the lifetime.
    package func check(
        _ claims: JSONObjectText, now: Timestamp, unit: TimeUnit? = nil, leeway: TimeSpan
    ) throws(ProfileError) {
        let (_, departure) = try judge(
            claims, now: now, unit: unit, leeway: leeway, isNew: true)
        if let departure { throw departure }
    }

    /// Checks the claims of a token that somebody has signed.
    ///
    /// - Parameter leeway: also how long ago `exp` may be.
    /// - Returns: the unit of the times, and how the claims differ from those that the SDKs write.
    package func verify(
        _ claims: JSONObjectText, now: Timestamp, unit: TimeUnit?, leeway: TimeSpan
    ) throws(ProfileError) -> (unit: TimeUnit, departure: ProfileError?) {
        try judge(claims, now: now, unit: unit, leeway: leeway, isNew: false)
    }

    /// - Parameter isNew: whether signet makes the token.
    private func judge(
        _ claims: JSONObjectText, now: Timestamp, unit: TimeUnit?, leeway: TimeSpan, isNew: Bool
    ) throws(ProfileError) -> (unit: TimeUnit, departure: ProfileError?) {
        try checkNames(claims)
        var times = Times(expected: unit ?? (timeUnits.count == 1 ? timeUnits[0] : nil), areWhole: isNew)
        for rule in self.claims {
            guard let value = claims[rule.name] else {
                if !rule.isRequired { continue }
                throw violation(.missing(claim: rule.name.text, meaning: rule.meaning), source)
            }
            if case .forbidden = rule.source {
                throw violation(.forbidden(claim: rule.name.text), source)
            } else if case .time = rule.kind {
                try read(value, of: rule, into: &times)
            } else {
                try check(value, by: rule, claims)
            }
        }
        // Even if the platform does not use them, a verifier must heed them (RFC 7519 §4.1.4 to §4.1.6).
        for name in RegisteredClaims.times where times.values[name.text] == nil {
            guard let number = claims[name]?.numberValue, let whole = number.scaled(byPowerOfTen: 0) else {
                continue
            }
            if times.areWhole, !number.isDigits { throw noTime(name.text, times, .signet) }
            let found = TimeUnit.likely(whole)
            if isNew, let expected = times.expected ?? times.unit, found != expected {
                throw violation(.unit(claim: name.text, found: found, expected: expected), .signet)
            }
            times.values[name.text] = found.time(number)
        }
        return (times.unit ?? timeUnits[0], try checkLifetime(times, now, leeway, isNew: isNew))
    }

    // MARK: names

    /// Some JSON readers ignore the case of names, such as Go's: to them, `SUB` is a second `sub`.
    private func checkNames(_ claims: JSONObjectText) throws(ProfileError) {
        for name in claims.memberNames where !hasClaim(name) {
            let folded = name.uppercased()
            if let rule = self.claims.first(where: { $0.name.text.uppercased() == folded }) {
                throw violation(.caseDiffers(claim: name, from: rule.name.text), .signet)
            }
        }
    }

    // MARK: strings

    private func check(
        _ value: JSONValue, by rule: ClaimRule, _ claims: JSONObjectText
    ) throws(ProfileError) {
        let claim = rule.name.text
        switch rule.kind {
        case .json: return
        case .audience:
            let texts = (value.arrayValue ?? [value]).map(\.stringValue)
            if texts.isEmpty || texts.contains(where: { $0?.isEmpty ?? true }) {
                throw violation(.mistyped(claim: claim, expected: .audience), source)
            }
            return
        case .text, .time, .nameAndUUID, .constant, .same: break
        }
        guard let text = value.stringValue, !text.isEmpty else {
            throw violation(
                .mistyped(claim: claim, expected: .string), value.stringValue == nil ? source : .signet)
        }
        switch rule.kind {
        case .text, .time, .audience, .json: return
        case .nameAndUUID:
            if NameAndUUID(text) == nil {
                throw violation(.mistyped(claim: claim, expected: .nameAndUUID), source)
            }
        case .constant(let expected):
            if !text.utf8.elementsEqual(expected.utf8) {
                throw violation(.other(claim: claim, found: text, expected: expected), source)
            }
        case .same(let other):
            guard let value = claims[other] else {
                throw violation(.missing(claim: other.text, meaning: "the same as \(claim)"), source)
            }
            guard let expected = value.stringValue else {
                throw violation(.mistyped(claim: other.text, expected: .string), source)
            }
            if !text.utf8.elementsEqual(expected.utf8) {
                throw violation(
                    .differing(claim: claim, found: text, from: other.text, expected: expected), source)
            }
        }
    }

    // MARK: times

    private struct Times {
        /// The required unit, if known.
        let expected: TimeUnit?
        /// Whether only plain digits are accepted.
        let areWhole: Bool
        /// The unit of the times that were read.
        var unit: TimeUnit?
        var values: [String: Timestamp] = [:]
    }

    private func read(
        _ value: JSONValue, of rule: ClaimRule, into times: inout Times
    ) throws(ProfileError) {
        let claim = rule.name.text
        guard let number = value.numberValue else { throw noTime(claim, times, source) }
        // RFC 7519 §2 allows any number, but not every reader of a new token does.
        if times.areWhole, !number.isDigits {
            throw noTime(claim, times, .signet)
        }
        let found = TimeUnit.likely(number)
        guard let time = found.time(number) else { throw noTime(claim, times, .signet) }
        if let expected = times.expected ?? times.unit, found != expected {
            // Of two allowed units, the caller or the token's other times select one.
            throw violation(
                .unit(claim: claim, found: found, expected: expected),
                timeUnits.count == 1 ? source : .signet)
        }
        times.unit = found
        times.values[claim] = time
    }

    private func noTime(_ claim: String, _ times: Times, _ source: RuleSource) -> ProfileError {
        let unit = times.expected ?? times.unit
        return violation(
            .mistyped(claim: claim, expected: times.areWhole ? .wholeTime(unit) : .time(unit)), source)
    }

    /// - Returns: a lifetime that is longer than those that the SDKs write.
    private func checkLifetime(
        _ times: Times, _ now: Timestamp, _ leeway: TimeSpan, isNew: Bool
    ) throws(ProfileError) -> ProfileError? {
        let start = lifetime.start.text
        var departure: ProfileError?
        if let begins = times.values[start], let expires = times.values["exp"] {
            let window = expires - begins
            if window <= .zero { throw violation(.windowNotPositive(start: start), .signet) }
            if let longest = lifetime.longest, window > longest {
                let tooLong = violation(
                    .windowTooLong(start: start, window: window, limit: longest), lifetime.source)
                if !tooLong.isDeparture { throw tooLong }
                departure = tooLong
            }
        } else if times.values["exp"] != nil, lifetime.longest != nil {
            throw violation(
                .missing(claim: start, meaning: "from which the lifetime is counted"), lifetime.source)
        }
        let registered = RegisteredClaims(
            expires: times.values["exp"], notBefore: times.values["nbf"], issuedAt: times.values["iat"])
        if let fault = registered.fault(at: now, leeway: leeway, expiryLeeway: isNew ? .zero : leeway) {
            throw violation(.time(fault), .signet)
        }
        return departure
    }
}

/// Whether a text has the form of a UUID (RFC 9562 §4), in upper or lower case.
func isUUID(_ text: some Collection<UInt8>) -> Bool {
    let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
        && groups.joined().allSatisfy { $0.hexadecimalValue != nil }
}

/// A name, a hyphen, and a UUID: the form of user names of the Sudo Platform's test provider.
struct NameAndUUID {
    let name: String

    /// Nil if the text does not have that form.
    init?(_ text: String) {
        let rest = text.utf8.dropLast(36)
        guard rest.count > 1, rest.last == UInt8(ascii: "-"), isUUID(text.utf8.suffix(36)),
            let name = String(rest.dropLast())
        else { return nil }
        self.name = name
    }
}

extension JSONNumber {
    /// Whether it is written without a fraction, an exponent and a sign.
    fileprivate var isDigits: Bool { isPlainInteger && spelling.utf8.first != UInt8(ascii: "-") }
}
