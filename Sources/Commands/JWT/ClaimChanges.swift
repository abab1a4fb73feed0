import Arguments
import JOSE
import JSON
import OpenSSL
import System

/// What the flags say of the claims.
struct ClaimChanges {
    private enum Change {
        case set(JSONValueText)
        case setUUID
        case remove
    }

    /// In the order in which a token shows them: the registered ones in RFC 7519's, then the others as typed.
    private var changes: [(claim: MemberName, change: Change)] = []

    init(_ arguments: ParsedArguments, now: Timestamp) throws(Failure) {
        // With --prototype these two are demands, not changes.
        if !arguments.has("prototype") {
            if let issuer = arguments.value("iss") { add("iss", .string(issuer)) }
            if let subject = arguments.value("sub") { add("sub", .string(subject)) }
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
            add(MemberName(claim), try Self.time(text, claim, arguments, now))
        }
        try addOthers(arguments)
    }

    private mutating func add(_ claim: MemberName, _ value: JSONValue) {
        changes.append((claim, .set(JSONValueText(value))))
    }

    private static func time(
        _ text: String, _ claim: String, _ arguments: ParsedArguments, _ now: Timestamp
    ) throws(Failure) -> JSONValue {
        let time: Timestamp
        if claim == "exp", let lifetime = TimeSpan(parsing: text), let end = now.adding(lifetime) {
            time = end
        } else {
            time = try arguments.time(text, "--\(claim)", now: now)
        }
        return .integer(arguments.timeUnit.number(for: time))
    }

    private mutating func addOthers(_ arguments: ParsedArguments) throws(Failure) {
        for (flag, text) in arguments.occurrences where flag == "claim" || flag == "claim-json" {
            let form = flag == "claim" ? "NAME=TEXT" : "NAME=JSON"
            let (name, value) = try splitAssignment(text ?? "", "--\(flag)", form)
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

    /// - Parameter uuids: where `--jti uuid` has them from.
    func apply(to claims: inout JSONObjectText, uuids: inout UUIDSource) throws(OpenSSLError) {
        for (claim, change) in changes {
            switch change {
            case .set(let value): claims.set(claim, to: value)
            case .setUUID:
                let uuid = try uuids.next()
                claims.set(claim, toPlain: uuid.span)
            case .remove: claims.remove(claim)
            }
        }
    }
}
