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
