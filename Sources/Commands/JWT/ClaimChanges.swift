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
        case setUUID
        /// To the name, a hyphen, and a UUID.
        case setNameAndUUID(String)
        case remove
    }

    /// In the order in which a token shows them: the registered ones in RFC 7519's, then the others as typed.
    private var changes: [(claim: MemberName, change: Change)] = []

    /// - Parameter unit: of the times.
    init(_ arguments: ParsedArguments, now: Timestamp, unit: TimeUnit) throws(Failure) {
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
            add(MemberName(claim), try Self.time(text, claim, arguments, now, unit))
        }
        try addOthers(arguments)
    }

    private mutating func add(_ claim: MemberName, _ value: JSONValue) {
        changes.append((claim, .set(JSONValueText(value))))
    }

    private static func time(
        _ text: String, _ claim: String, _ arguments: ParsedArguments, _ now: Timestamp,
        _ unit: TimeUnit
    ) throws(Failure) -> JSONValue {
        let time: Timestamp
        if claim == "exp", let lifetime = TimeSpan(parsing: text), let end = now.adding(lifetime) {
            time = end
        } else {
            time = try arguments.time(text, "--\(claim)", now: now)
        }
        return .integer(unit.number(for: time))
    }

    private mutating func addOthers(_ arguments: ParsedArguments) throws(Failure) {
        for (flag, text) in arguments.occurrences where flag == "claim" || flag == "claim-json" {
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
                    Failure(.usage, "--claim-json \(name.printable): malformed JSON: \(error.description)")
                }) { () throws(JSONError) in try JSONValueText(parsing: Array(value.utf8)) }
                changes.append((MemberName(name), .set(text)))
            }
        }
    }

    var isPresent: Bool { !changes.isEmpty }

    /// A claim that is changed here, and is there already.
    func replaced(in claims: JSONObjectText) -> String? {
        changes.first { claims.has($0.claim) }?.claim.text
    }

    /// - Parameter uuids: where `--jti uuid` has them from.
    func apply(to claims: inout JSONObjectText, uuids: inout UUIDSource) throws(OpenSSLError) {
        for (claim, change) in changes {
            switch change {
            case .set(let value): claims.set(claim, to: value)
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
