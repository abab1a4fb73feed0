import Arguments
import JOSE
import JSON
import OpenSSL
import System

/// What the flags say of the claims.
struct ClaimChanges {
    private enum Change {
        case set(JSONValue)
        /// A value kept as it is spelt.
        case setText([UInt8])
        case setUUID
        case remove
    }

    /// In the order in which a token shows them: the registered ones in RFC 7519's, then the others as typed.
    private var changes: [(claim: String, change: Change)] = []

    init(_ arguments: ParsedArguments, now: Timestamp) throws(Failure) {
        // With --prototype these two are demands, not changes.
        if !arguments.has("prototype") {
            if let issuer = arguments.value("iss") { changes.append(("iss", .set(.string(issuer)))) }
            if let subject = arguments.value("sub") { changes.append(("sub", .set(.string(subject)))) }
        }
        let audiences = arguments.values("aud")
        if audiences.count == 1 {
            changes.append(("aud", .set(.string(audiences[0]))))
        } else if audiences.count > 1 {
            changes.append(("aud", .set(.array(audiences.map(JSONValue.string)))))
        }
        if let id = arguments.value("jti") {
            changes.append(("jti", id == "uuid" ? .setUUID : .set(.string(id))))
        }
        for claim in ["iat", "nbf", "exp"] {
            guard let text = arguments.value(claim) else { continue }
            if claim == "iat", text == "none" {
                changes.append((claim, .remove))
                continue
            }
            changes.append((claim, .set(try Self.time(text, claim, arguments, now))))
        }
        try addOthers(arguments)
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
            if changes.contains(where: { $0.claim.utf8.elementsEqual(name.utf8) }) {
                throw Failure(.usage, "the claim \(name.printable) is given twice")
            }
            if flag == "claim" {
                if ["exp", "nbf", "iat"].contains(name) {
                    throw Failure(.usage, "--claim \(name): a time is no text", hint: "--\(name) TIME")
                }
                changes.append((name, .set(.string(value))))
            } else {
                let json = Array(value.utf8)
                _ = try saying({ (error: JSONError) in
                    Failure(.usage, "--claim-json \(name.printable): malformed JSON: \(error.description)")
                }) { () throws(JSONError) in try JSONDocument(parsing: json) }
                changes.append((name, .setText(json)))
            }
        }
    }

    var isPresent: Bool { !changes.isEmpty }

    func apply(to claims: inout JSONObjectText) throws(Failure) {
        for (claim, change) in changes {
            switch change {
            case .set(let value): claims.set(claim, to: value)
            case .setText(let json):
                try saying({ (error: JSONError) in
                    Failure(.usage, "--claim-json \(claim.printable): malformed JSON: \(error.description)")
                }) { () throws(JSONError) in try claims.set(claim, toText: json) }
            case .setUUID:
                let uuid = try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in try UUID.random() }
                claims.set(claim, to: .string(uuid))
            case .remove: claims.remove(claim)
            }
        }
    }
}
