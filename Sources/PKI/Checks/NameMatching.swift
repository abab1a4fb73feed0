import OpenSSL

/// How names are compared with the subtrees of name constraints (RFC 5280 §4.2.1.10).
enum NameMatching {
    /// Why constraints cannot be applied; nil if they can.
    static func fault(in constraints: NameConstraints) -> NameFault? {
        (constraints.permitted + constraints.excluded).lazy.compactMap(fault).first
    }

    private static func fault(of subtree: GeneralName) -> NameFault? {
        switch subtree {
        case .dns(let text):
            return text.isEmpty || DNSName.isWellFormed(text, allowsUnderscore: true) ? nil : .notHost(text)
        case .email(let text):
            return Mailbox(text) != nil || isDomain(text) ? nil : .notMailboxOrDomain(text)
        case .uri(let text): return isDomain(text) ? nil : .notDomain(text)
        case .ip(let octets):
            guard octets.count == 8 || octets.count == 32 else {
                return .addressLength(octets: octets.count)
            }
            let mask = octets.suffix(octets.count / 2).drop { $0 == 0xFF }
            let isPrefix =
                (~(mask.first ?? 0) &+ 1) & ~(mask.first ?? 0) == 0 && mask.dropFirst().allSatisfy { $0 == 0 }
            return isPrefix ? nil : .mask
        case .unreadable(let tag, _): return [1, 2, 6].contains(tag) ? .notASCII : nil
        case .directory, .registeredID, .userPrincipalName, .other: return nil
        }
    }

    /// A dot before it stands for all that is below.
    private static func isDomain(_ text: String) -> Bool {
        DNSName.isWellFormed(text.hasPrefix(".") ? text.dropFirst() : text[...], allowsUnderscore: true)
    }

    /// What constraints have against a name; nil if they allow it.
    static func fault(of name: GeneralName, under constraints: NameConstraints) -> ConstraintFault? {
        for subtree in constraints.excluded {
            switch compare(name, with: subtree) {
            case .within, .partly: return .excluded
            case .unknown: return .notComparable
            case .unrelated, .outside: continue
            }
        }
        var isConstrained = false
        for subtree in constraints.permitted {
            switch compare(name, with: subtree) {
            case .within: return nil
            case .unknown: return .notComparable
            case .outside, .partly: isConstrained = true
            case .unrelated: continue
            }
        }
        return isConstrained ? .notPermitted : nil
    }

    private enum Answer {
        /// Another kind of name: the subtree says nothing of it.
        case unrelated
        case within
        case outside
        /// A wildcard of which some names are within, and others are not.
        case partly
        /// A kind of name that is not compared here, or a malformed name (§4.2.1.10: then the certificate is refused).
        case unknown
    }

    private static func compare(_ name: GeneralName, with subtree: GeneralName) -> Answer {
        switch (name, subtree) {
        case (.dns(let name), .dns(let base)): return compareHost(name, base)
        case (.email(let name), .email(let base)): return compareMailbox(name, base)
        case (.uri(let name), .uri(let base)): return compareURI(name, base)
        case (.ip(let address), .ip(let range)): return isWithin(address, range) ? .within : .outside
        case (.directory(let name), .directory(let base)): return name.isWithin(base) ? .within : .outside
        case (.registeredID, .registeredID), (.userPrincipalName, .userPrincipalName), (.other, .other),
            (.userPrincipalName, .other), (.other, .userPrincipalName):
            return .unknown
        case (.unreadable(let tag, _), .unreadable(let other, _)): return tag == other ? .unknown : .unrelated
        // 0: an otherName that could not be taken apart.
        case (.unreadable(0, _), .other), (.unreadable(0, _), .userPrincipalName),
            (.other, .unreadable(0, _)),
            (.userPrincipalName, .unreadable(0, _)):
            return .unknown
        default: return .unrelated
        }
    }

    private static func compareHost(_ name: String, _ base: String) -> Answer {
        let host = name.hasPrefix("*.") ? name.dropFirst(2) : name[...]
        guard DNSName.isWellFormed(host, allowsUnderscore: true) else { return .unknown }
        if DNSName.isWithin(name, base) { return .within }
        // Of `*.example.com`, the subtree of `www.example.com` has one name.
        guard name.hasPrefix("*.") else { return .outside }
        let parent = base.split(separator: ".", maxSplits: 1).dropFirst().first.map(String.init)
        return parent?.lowercased() == name.dropFirst(2).lowercased() ? .partly : .outside
    }

    private static func compareMailbox(_ name: String, _ base: String) -> Answer {
        // A name that cannot be read may be any: outside would mean allowed where the subtree is excluded.
        guard let mailbox = Mailbox(name) else { return .unknown }
        if let exact = Mailbox(base) { return mailbox == exact ? .within : .outside }
        return isHost(mailbox.domain, base) ? .within : .outside
    }

    private static func compareURI(_ name: String, _ base: String) -> Answer {
        // A URI without a host, or with an address, is refused where URIs are constrained.
        guard let host = URIName.host(name), DNSName.isWellFormed(host, allowsUnderscore: true) else {
            return .unknown
        }
        return isHost(host, base) ? .within : .outside
    }

    /// A base with a leading dot stands for what is below it, one without for that host alone.
    private static func isHost(_ host: String, _ base: String) -> Bool {
        base.hasPrefix(".")
            ? host.lowercased().hasSuffix(base.lowercased()) : host.lowercased() == base.lowercased()
    }

    private static func isWithin(_ address: [UInt8], _ range: [UInt8]) -> Bool {
        guard address.count * 2 == range.count else { return false }
        return address.indices.allSatisfy { (address[$0] ^ range[$0]) & range[address.count + $0] == 0 }
    }
}
