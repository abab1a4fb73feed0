import Arguments
import JOSE
import JSON
import OpenSSL
import Platforms
import System

/// What the flags say of the claims.
struct ClaimChanges {
    private enum Change {
        case set(JSONValueText)
        /// To so long from now, as it was the last time.
        case setTime(TimeSpan, last: (number: Int64, text: JSONValueText))
        case setUUID
        /// To the name, a hyphen, and a UUID.
        case setNameAndUUID(String)
        case remove
    }

    /// In the order in which a token shows them: the registered ones in RFC 7519's, then the others as typed.
    private var changes: [(claim: MemberName, change: Change)] = []
    /// Of the times.
    private let unit: TimeUnit

    init(_ arguments: ParsedArguments, now: Timestamp, unit: TimeUnit) throws {
        self.unit = unit
        // With --prototype these two are demands, not changes.
        if !arguments.has("prototype") {
            if let issuer = arguments.value("iss") { add("iss", .string(issuer)) }
            if let subject = arguments.value("sub") {
                if arguments.profile?.namesSubject == true {
                    changes.append(("sub", .setNameAndUUID(subject)))
                } else {
                    add("sub", .string(subject))
                }
            }
        }
        let audiences = arguments.values("aud")
        if audiences.count == 1 {
            add("aud", .string(audiences[0]))
        } else if audiences.count > 1 {
            add("aud", .array(audiences.map(JSONValue.string)))
        }
        if let id = arguments.value("jti") {
            if id == "uuid" { changes.append(("jti", .setUUID)) } else { add("jti", .string(id)) }
        }
        for claim in ["iat", "nbf", "exp"] {
            guard let text = arguments.value(claim) else { continue }
            if claim == "iat", text == "none" {
                changes.append((MemberName(claim), .remove))
                continue
            }
            try addTime(text, claim, arguments, now)
        }
        try addOthers(arguments)
    }

    private mutating func add(_ claim: MemberName, _ value: JSONValue) {
        changes.append((claim, .set(JSONValueText(value))))
    }

    private mutating func addTime(
        _ text: String, _ claim: String, _ arguments: ParsedArguments, _ now: Timestamp
    ) throws {
        let (parsed, time): (TimeText, Timestamp)
        if claim == "exp", let lifetime = TimeSpan(parsing: text), let end = now.adding(lifetime) {
            (parsed, time) = (.fromNow(lifetime), end)
        } else {
            (parsed, time) = try arguments.parsedTime(text, "--\(claim)", now: now)
        }
        let number = unit.number(for: time)
        let value = JSONValueText(.integer(number))
        switch parsed {
        case .at: changes.append((MemberName(claim), .set(value)))
        case .fromNow(let span):
            changes.append((MemberName(claim), .setTime(span, last: (number, value))))
        }
    }

    private mutating func addOthers(_ arguments: ParsedArguments) throws {
        for occurrence in arguments.occurrences where ["claim", "claim-json"].contains(occurrence.flag) {
            let (flag, text) = (occurrence.flag, occurrence.value)
            let form = flag == "claim" ? "NAME=TEXT" : "NAME=JSON"
            let (name, value) = try splitAssignment(text ?? "", "--\(flag)", form)
            if let violation = arguments.profile?.attributeViolation(name) {
                throw Failure(violation)
            }
            if changes.contains(where: { $0.claim.text.utf8.elementsEqual(name.utf8) }) {
                throw Failure(.usage, "the claim \(name.printable) is given twice")
            }
            if flag == "claim" {
                if ["exp", "nbf", "iat"].contains(name) {
                    throw Failure(.usage, "--claim \(name): a time is no text", hint: "--\(name) TIME")
                }
                add(MemberName(name), .string(value))
            } else {
                let text = try saying({ (error: JSONError) in
                    Failure(.usage, "--claim-json \(name.printable): malformed JSON: \(error.words)")
                }) { () throws(JSONError) in try JSONValueText(parsing: Array(value.utf8)) }
                changes.append((MemberName(name), .set(text)))
            }
        }
    }

    var isPresent: Bool { !changes.isEmpty }

    /// Whether any of them depends on the time.
    var needsTime: Bool {
        changes.contains { if case .setTime = $0.change { true } else { false } }
    }

    /// A claim that is changed here, and is there already.
    func replaced(in claims: JSONObjectText) -> String? {
        changes.first { claims.has($0.claim) }?.claim.text
    }

    /// - Parameter uuids: where `--jti uuid` has them from.
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
