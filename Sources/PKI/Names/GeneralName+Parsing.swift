package import OpenSSL

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
            try HostName.check(name, mayBeWildcard: true)
            // Some readers would take it for an address; the last label must be alphabetic (RFC 1123 §2.1).
            if let label = name.utf8.split(separator: UInt8(ascii: ".")).last,
                label.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
            {
                throw .addressAsHost
            }
            self = .dns(name)
        case "ip": self = .ip(try Self.address(name))
        case "email": self = .email(try Self.email(name))
        case "uri": self = .uri(try Self.uri(name))
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

    /// `local@host` (RFC 5321 §4.1.2), without quotes and comments.
    private static func email(_ text: String) throws(AlternativeNameError) -> String {
        guard isASCII(text) else { throw .internationalEmail }
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].count), text.utf8.count <= 254,
            !parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains(
                where: \.isEmpty),
            parts[0].allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"()<>[]:;,\\\"".utf8.contains($0) })
        else { throw .notAnEmailAddress }
        try HostName.check(String(decoding: Array(parts[1]), as: UTF8.self), mayBeWildcard: false)
        return text
    }

    /// An absolute URI (RFC 3986 §3). If it has an authority, it must have a host.
    private static func uri(_ text: String) throws(AlternativeNameError) -> String {
        let bytes = Array(text.utf8)
        let unsafeCharacters = "\"<>\\^`{|}"
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !unsafeCharacters.utf8.contains($0) }) else {
            throw .uriCharacter
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon < bytes.count - 1,
            let first = bytes.first, Character(Unicode.Scalar(first)).isLetter,
            bytes[..<colon].allSatisfy({ byte in
                let character = Character(Unicode.Scalar(byte))
                return character.isLetter || character.isNumber || "+-.".utf8.contains(byte)
            })
        else { throw .schemeMissing }
        let rest = bytes[(colon + 1)...]
        if rest.starts(with: "//".utf8),
            [nil, UInt8(ascii: "/"), UInt8(ascii: "?")].contains(rest.dropFirst(2).first)
        {
            throw .uriHostMissing
        }
        return text
    }

    private static func principal(_ text: String) throws(AlternativeNameError) -> String {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isClean = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard parts.count == 2, !parts.contains(where: \.isEmpty), isClean else { throw .notAPrincipalName }
        return text
    }
}

/// Host names in certificates: the preferred syntax of RFC 1034 §3.5 and RFC 1123 §2.1.
enum HostName {
    static func check(_ name: String, mayBeWildcard: Bool) throws(AlternativeNameError) {
        guard isASCII(name) else { throw .internationalHost }
        if name.utf8.count > 253 { throw .longHost(count: name.utf8.count) }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        for (index, label) in labels.enumerated() {
            if label.isEmpty { throw .emptyLabel }
            if label.utf8.contains(UInt8(ascii: "*")) {
                // RFC 9525 §6.3 allows a wildcard only as the whole first label.
                guard mayBeWildcard, index == 0, label == "*", labels.count > 1 else { throw .wildcard }
                continue
            }
            if label.utf8.count > 63 { throw .longLabel(count: label.utf8.count) }
            if let other = label.first(where: { !($0.isLetter || $0.isNumber || $0 == "-") }) {
                throw .hostCharacter(other)
            }
            if label.hasPrefix("-") || label.hasSuffix("-") { throw .hyphen }
        }
    }
}

private func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

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
    /// An address given as a host name.
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
    case notAPrincipalName
}
