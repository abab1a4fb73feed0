import Arguments
import JOSE
import JSON
import OpenSSL
import Platforms
import System
import Words

/// The changes that flags make to the claims.
struct ClaimChanges {
    private enum Change {
        case set(JSONValueText)
        /// To a time from now, with what it was for the last token.
        case setTime(TimeSpan, last: (number: Int64, text: JSONValueText))
        case setUUID
        /// To the name, a hyphen, and a UUID.
        case setNameAndUUID(String)
        case remove
    }

    /// Whether a claim is set or removed. Compares bytes, because String's equality treats different encodings of a text as
    /// equal.
    func contain(_ name: String) -> Bool {
        changes.contains { $0.claim.text.utf8.elementsEqual(name.utf8) }
    }

    /// In the order in which a token shows them: the registered ones in RFC 7519's, then the others as typed.
    private var changes: [(claim: MemberName, change: Change)] = []
    /// Of the times.
    private let unit: TimeUnit

    /// - Parameter now: when durations from now begin.
    /// - Throws: if a time is outside the years 1 to 9999, if a claim is given twice, or if the profile forbids it.
    init(
        _ arguments: ParsedArguments, _ profile: Profile?, now: Timestamp, unit: TimeUnit
    ) throws {
        self.unit = unit
        // With --prototype these two are requirements, not changes.
        if !arguments[JWTSign.prototype] {
            if let issuer = arguments[JWTSign.issuer] { add("iss", .string(issuer)) }
            if let subject = arguments[JWTSign.subject] {
                if let profile, profile.adds(uuidTo: subject) {
                    changes.append(("sub", .setNameAndUUID(subject)))
                } else {
                    add("sub", .string(subject))
                }
            }
        }
        let audiences = arguments[JWTSign.audience]
        if audiences.count == 1 {
            add("aud", .string(audiences[0]))
        } else if !audiences.isEmpty {
            add("aud", .strings(audiences))
        }
        if let id = arguments[JWTSign.tokenID] {
            if id == "uuid" { changes.append(("jti", .setUUID)) } else { add("jti", .string(id)) }
        }
        switch arguments[JWTSign.issuedAt] {
        case nil: break
        case .absent: changes.append(("iat", .remove))
        case .time(let time): try add("iat", time, now)
        }
        if let time = arguments[JWTSign.notBefore] { try add("nbf", time, now) }
        if let time = arguments[JWTSign.expiry] { try add("exp", time, now) }
        try addOthers(arguments, profile)
    }

    private mutating func add(_ claim: MemberName, _ value: JSONValue) {
        changes.append((claim, .set(JSONValueText(value))))
    }

    private mutating func add(_ claim: MemberName, _ text: TimeText, _ now: Timestamp) throws {
        let number = unit.number(for: try text.time("--\(claim.text)", now: now))
        let value = JSONValueText(.integer(number))
        switch text {
        case .at: changes.append((claim, .set(value)))
        case .fromNow(let span): changes.append((claim, .setTime(span, last: (number, value))))
        }
    }

    /// - Throws: if another flag sets the claim too.
    mutating func add(_ claim: MemberName, _ value: JSONValueText) throws {
        if contain(claim.text) {
            throw CommandError(.usage, "the claim \(claim.text.quoted) is given twice")
        }
        changes.append((claim, .set(value)))
    }

    private mutating func addOthers(_ arguments: ParsedArguments, _ profile: Profile?) throws {
        // Compares bytes, because String's equality treats different encodings of a text as equal.
        var names = Set(changes.map { Array($0.claim.text.utf8) })
        for claim in arguments.members(JWTSign.claim, JWTSign.claimJSON) {
            if let violation = profile?.attributeViolation(claim.name) { throw violation }
            if !names.insert(Array(claim.name.utf8)).inserted {
                throw CommandError(.usage, "the claim \(claim.name.quoted) is given twice")
            }
            changes.append((MemberName(claim.name), .set(claim.value)))
        }
    }

    /// Whether any of them gives a claim, and not only takes one away.
    var giveClaims: Bool {
        changes.contains { if case .remove = $0.change { false } else { true } }
    }

    /// Whether any of them gives a time.
    var giveTimes: Bool {
        giveClaims && changes.contains { ["exp", "nbf", "iat"].contains($0.claim.text) }
    }

    /// Whether any of them depends on the time.
    var needsTime: Bool {
        changes.contains { if case .setTime = $0.change { true } else { false } }
    }

    /// A claim that is changed here, and that the input has too.
    func replaced(in claims: JSONObjectText) -> String? {
        changes.first { claims.has($0.claim) }?.claim.text
    }

    /// - Parameter uuids: the source of `--jti uuid`.
    mutating func apply(
        to claims: inout JSONObjectText, now: Timestamp, uuids: inout UUIDSource
    ) throws(OpenSSLError) {
        for place in changes.indices {
            let claim = changes[place].claim
            switch changes[place].change {
            case .set(let value): claims.set(claim, to: value)
            case .setTime(let span, let last):
                let number = unit.number(for: now.adding(span) ?? .latest)
                if number == last.number {
                    claims.set(claim, to: last.text)
                } else {
                    let text = JSONValueText(.integer(number))
                    changes[place].change = .setTime(span, last: (number, text))
                    claims.set(claim, to: text)
                }
            case .setUUID:
                let uuid = try uuids.next()
                claims.set(claim, toPlain: uuid.span)
            case .setNameAndUUID(let name):
                let uuid = try uuids.next()
                claims.set(
                    claim,
                    to: .string("\(name)-\(String(decoding: uuid.indices.map { uuid[$0] }, as: UTF8.self))"))
            case .remove: claims.remove(claim)
            }
        }
    }
}
