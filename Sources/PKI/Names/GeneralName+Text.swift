package import OpenSSL
import Words

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
    package init(parsing text: String) throws {
        guard let colon = text.firstIndex(of: ":") else {
            throw Self.kindMissing(text, Self.kind(of: text))
        }
        let kind = text[..<colon].lowercased()
        let name = String(text[text.index(after: colon)...])
        if Self.kinds.contains(kind), name.isEmpty {
            throw InputError("\(text.quoted) has no name after the colon")
        }
        switch kind {
        case "dns":
            if IPAddress.bytes(name) != nil { throw DNSName.address(name, in: text) }
            try DNSName.checkPresented(name, in: text)
            // No verifier would match it.
            if name.hasPrefix("*."), DNSName.wildcardBase(name) == nil {
                throw DNSName.wildcard("must be followed by at least two labels", in: text)
            }
            self = .dns(name)
        case "ip": self = .ip(try Self.address(name, in: text))
        case "email":
            _ = try Mailbox(parsing: name, in: text)
            self = .email(name)
        case "uri":
            _ = try URIName(parsing: name, in: text)
            self = .uri(name)
        case "upn": self = .userPrincipalName(try Self.principal(name, in: text))
        // An IPv6 address or a URI without a kind: the text before its first colon was taken as the kind.
        default:
            if IPAddress.bytes(text) != nil { throw Self.kindMissing(text, "ip") }
            if name.hasPrefix("//") { throw Self.kindMissing(text, "uri") }
            if kind.contains("."), UInt16(name) != nil {
                throw InputError(
                    "\(text.quoted) has a port, which no name has",
                    hint: Self.hint(for: kind, Self.kind(of: kind)))
            }
            throw InputError(
                "\(text.quoted) has the unknown type \(kind.quoted); expected \(Self.kindList)")
        }
    }

    private static func kindMissing(_ text: String, _ likely: String) -> InputError {
        // As openssl and certtool are configured: `DNS.1 = host`.
        if let sign = text.firstIndex(of: "="), let named = kinds.first(where: text.lowercased().hasPrefix) {
            let name = text[sign...].dropFirst().drop { $0 == " " }
            return InputError(
                "\(text.quoted) has no type; expected \(kindList)", hint: hint(for: String(name), named))
        }
        return InputError("\(text.quoted) has no type; expected \(kindList)", hint: hint(for: text, likely))
    }

    /// The name with its kind, if it is one, or else what is wrong with it.
    private static func hint(for name: String, _ kind: String) -> String? {
        do {
            return "use \(try GeneralName(parsing: "\(kind):\(name)").text.printable)"
        } catch {
            return (error as? InputError)?.hint
        }
    }

    private static var kindList: String { kinds.map { "\($0):" }.orList }

    /// Whether the name is of a supported kind and would be accepted as text.
    package var isWellFormed: Bool { (try? GeneralName(parsing: text)) == self }

    /// The kind that a name without one seems to be.
    private static func kind(of text: String) -> String {
        if IPAddress.bytes(String(text.prefix { $0 != "/" })) != nil { return "ip" }
        return text.utf8.contains(UInt8(ascii: "@")) ? "email" : "dns"
    }

    private static func address(_ name: String, in text: String) throws -> [UInt8] {
        if let bytes = IPAddress.bytes(name) { return bytes }
        if name.utf8.contains(UInt8(ascii: "/")) {
            throw InputError(
                "the address in \(text.quoted) must not have a prefix length",
                hint: "give each address separately")
        }
        throw name.hasPrefix("[")
            ? InputError(
                "the address in \(text.quoted) must not have brackets",
                hint: "use an address such as ip:2001:db8::1")
            : InputError(
                "invalid IP address in \(text.quoted)",
                hint: "use an address such as ip:192.0.2.1 or ip:2001:db8::1")
    }

    private static func principal(_ name: String, in text: String) throws -> String {
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        let isClean = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard parts.count == 2, !parts.contains(where: \.isEmpty), isClean,
            name.first != " ", name.last != " "
        else {
            throw InputError(
                "invalid user principal name in \(text.quoted)", hint: "use a name such as upn:jo@example.org"
            )
        }
        return name
    }
}
