import OpenSSL
import Words

/// Checks that the Baseline Requirements add for certificates of servers.
extension Check {
    static let subscriber: [Check] = [
        Check(
            "leaf-is-no-ca", "BR §7.1.2.7.8", under: .webpki, rule: "a leaf is not a CA",
            remedy: "use a certificate for the server itself"
        ) { facts, position, settings in
            guard position == .leaf, settings.purpose != .ca else { return .isNotLeaf }
            return facts.isCA
                ? .fail("it is a CA; a server requires a certificate that is not") : .pass("not a CA")
        },
        Check(
            "common-name", "BR §7.1.4.3", under: .webpki,
            rule: """
                the common name is exactly one of the names in subjectAltName. If it is the parent domain of one of them, \
                or if subjectAltName has no host names and it is not an address, the check only warns
                """,
            remedy: "request a new certificate without a common name, or with it among the alternative names"
        ) { facts, position, _ in
            position == .leaf ? judgeCommonName(facts) : .isNotLeaf
        },
        Check(
            "lifetime", "BR §6.3.2", under: .webpki,
            rule: """
                a leaf is not valid for longer than was allowed when it was issued: 825 days from 2018-03-01, 398 from \
                2020-09-01, 200 from 2026-03-15, 100 from 2027-03-15, 47 from 2029-03-15
                """,
            remedy: "request a new certificate with a shorter validity"
        ) { facts, position, _ in
            guard position == .leaf, let start = facts.notBefore, let end = facts.notAfter else {
                return .isNotLeaf
            }
            // There was no limit before the first date.
            guard let limit = lifetimes.last(where: { start >= $0.from })?.days else { return .pass() }
            // The second of notAfter is part of the validity.
            let days = (end - start + 1 + 86_399) / 86_400
            let found = "valid for \(days) days"
            return days <= limit ? .pass(found) : .fail("\(found); at most \(limit) are allowed")
        },
    ]

    /// The largest validity of leaves, in days, for certificates that begin at or after each time.
    private static let lifetimes: [(from: Int64, days: Int64)] = [
        (1_519_862_400, 825), (1_598_918_400, 398), (1_773_532_800, 200), (1_805_068_800, 100),
        (1_868_227_200, 47),
    ]

    private static func judgeCommonName(_ facts: CertificateFacts) -> Judgement {
        // A value that is not text cannot be mistaken for a host name.
        let common = facts.subject.attributes(of: DistinguishedName.commonName).compactMap(\.text)
        guard let text = common.first else { return .pass() }
        if common.count > 1 { return .fail("the subject has \(common.count) common names; one is allowed") }
        var hosts: [String] = []
        for alternative in facts.subjectAltName ?? [] {
            switch alternative {
            case .dns(let host):
                if host == text { return .pass() }
                hosts.append(host)
            case .ip(let octets): if IPAddress.text(octets) == text { return .pass() }
            default: continue
            }
        }
        let isAddress = HostAddress(text) != nil || text.utf8.first?.isDigit ?? false
        let isParent = hosts.contains { $0 != text && $0.hasSuffix("." + text) }
        // A name that nobody takes for a host name is only a warning.
        let isHarmless = isParent || hosts.isEmpty && !isAddress && facts.subjectAltName != nil
        let message = "the common name '\(text)' is not in subjectAltName"
        return isHarmless ? .warn(message) : .fail(message)
    }
}

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
