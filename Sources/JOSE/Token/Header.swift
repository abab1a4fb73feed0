package import JSON

/// A JOSE header (RFC 7515 §4). It has passed all checks that do not require a key.
package struct Header: Sendable {
    package let text: JSONObjectText
    /// `alg` as written, known or unknown.
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
        guard let algorithm = try Self.string(Self.alg, in: text) else { throw .missing(member: "alg") }
        algorithmName = algorithm
        keyID = try Self.string(Self.kid, in: text)
        type = try Self.string(Self.typ, in: text)
    }

    private static let alg: MemberName = "alg"
    private static let kid: MemberName = "kid"
    private static let typ: MemberName = "typ"
    private static let crit: MemberName = "crit"
    private static let keyMembers: [MemberName] = ["jwk", "jku", "x5u"]

    /// The maximum size of a header, in bytes. No genuine header is longer.
    package static var maximumBytes: Int { 64 << 10 }
    private static let limits = JSONLimits(maximumBytes: maximumBytes, maximumDepth: 16)

    private static func string(_ member: MemberName, in text: JSONObjectText) throws(Failure) -> String? {
        guard let value = text[member] else { return nil }
        guard let text = value.stringValue else { throw .mistyped(member: member.text, expected: "a string") }
        return text
    }

    /// A member that contains a key or the address of one; nil if there is none. Keys must come from the caller only.
    package var embeddedKey: String? {
        Self.keyMembers.first { text.has($0) }?.text
    }

    /// The defect of `crit` (§4.1.11): an extension that is not supported, a name that is not an extension, an empty
    /// list, or a name that is not in the header.
    package var criticalDefect: CriticalDefect? {
        guard let value = text[Self.crit] else { return nil }
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

    /// The members of RFC 7515 and RFC 7518, which `crit` must not name.
    private static let registered: Set<String> = [
        "alg", "jku", "jwk", "kid", "x5u", "x5c", "x5t", "x5t#S256", "typ", "cty", "crit", "enc", "zip",
        "epk",
        "apu", "apv", "iv", "tag", "p2s", "p2c",
    ]
}
