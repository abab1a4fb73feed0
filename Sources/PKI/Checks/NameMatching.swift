import OpenSSL

/// Compares names with the subtrees of name constraints (RFC 5280 §4.2.1.10).
enum NameMatching {
    /// Why constraints cannot be applied: a clause; nil if they can.
    static func fault(in constraints: NameConstraints) -> String? {
        (constraints.permitted + constraints.excluded).lazy.compactMap(fault).first
    }

    private static func fault(of subtree: GeneralName) -> String? {
        switch subtree {
        case .dns(let text):
            return text.isEmpty || DNSName.isWellFormed(text, allowsUnderscore: true)
                ? nil : "'\(text)' is not a host name"
        case .email(let text):
            return Mailbox(text) != nil || isDomain(text)
                ? nil : "'\(text)' is neither a mailbox nor a domain"
        case .uri(let text): return isDomain(text) ? nil : "'\(text)' is not a domain"
        case .ip(let octets):
            guard octets.count == 8 || octets.count == 32 else {
                return "an address has \(counted(octets.count, "octet"))"
            }
            let mask = octets.suffix(octets.count / 2).drop { $0 == 0xFF }
            let isPrefix =
                (~(mask.first ?? 0) &+ 1) & ~(mask.first ?? 0) == 0 && mask.dropFirst().allSatisfy { $0 == 0 }
            return isPrefix ? nil : "the mask of an address must consist of leading ones"
        case .unreadable, .directory: return subtree.encodingFault
        case .registeredID, .userPrincipalName, .other: return nil
        }
    }

    /// A leading dot stands for all names below the domain.
    private static func isDomain(_ text: String) -> Bool {
        DNSName.isWellFormed(text.hasPrefix(".") ? text.dropFirst() : text[...], allowsUnderscore: true)
    }

    /// Why constraints do not allow a name, before the name of their CA: `is excluded by`; nil if they do.
    static func fault(
        of name: GeneralName, under constraints: NameConstraints
    ) throws(OpenSSLError) -> String? {
        let notComparable = "cannot be compared with the constraints of"
        for subtree in constraints.excluded {
            switch try compare(name, with: subtree) {
            case .within, .partly: return "is excluded by"
            case .unknown: return notComparable
            case .unrelated, .outside: continue
            }
        }
        var isConstrained = false
        for subtree in constraints.permitted {
            switch try compare(name, with: subtree) {
            case .within: return nil
            case .unknown: return notComparable
            case .outside, .partly: isConstrained = true
            case .unrelated: continue
            }
        }
        return isConstrained ? "is not permitted by" : nil
    }

    private enum Answer {
        /// A name of another kind, to which the subtree does not apply.
        case unrelated
        case within
        case outside
        /// A wildcard that covers names inside and outside the subtree.
        case partly
        /// A kind that cannot be compared, or a malformed name. The certificate is rejected then (§4.2.1.10).
        case unknown
    }

    private static func compare(
        _ name: GeneralName, with subtree: GeneralName
    ) throws(OpenSSLError) -> Answer {
        switch (name, subtree) {
        case (.dns(let name), .dns(let base)): return compareHost(name, base)
        case (.email(let name), .email(let base)): return compareMailbox(name, base)
        case (.uri(let name), .uri(let base)): return compareURI(name, base)
        case (.ip(let address), .ip(let range)): return isWithin(address, range) ? .within : .outside
        case (.directory(let name), .directory(let base)):
            return try name.isWithin(base) ? .within : .outside
        case (.registeredID, .registeredID), (.userPrincipalName, .userPrincipalName), (.other, .other),
            (.userPrincipalName, .other), (.other, .userPrincipalName):
            return .unknown
        case (.unreadable(let tag, _), .unreadable(let other, _)): return tag == other ? .unknown : .unrelated
        // The unreadable name might be within the subtree.
        case (.unreadable(1, _), .email), (.unreadable(2, _), .dns), (.unreadable(6, _), .uri):
            return .unknown
        // Tag 0 is an otherName that could not be decoded.
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
        // `*.example.com` partly matches the subtree of `www.example.com`, which contains one of its names.
        guard name.hasPrefix("*.") else { return .outside }
        let parent = base.split(separator: ".", maxSplits: 1).dropFirst().first.map(String.init)
        return parent?.lowercased() == name.dropFirst(2).lowercased() ? .partly : .outside
    }

    private static func compareMailbox(_ name: String, _ base: String) -> Answer {
        // A malformed name may stand for any. `outside` would allow it if the subtree is excluded.
        guard let mailbox = Mailbox(name) else { return .unknown }
        if let exact = Mailbox(base) { return mailbox == exact ? .within : .outside }
        return isHost(mailbox.domain, base) ? .within : .outside
    }

    private static func compareURI(_ name: String, _ base: String) -> Answer {
        // If URIs are constrained, a URI must have a host that is not an address.
        guard let host = (try? URIName(parsing: name))?.host,
            DNSName.isWellFormed(host, allowsUnderscore: true)
        else { return .unknown }
        return isHost(host, base) ? .within : .outside
    }

    /// A base with a leading dot stands for all hosts below it; one without stands for that host only.
    private static func isHost(_ host: String, _ base: String) -> Bool {
        base.hasPrefix(".")
            ? host.lowercased().hasSuffix(base.lowercased()) : host.lowercased() == base.lowercased()
    }

    private static func isWithin(_ address: [UInt8], _ range: [UInt8]) -> Bool {
        guard address.count * 2 == range.count else { return false }
        return address.indices.allSatisfy { (address[$0] ^ range[$0]) & range[address.count + $0] == 0 }
    }
}

extension GeneralName {
    /// Why the encoding of a name is wrong: a clause; nil if it is not.
    var encodingFault: String? {
        switch self {
        case .directory(let name) where name.hasEmptyRelativeName:
            "a directoryName has a RelativeDistinguishedName without attributes"
        // Kinds 1, 2 and 6 are unreadable only because of characters beyond ASCII. Kinds 3 and 5 are not supported.
        case .unreadable(let tag, _) where [1, 2, 6].contains(tag): "a name has characters outside ASCII"
        default: nil
        }
    }
}
