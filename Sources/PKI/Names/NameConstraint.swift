package import OpenSSL
import Words

/// A subtree of names that a CA may certify, or may not (RFC 5280 §4.2.1.10).
package struct NameConstraint: Equatable, Sendable {
    package let isPermitted: Bool
    package let base: GeneralName

    /// The kinds that can be written as text.
    package static let kinds = ["dns", "ip", "email", "uri", "dirname"]

    /// Reads `permit:dns:example.org`, `exclude:ip:192.0.2.0/24`, `permit:email:.example.org`,
    /// `permit:uri:example.org`, `exclude:dirname:O=Acme,C=DE`. An empty domain includes every host name, and cannot be
    /// permitted.
    package init(parsing text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0] == "permit" || parts[0] == "exclude" else {
            throw InputError(
                "expected permit: or exclude:",
                hint: "use a constraint such as permit:dns:example.org or exclude:ip:0.0.0.0/0")
        }
        isPermitted = parts[0] == "permit"
        guard parts.count == 3 else { throw Self.kindMissing }
        // It may be a variable that is not set, and the CA would have no limit.
        let kind = parts[1].lowercased()
        let examples = ["dns": "example.org", "dirname": "O=Acme,C=DE"]
        if isPermitted, parts[2].allSatisfy(\.isWhitespace), let example = examples[kind] {
            throw InputError(
                "expected a name, found nothing, which would permit every name",
                hint: "use a constraint such as permit:\(kind):\(example), or leave it out")
        }
        base = try Self.base(kind, String(parts[2]))
    }

    private static func base(_ kind: String, _ text: String) throws -> GeneralName {
        switch kind {
        case "dns":
            if text.hasPrefix("."), DNSName.isWellFormed(text.dropFirst()) {
                throw InputError(
                    "a domain of dns: must not begin with a dot (RFC 5280 §4.2.1.10)",
                    hint: "use dns:\(String(text.dropFirst()).printable), which includes every name below it")
            }
            guard text.isEmpty || DNSName.isWellFormed(text) else {
                throw InputError(
                    "invalid host name \(text.quoted)",
                    hint: "use a domain such as example.org, which includes every name below it")
            }
            return .dns(text)
        case "email":
            guard Mailbox(text) != nil || isHost(text) else {
                throw InputError(
                    "invalid mailbox or host \(text.quoted)",
                    hint: "use jo@example.org, example.org, or .example.org for the hosts below it")
            }
            return .email(text)
        case "uri":
            guard isHost(text) else {
                throw InputError(
                    "invalid host \(text.quoted)",
                    hint: "use uri:example.org, or uri:.example.org for the hosts below it")
            }
            return .uri(text)
        case "ip": return .ip(try network(text))
        case "dirname": return .directory(try DistinguishedName(parsing: text))
        default: throw kindMissing
        }
    }

    private static var kindMissing: InputError {
        InputError(
            "expected \(kinds.map { "\($0):" }.orList) after permit: or exclude:",
            hint: "use a constraint such as permit:dns:example.org")
    }

    /// Whether it is a host, or the hosts below one, which begin with a dot.
    private static func isHost(_ text: String) -> Bool {
        DNSName.isWellFormed(text.hasPrefix(".") ? text.dropFirst() : text[...])
    }

    /// An address and its mask, 8 or 32 octets.
    private static func network(_ text: String) throws -> [UInt8] {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPAddress.bytes(String(parts[0])),
            parts[1].utf8.allSatisfy(\.isDigit), let prefix = Int(parts[1]), prefix <= address.count * 8
        else {
            throw InputError(
                "invalid network \(text.quoted)",
                hint: "use an address with a prefix length: ip:192.0.2.0/24 or ip:2001:db8::/32")
        }
        let mask = address.indices.map { index in
            UInt8(truncatingIfNeeded: 0xFF00 >> min(max(prefix - index * 8, 0), 8))
        }
        let network = zip(address, mask).map { $0 & $1 }
        if network != address {
            throw InputError(
                "the address has bits after its prefix length",
                hint: "use ip:\(IPAddress.text(network) ?? "")/\(prefix)")
        }
        return network + mask
    }
}
