package import OpenSSL

extension GeneralName {
    /// The name as `--san` accepts it, if its kind is supported: `dns:example.org`, `ip:192.0.2.1`.
    package var text: String {
        switch self {
        case .dns(let name): "dns:\(name)"
        case .email(let address): "email:\(address)"
        case .uri(let uri): "uri:\(uri)"
        case .ip(let bytes): "ip:\(Self.address(bytes))"
        case .userPrincipalName(let name): "upn:\(name)"
        case .directory(let name): "dirname:\(name.text)"
        case .registeredID(let oid): "rid:\(oid)"
        case .other(let oid, let value): "other:\(oid)=#\(hexadecimal(value))"
        case .unreadable(let tag, let bytes): "[\(tag)]:#\(hexadecimal(bytes))"
        }
    }

    /// An address, or in name constraints an address with its mask. If the length is wrong, the bytes are shown.
    private static func address(_ bytes: [UInt8]) -> String {
        if let text = IPAddress.text(bytes) { return text }
        let half = bytes.count / 2
        if bytes.count % 2 == 0, let address = IPAddress.text(bytes.prefix(half)),
            let mask = IPAddress.text(bytes.suffix(half))
        {
            return "\(address)/\(prefixLength(bytes.suffix(half)).map { "\($0)" } ?? mask)"
        }
        return "#\(hexadecimal(bytes))"
    }

    /// The number of leading ones in a mask; nil unless only zeros follow.
    private static func prefixLength(_ mask: ArraySlice<UInt8>) -> Int? {
        let bits = mask.flatMap { byte in (0..<8).map { byte >> (7 - UInt8($0)) & 1 } }
        let ones = bits.prefix { $0 == 1 }.count
        return bits.dropFirst(ones).allSatisfy { $0 == 0 } ? ones : nil
    }
}

extension GeneralName {
    /// The kinds that can be written as text.
    package static let kinds = ["dns", "ip", "email", "uri", "upn"]

    /// Reads `dns:example.org`, `ip:2001:db8::1`, `email:jo@example.org`, `uri:https://example.org/`,
    /// `upn:jo@example.org`. It is strict and rejects names that verifiers could not match (RFC 9525, RFC 5280
    /// §4.2.1.6).
    package init(parsing text: String) throws(AlternativeNameError) {
        guard let colon = text.firstIndex(of: ":") else {
            throw .kindMissing(suggestion: Self.kind(of: text))
        }
        let kind = text[..<colon].lowercased()
        let name = String(text[text.index(after: colon)...])
        if Self.kinds.contains(kind), name.isEmpty { throw .empty }
        switch kind {
        case "dns":
            if IPAddress.bytes(name) != nil { throw .addressAsHost }
            try DNSName.checkPresented(name)
            // No verifier would match it.
            if name.hasPrefix("*."), DNSName.wildcardBase(name) == nil { throw .wideWildcard }
            self = .dns(name)
        case "ip": self = .ip(try Self.address(name))
        case "email":
            _ = try Mailbox(parsing: name)
            self = .email(name)
        case "uri":
            _ = try URIName(parsing: name)
            self = .uri(name)
        case "upn": self = .userPrincipalName(try Self.principal(name))
        // An IPv6 address or a URI without a kind: the text before its first colon was taken as the kind.
        default: throw IPAddress.bytes(text) != nil ? .kindMissing(suggestion: "ip") : .unknownKind(kind)
        }
    }

    /// Whether the name is of a supported kind and would be accepted as text.
    package var isWellFormed: Bool { (try? GeneralName(parsing: text)) == self }

    /// The kind that a name without one seems to be.
    private static func kind(of text: String) -> String {
        if IPAddress.bytes(text) != nil { return "ip" }
        return text.utf8.contains(UInt8(ascii: "@")) ? "email" : "dns"
    }

    private static func address(_ text: String) throws(AlternativeNameError) -> [UInt8] {
        if let bytes = IPAddress.bytes(text) { return bytes }
        if text.utf8.contains(UInt8(ascii: "/")) { throw .prefix }
        throw text.hasPrefix("[") ? .brackets : .notAnAddress
    }

    private static func principal(_ text: String) throws(AlternativeNameError) -> String {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isClean = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard parts.count == 2, !parts.contains(where: \.isEmpty), isClean else { throw .notAPrincipalName }
        return text
    }
}

/// Why a text is not a valid name for a subjectAltName.
package enum AlternativeNameError: Error, Equatable, Sendable {
    /// The kind before the name is missing; `suggestion` is the likely one.
    case kindMissing(suggestion: String)
    case unknownKind(String)
    case empty
    /// A host name with characters beyond ASCII, which has an ASCII form (RFC 5890 §2.3.2.1).
    case internationalHost
    /// A character that host names cannot contain (RFC 1123 §2.1).
    case hostCharacter(Character)
    /// An empty label: two dots in a row, or one at either end.
    case emptyLabel
    case longLabel(count: Int)
    case longHost(count: Int)
    /// A hyphen at the beginning or end of a label.
    case hyphen
    /// A `*` that is not the whole first label, or is the only label.
    case wildcard
    /// A `*` that is followed by only one label (`*.com`).
    case wideWildcard
    /// An address given as a host name, or a last label that is a number.
    case addressAsHost
    case notAnAddress
    /// `192.0.2.0/24`.
    case prefix
    /// `[::1]`.
    case brackets
    case notAnEmailAddress
    /// RFC 8398 defines a separate form for these.
    case internationalEmail
    case schemeMissing
    case uriCharacter
    case uriHostMissing
    /// The host of a URI is neither a host name nor an address, or the port is not a number.
    case uriHost
    case notAPrincipalName
}
