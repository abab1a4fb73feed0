package import OpenSSL

/// A subtree of names that a CA may certify, or may not (RFC 5280 §4.2.1.10).
package struct NameConstraint: Equatable, Sendable {
    package let isPermitted: Bool
    package let base: GeneralName

    /// The kinds that can be written as text.
    package static let kinds = ["dns", "ip", "email", "uri", "dirname"]

    /// Reads `permit:dns:example.org`, `exclude:ip:192.0.2.0/24`, `permit:email:.example.org`,
    /// `permit:uri:example.org`, `exclude:dirname:O=Acme,C=DE`. An empty domain includes every host name.
    package init(parsing text: String) throws(NameConstraintError) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0] == "permit" || parts[0] == "exclude" else { throw .effect }
        isPermitted = parts[0] == "permit"
        guard parts.count == 3 else { throw .kind }
        base = try Self.base(parts[1].lowercased(), String(parts[2]))
    }

    private static func base(_ kind: String, _ text: String) throws(NameConstraintError) -> GeneralName {
        switch kind {
        case "dns":
            if text.hasPrefix("."), DNSName.isWellFormed(text.dropFirst()) {
                throw .leadingDot(String(text.dropFirst()))
            }
            guard text.isEmpty || DNSName.isWellFormed(text) else { throw .host(text) }
            return .dns(text)
        case "email":
            guard Mailbox(text) != nil || isHost(text) else { throw .mailbox(text) }
            return .email(text)
        case "uri":
            guard isHost(text) else { throw .uri(text) }
            return .uri(text)
        case "ip": return .ip(try network(text))
        case "dirname":
            return .directory(
                try mappingErrors(NameConstraintError.directory) { () throws(NameError) in
                    try DistinguishedName(parsing: text)
                })
        default: throw .kind
        }
    }

    /// Whether it is a host, or the hosts below one, which begin with a dot.
    private static func isHost(_ text: String) -> Bool {
        DNSName.isWellFormed(text.hasPrefix(".") ? text.dropFirst() : text[...])
    }

    /// An address and its mask, 8 or 32 octets.
    private static func network(_ text: String) throws(NameConstraintError) -> [UInt8] {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPAddress.bytes(String(parts[0])),
            parts[1].utf8.allSatisfy(\.isDigit), let prefix = Int(parts[1]), prefix <= address.count * 8
        else { throw .network(text) }
        let mask = address.indices.map { index in
            UInt8(truncatingIfNeeded: 0xFF00 >> min(max(prefix - index * 8, 0), 8))
        }
        let network = zip(address, mask).map { $0 & $1 }
        if network != address { throw .bitsBelowPrefix("\(IPAddress.text(network) ?? "")/\(prefix)") }
        return network + mask
    }
}

/// Why a text is not a name constraint.
package enum NameConstraintError: Error, Equatable, Sendable {
    /// It begins with neither `permit:` nor `exclude:`.
    case effect
    /// The kind of name is missing or unknown.
    case kind
    case host(String)
    /// `.example.org`; the name without the dot includes those below it.
    case leadingDot(String)
    case mailbox(String)
    case uri(String)
    case network(String)
    /// The network that is probably meant.
    case bitsBelowPrefix(String)
    case directory(NameError)
}
