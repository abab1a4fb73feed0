import OpenSSL

/// Checks of the names for which a server's certificate is issued (BR §7.1.2.7.12).
extension Check {
    static let serverNames: [Check] = [
        ofProfile(
            "server-names", "BR §7.1.2.7.12",
            rule: """
                subjectAltName of a server contains only host names and addresses; only labels that begin with xn-- have \
                hyphens in the third and fourth place, and the names of onion services have version 3 (BR appendix B)
                """
        ) { facts, profile in
            if profile == .authority { return .isNotLeaf }
            return (facts.subjectAltName ?? []).lazy.compactMap(fault).first.map { .fail($0) } ?? .pass()
        },
        ofProfile(
            "reserved-names", "BR §4.2.2",
            rule: """
                the names of a server are unique on the Internet: no internal names (a single label, or a domain that is \
                reserved, such as .internal, .local and .test), no reserved or multicast addresses, and since 2026-03-15 \
                no names in in-addr.arpa and ip6.arpa
                """
        ) { facts, profile in
            if profile == .authority { return .isNotLeaf }
            return (facts.subjectAltName ?? []).lazy.compactMap { reservation(of: $0, in: facts) }.first
                .map { .fail($0) } ?? .pass()
        },
    ]

    private static func fault(of name: GeneralName) -> String? {
        switch name {
        case .ip: return nil
        case .dns(let host):
            let labels = host.lowercased().split(separator: ".")
            if let label = labels.first(where: { $0.dropFirst(2).hasPrefix("--") && !$0.hasPrefix("xn--") }) {
                return "the label '\(label)' in \(name.text) is reserved"
            }
            return labels.last == "onion" && !isOnionAddress(labels.dropLast().last)
                ? "\(name.text) is not an onion address of version 3" : nil
        case .email, .uri, .directory, .registeredID, .userPrincipalName, .other, .unreadable:
            return "expected only host names and addresses in subjectAltName, found \(name.text)"
        }
    }

    /// 56 characters of base32, which end with those of version 3.
    private static func isOnionAddress(_ label: Substring?) -> Bool {
        guard let label, label.utf8.count == 56, label.hasSuffix("d") else { return false }
        let digits = UInt8(ascii: "2")...UInt8(ascii: "7")
        return label.utf8.allSatisfy { $0.isLetter || digits.contains($0) }
    }

    private static func reservation(of name: GeneralName, in facts: CertificateFacts) -> String? {
        switch name {
        case .ip(let octets):
            return ReservedNames.isReserved(octets) ? "\(name.text) is a reserved address" : nil
        case .dns(let host):
            let base = host.hasPrefix("*.") ? String(host.dropFirst(2)) : host
            if ReservedNames.isInternal(base) { return "\(name.text) is an internal name" }
            let isForbidden = (facts.notBefore ?? 0) >= reverseZonesEnd
            return isForbidden && ReservedNames.isReverse(base)
                ? "\(name.text) is the name of an address" : nil
        case .email, .uri, .directory, .registeredID, .userPrincipalName, .other, .unreadable: return nil
        }
    }

    /// 2026-03-15.
    private static let reverseZonesEnd: Int64 = 1_773_532_800
}
