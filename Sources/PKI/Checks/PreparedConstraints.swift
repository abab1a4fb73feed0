import OpenSSL

/// The name constraints of a CA (RFC 5280 §4.2.1.10), prepared to be compared with many names.
struct PreparedConstraints {
    private var permitted: [PreparedName.Kind: Subtrees] = [:]
    private var excluded: [PreparedName.Kind: Subtrees] = [:]

    private struct Subtrees {
        var bases: [PreparedName] = []
        /// What comparing a name with all of them costs (``Limits/nameComparisons``).
        var cost = 0

        mutating func add(_ base: PreparedName) {
            bases.append(base)
            cost += base.comparisonCost
        }
    }

    init(_ constraints: NameConstraints) {
        for base in constraints.permitted {
            permitted[PreparedName.Kind(base), default: Subtrees()].add(PreparedName(base: base))
        }
        for base in constraints.excluded {
            excluded[PreparedName.Kind(base), default: Subtrees()].add(PreparedName(base: base))
        }
    }

    /// What preparing a name and comparing it costs; 0 if no subtree applies to names of its kind.
    func cost(of name: GeneralName) -> Int {
        PreparedName.kinds(of: name).reduce(0) { sum, kind in
            let cost = (permitted[kind]?.cost ?? 0) + (excluded[kind]?.cost ?? 0)
            return sum + (cost == 0 ? 0 : cost + name.byteCount >> 4)
        }
    }

    /// Why the constraints do not allow a name, before the name of their CA: `is excluded by`; nil if they do.
    func fault(of name: GeneralName) -> String? {
        let notComparable = "cannot be compared with the constraints of"
        for kind in PreparedName.kinds(of: name) {
            let permitted = permitted[kind]?.bases ?? []
            let excluded = excluded[kind]?.bases ?? []
            if permitted.isEmpty, excluded.isEmpty { continue }
            let name = PreparedName(name, as: kind)
            let answers = excluded.lazy.map { name.compared(with: $0) }
            if answers.contains(where: { $0 == .within || $0 == .partly }) { return "is excluded by" }
            if answers.contains(.unknown) { return notComparable }
            if permitted.isEmpty { continue }
            let allowed = permitted.lazy.map { name.compared(with: $0) }
            if allowed.contains(.within) { continue }
            return allowed.contains(.unknown) ? notComparable : "is not permitted by"
        }
        return nil
    }
}

/// A name of a certificate or the base of a subtree, in a form that is compared quickly.
enum PreparedName {
    /// In lower case. A name may have been a wildcard, and is then what follows `*.`.
    case host([UInt8], isWildcard: Bool)
    case mailbox(Mailbox)
    /// Of a URI or of mailboxes, in lower case. A base with a leading dot stands for all hosts below it, and one without
    /// for that host only.
    case domain([UInt8])
    /// As a base, an address and its mask.
    case address([UInt8])
    case directory(PreparedDirectoryName)
    /// A malformed name, or one of a kind that cannot be compared.
    case incomparable

    /// The names that a subtree applies to.
    enum Kind: Hashable {
        case host, mailbox, uri, address, directory, registeredID, other
        /// The number of an unsupported tag.
        case unsupported(Int)

        init(_ name: GeneralName) {
            switch name {
            case .dns, .unreadable(2, _): self = .host
            case .email, .unreadable(1, _): self = .mailbox
            case .uri, .unreadable(6, _): self = .uri
            case .ip: self = .address
            case .directory: self = .directory
            case .registeredID: self = .registeredID
            // Tag 0 is an otherName that could not be decoded.
            case .userPrincipalName, .other, .unreadable(0, _): self = .other
            case .unreadable(let tag, _): self = .unsupported(tag)
            }
        }
    }

    /// Constraints of mailboxes apply to an SmtpUTF8Mailbox, too, which is an otherName (RFC 9598 §6).
    static func kinds(of name: GeneralName) -> [Kind] {
        if case .other(Mailbox.smtpUTF8OID, _) = name { [.other, .mailbox] } else { [Kind(name)] }
    }

    init(_ name: GeneralName, as kind: Kind) {
        switch name {
        case .dns(let text):
            let isWildcard = text.hasPrefix("*.")
            let host = isWildcard ? text.dropFirst(2) : text[...]
            // A malformed name may stand for any. As an unequal one, it would pass an excluded subtree.
            self =
                DNSName.isWellFormed(host, allowsUnderscore: true)
                ? .host(Array(host.lowercased().utf8), isWildcard: isWildcard) : .incomparable
        case .email(let text): self = Mailbox(text).map { .mailbox($0) } ?? .incomparable
        case .other(Mailbox.smtpUTF8OID, let value) where kind == .mailbox:
            self = Mailbox(smtpUTF8: value).map { .mailbox($0) } ?? .incomparable
        case .uri(let text):
            // If URIs are constrained, a URI must have a host that is not an address.
            let host = (try? URIName(parsing: text))?.host
            self =
                host.flatMap { DNSName.isWellFormed($0, allowsUnderscore: true) ? $0 : nil }
                .map { .domain(Array($0.lowercased().utf8)) } ?? .incomparable
        case .ip(let octets): self = .address(octets)
        case .directory(let name): self = .directory(PreparedDirectoryName(name))
        case .registeredID, .userPrincipalName, .other, .unreadable: self = .incomparable
        }
    }

    init(base: GeneralName) {
        switch base {
        case .dns(""): self = .host([], isWildcard: false)
        case .email(let text) where !text.utf8.contains(UInt8(ascii: "@")), .uri(let text):
            self = .domain(Array(text.lowercased().utf8))
        default: self = PreparedName(base, as: Kind(base))
        }
    }

    /// In units of a comparison of short names.
    var comparisonCost: Int {
        switch self {
        case .host(let text, _), .domain(let text), .address(let text): 1 + text.count >> 4
        case .mailbox(let mailbox): 1 + mailbox.text.utf8.count >> 4
        case .directory(let name): name.comparisonCost
        case .incomparable: 1
        }
    }

    enum Answer {
        case within
        case outside
        /// A wildcard that covers names inside and outside the subtree.
        case partly
        /// The certificate is rejected then (§4.2.1.10).
        case unknown
    }

    func compared(with base: PreparedName) -> Answer {
        switch (self, base) {
        case (.host(let host, let isWildcard), .host(let base, _)):
            if base.isEmpty || host == base || host.isBelow(base) { return .within }
            // `*.example.com` covers `www.example.com` and others.
            return isWildcard && base.isBelow(host)
                && !base.dropLast(host.count + 1).contains(UInt8(ascii: "."))
                ? .partly : .outside
        case (.mailbox(let mailbox), .mailbox(let base)): return mailbox == base ? .within : .outside
        case (.mailbox(let mailbox), .domain(let base)):
            return Self.isHost(Array(mailbox.domain.utf8), base) ? .within : .outside
        case (.domain(let host), .domain(let base)): return Self.isHost(host, base) ? .within : .outside
        case (.address(let address), .address(let range)):
            return Self.isWithin(address, range) ? .within : .outside
        case (.directory(let name), .directory(let base)): return name.compared(with: base)
        default: return .unknown
        }
    }

    private static func isHost(_ host: [UInt8], _ base: [UInt8]) -> Bool {
        base.first == UInt8(ascii: ".") ? host.hasSuffix(base) : host == base
    }

    private static func isWithin(_ address: [UInt8], _ range: [UInt8]) -> Bool {
        guard address.count * 2 == range.count else { return false }
        return address.indices.allSatisfy { (address[$0] ^ range[$0]) & range[address.count + $0] == 0 }
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ end: [UInt8]) -> Bool { count >= end.count && suffix(end.count) == end[...] }

    /// Whether a host is below a domain.
    fileprivate func isBelow(_ domain: [UInt8]) -> Bool {
        count > domain.count && self[count - domain.count - 1] == UInt8(ascii: ".") && hasSuffix(domain)
    }
}

extension GeneralName {
    /// About how long it is.
    fileprivate var byteCount: Int {
        switch self {
        case .dns(let text), .email(let text), .uri(let text), .registeredID(let text),
            .userPrincipalName(let text):
            text.utf8.count
        case .ip(let octets), .other(_, let octets), .unreadable(_, let octets): octets.count
        case .directory(let name): name.der.count
        }
    }
}
