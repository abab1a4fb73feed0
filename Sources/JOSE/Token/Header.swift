package import JSON
import Words

/// A JOSE header (RFC 7515 §4). It has passed all checks that do not require a key. It is an object, because one header
/// is usually that of many tokens.
package final class Header: Sendable {
    package let text: JSONObjectText
    /// `alg` as written, known or unknown.
    package let algorithmName: String
    /// `kid`.
    package let keyID: String?
    /// `typ`.
    package let type: String?
    /// The members `alg`, `kid` if there is one, and `header` of a report, in one line with invisible characters
    /// escaped. They are written once, because consecutive tokens nearly always have the same header.
    package let reportMembers: [UInt8]

    package enum ParsingError: DescribedError, Equatable {
        case json(JSONError)
        case missing(member: String)
        case mistyped(member: String, expected: String)

        package var message: String {
            switch self {
            case .json(let error): error.words(of: "the header")
            case .missing(let member): "the header has no \(member)"
            case .mistyped(let member, let expected): "the header's \(member) must be \(expected)"
            }
        }
    }

    package init(parsing bytes: [UInt8]) throws(ParsingError) {
        do {
            text = try JSONObjectText(parsing: bytes, limits: Self.limits)
        } catch {
            throw .json(error)
        }
        guard let algorithm = try Self.string(Self.alg, in: text) else { throw .missing(member: "alg") }
        algorithmName = algorithm
        keyID = try Self.string(Self.kid, in: text)
        type = try Self.string(Self.typ, in: text)
        var members = Array("\"alg\":".utf8)
        JSONWriter.append(algorithm, to: &members)
        if let keyID {
            members += ",\"kid\":".utf8
            JSONWriter.append(keyID, to: &members)
        }
        members += ",\"header\":".utf8
        text.appendLine(to: &members)
        reportMembers = members
    }

    private static let alg: MemberName = "alg"
    private static let kid: MemberName = "kid"
    private static let typ: MemberName = "typ"
    private static let crit: MemberName = "crit"
    private static let b64: MemberName = "b64"
    private static let keyMembers: [MemberName] = ["jku", "x5u", "jwk"]

    /// The maximum size of a header, in bytes. No genuine header is longer.
    package static var maximumBytes: Int { 64 << 10 }
    private static let limits = JSONLimits(maximumBytes: maximumBytes, maximumDepth: 16)

    private static func string(_ member: MemberName, in text: JSONObjectText) throws(ParsingError) -> String?
    {
        guard let value = text[member] else { return nil }
        guard let text = value.stringValue else { throw .mistyped(member: member.text, expected: "a string") }
        return text
    }

    /// Whether `typ` is this media type. The case of letters is ignored, and `application/` may be left out (RFC 7515
    /// §4.1.9).
    package func hasType(_ expected: String) -> Bool {
        type.map { Self.mediaType($0) == Self.mediaType(expected) } ?? false
    }

    /// A media type in the form in which two of them can be compared.
    private static func mediaType(_ text: String) -> [UInt8] {
        let name = text.utf8.map(\.inLowerCase)
        let prefix = Array("application/".utf8)
        let rest = name.dropFirst(prefix.count)
        return name.starts(with: prefix) && !rest.contains(UInt8(ascii: "/")) ? Array(rest) : name
    }

    /// A member that contains a key or the address of one; nil if there is none. Keys must come from the caller only.
    package var embeddedKey: String? {
        Self.keyMembers.first { text.has($0) }?.text
    }

    /// The fault of `crit` (§4.1.11): an extension that is not supported, a name that is not an extension, an empty
    /// list, or a name that is not in the header. It is one too if `b64` says that the payload is not encoded and `crit`
    /// does not name it (RFC 7797 §6): the same signature would be valid for two payloads.
    ///
    /// - Parameter understood: the extensions that the caller supports.
    package func criticalFault(except understood: [String] = []) -> CriticalFault? {
        let encodingFault: CriticalFault? =
            switch text[Self.b64] {
            case nil, .bool(true)?: nil
            default: .unencodedPayload
            }
        guard let value = text[Self.crit] else { return encodingFault }
        guard let elements = value.arrayValue, !elements.isEmpty else { return .malformed }
        var names: Set<[UInt8]> = []
        for element in elements {
            guard let name = element.stringValue, names.insert(Array(name.utf8)).inserted,
                !Self.registered.contains(name), text.has(MemberName(name))
            else { return .malformed }
        }
        let others = elements.compactMap(\.stringValue).filter { name in
            !understood.contains { $0.utf8.elementsEqual(name.utf8) }
        }
        return others.isEmpty ? encodingFault : .notUnderstood(others)
    }

    package enum CriticalFault: Equatable, Sendable {
        case malformed
        case notUnderstood([String])
        case unencodedPayload
    }

    /// The members of RFC 7515 and RFC 7518, which `crit` must not name.
    package static let registered: Set<String> = [
        "alg", "jku", "jwk", "kid", "x5u", "x5c", "x5t", "x5t#S256", "typ", "cty", "crit", "enc", "zip",
        "epk",
        "apu", "apv", "iv", "tag", "p2s", "p2c",
    ]
}
