package import JOSE
package import JSON
package import OpenSSL
package import System

/// A rule of a platform that a token, or what is to become one, breaks.
package struct ProfileViolation: Error, Equatable, Sendable {
    package enum Fact: Equatable, Sendable {
        case algorithm(found: String, expected: String)
        case type(found: String?, expected: String)
        case key(expected: String)
        case missing(claim: String, meaning: String)
        case mistyped(claim: String, expected: String)
        case windowTooLong(seconds: Int64, limit: Int64)
        case windowNotPositive
        case expired(at: Timestamp, now: Timestamp)
        case notYetValid(from: Timestamp, now: Timestamp)
    }

    /// The profile's name.
    package let profile: String
    /// The section of the platform's document.
    package let section: String
    package let fact: Fact
}

extension Profile {
    package func headerViolation(_ header: Header) -> ProfileViolation? {
        if header.algorithmName != algorithm.name {
            return violation(.algorithm(found: header.algorithmName, expected: algorithm.name))
        }
        if header.type != type { return violation(.type(found: header.type, expected: type)) }
        return nil
    }

    package func checkKey(_ type: KeyType?) throws(ProfileViolation) {
        if type != .rsa(bits: keyBits) {
            throw ProfileViolation(
                profile: name, section: keySection, fact: .key(expected: "RSA with \(keyBits) bits"))
        }
    }

    /// Checks the claims against the platform's rules.
    ///
    /// - Parameters:
    ///   - leeway: how far `nbf` may be ahead of now; the window has none.
    ///   - expiryLeeway: how long ago `exp` may be: none for who signs.
    package func check(
        _ claims: JSONObjectText, now: Timestamp, leeway: TimeSpan, expiryLeeway: TimeSpan = .zero
    ) throws(ProfileViolation) {
        var times: [String: Timestamp] = [:]
        for rule in self.claims {
            guard let value = claims[rule.name] else {
                throw violation(.missing(claim: rule.name.text, meaning: rule.meaning))
            }
            switch rule.kind {
            case .text:
                guard let text = value.stringValue, !text.isEmpty else {
                    throw violation(.mistyped(claim: rule.name.text, expected: "a string that is not empty"))
                }
            case .time:
                guard let number = value.numberValue, number.isPlainInteger,
                    let time = TimeUnit.seconds.time(number), time.microseconds >= 0
                else {
                    throw violation(
                        .mistyped(claim: rule.name.text, expected: "a whole number of seconds since 1970"))
                }
                times[rule.name.text] = time
            }
        }
        if let notBefore = times["nbf"], let expires = times["exp"] {
            try checkWindow(notBefore, expires, now, leeway, expiryLeeway)
        }
    }

    private func checkWindow(
        _ notBefore: Timestamp, _ expires: Timestamp, _ now: Timestamp, _ leeway: TimeSpan,
        _ expiryLeeway: TimeSpan
    ) throws(ProfileViolation) {
        let window = expires.microseconds - notBefore.microseconds
        if window <= 0 { throw violation(.windowNotPositive) }
        if window > longestWindow.microseconds {
            throw violation(
                .windowTooLong(seconds: window / 1_000_000, limit: longestWindow.microseconds / 1_000_000))
        }
        if now.microseconds - expiryLeeway.microseconds >= expires.microseconds {
            throw violation(.expired(at: expires, now: now))
        }
        if now.microseconds + leeway.microseconds < notBefore.microseconds {
            throw violation(.notYetValid(from: notBefore, now: now))
        }
    }

    private static let notBefore = ShortName("nbf")

    private func violation(_ fact: ProfileViolation.Fact) -> ProfileViolation {
        ProfileViolation(profile: name, section: claimsSection, fact: fact)
    }

    /// Adds the claims that the profile makes where the caller gave none.
    ///
    /// - Parameter uuids: where those come from that the profile makes.
    package func fill(
        _ claims: inout JSONObjectText, now: Timestamp, uuids: inout UUIDSource
    ) throws(OpenSSLError) {
        for rule in self.claims where !claims.has(rule.name) {
            switch rule.source {
            case .given: continue
            case .uuid:
                let uuid = try uuids.next()
                claims.set(rule.name, toPlain: uuid.span)
            case .now: claims.set(rule.name, to: .integer(TimeUnit.seconds.number(for: now)))
            case .lifetime:
                let start =
                    claims.member(Self.notBefore).flatMap { TimeUnit.seconds.time($0, in: claims) } ?? now
                guard let end = start.adding(longestWindow) else { continue }
                claims.set(rule.name, to: .integer(TimeUnit.seconds.number(for: end)))
            }
        }
    }
}
