package import JSON

/// A JOSE header (RFC 7515 §4), checked as far as it can be without a key.
package struct Header: Sendable {
    package let text: JSONObjectText
    /// `alg` as it stands there, known or not.
    package let algorithmName: String
    /// `kid`.
    package let keyID: String?
    /// `typ`.
    package let type: String?

    package enum Failure: Error, Equatable, Sendable {
        case json(JSONError)
        case missing(member: String)
        case mistyped(member: String, expected: String)
    }

    package init(parsing bytes: [UInt8]) throws(Failure) {
        do {
            text = try JSONObjectText(parsing: bytes, limits: Self.limits)
        } catch {
            throw .json(error)
        }
        guard let algorithm = try Self.string("alg", in: text) else { throw .missing(member: "alg") }
        algorithmName = algorithm
        keyID = try Self.string("kid", in: text)
        type = try Self.string("typ", in: text)
    }

    /// Nobody's header is longer; in bytes.
    package static var maximumBytes: Int { 64 << 10 }
    private static let limits = JSONLimits(maximumBytes: maximumBytes, maximumDepth: 16)

    private static func string(_ member: String, in text: JSONObjectText) throws(Failure) -> String? {
        guard let value = text[MemberName(member)] else { return nil }
        guard let text = value.stringValue else { throw .mistyped(member: member, expected: "a string") }
        return text
    }

    /// A member that offers a key or a place to fetch one from. Keys come from the caller alone.
    package var embeddedKey: String? {
        ["jwk", "jku", "x5u"].first { text.has(MemberName($0)) }
    }

    /// What is wrong with `crit` (§4.1.11): extensions that nothing here understands, names that are no
    /// extensions, an empty list, names that are not in the header.
    package var criticalDefect: CriticalDefect? {
        guard let value = text["crit"] else { return nil }
        guard let elements = value.arrayValue, !elements.isEmpty else { return .malformed }
        var names: Set<[UInt8]> = []
        for element in elements {
            guard let name = element.stringValue, names.insert(Array(name.utf8)).inserted,
                !Self.registered.contains(name), text.has(MemberName(name))
            else { return .malformed }
        }
        return .notUnderstood(elements.compactMap(\.stringValue))
    }

    package enum CriticalDefect: Equatable, Sendable {
        case malformed
        case notUnderstood([String])
    }

    /// Members of RFC 7515 and RFC 7518, which `crit` may not name.
    private static let registered: Set<String> = [
        "alg", "jku", "jwk", "kid", "x5u", "x5c", "x5t", "x5t#S256", "typ", "cty", "crit", "enc", "zip",
        "epk",
        "apu", "apv", "iv", "tag", "p2s", "p2c",
    ]
}
