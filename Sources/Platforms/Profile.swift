package import JOSE
package import JSON
package import System

/// A platform's rules for its tokens, as data. Each platform has a file of its own, and whatever reads profiles
/// (signing, verifying, the manual) reads this.
package struct Profile: Sendable {
    package struct ClaimRule: Sendable {
        package enum Kind: Sendable {
            /// A string that is not empty.
            case text
            /// A whole number of seconds.
            case time
        }

        package enum Source: Sendable {
            /// The caller gives it.
            case given
            /// Made where claims lack it: a random UUID, the time now, the longest lifetime from `nbf`.
            case uuid, now, lifetime
        }

        package let name: MemberName
        package let kind: Kind
        package let source: Source
        package let meaning: String

        init(_ name: String, _ kind: Kind, _ source: Source, _ meaning: String) {
            self.name = MemberName(name)
            self.kind = kind
            self.source = source
            self.meaning = meaning
        }
    }

    /// What `--profile` takes.
    package let name: String
    /// The section of the document that has the claims.
    package let claimsSection: String
    package let algorithm: Algorithm
    /// The size of the RSA key, in bits, and the section that says so.
    package let keyBits: Int
    package let keySection: String
    /// `typ` of the header.
    package let type: String
    /// All of them required.
    package let claims: [ClaimRule]
    /// The longest that `exp` may be after `nbf`, inclusive.
    package let longestWindow: TimeSpan

    package static let all: [Profile] = [.ims]

    package static func named(_ name: String) -> Profile? { all.first { $0.name == name } }

    /// The header that the platform wants.
    ///
    /// - Parameter keyID: for an optional `kid`.
    package func header(keyID: String?) -> JSONObjectText {
        var members: [(String, JSONValue)] = [("alg", .string(algorithm.name)), ("typ", .string(type))]
        if let keyID { members.append(("kid", .string(keyID))) }
        return JSONObjectText(JSONObject(members))
    }

    /// Whether a header can stay as it is: the right algorithm and type, and nothing beyond them but `kid`.
    package func accepts(_ header: Header) -> Bool {
        headerViolation(header) == nil
            && header.text.memberNames.allSatisfy { ["alg", "typ", "kid"].contains($0) }
    }
}
