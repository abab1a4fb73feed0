import OpenSSL

/// Checks that the Baseline Requirements add for certificates of servers.
extension CertificateCheck {
    static let subscriber: [CertificateCheck] = [
        CertificateCheck(.leafIsNoCA, "BR §7.1.2.7.8", .policy(.webpki)) { facts, position, settings in
            guard position == .leaf, settings.purpose != .ca else { return .skipped(.isNotLeaf) }
            return facts.isCA ? .fail(.leafIsCA) : .pass(.isNotCA)
        },
        CertificateCheck(.commonName, "BR §7.1.4.3", .policy(.webpki)) { facts, position, _ in
            position == .leaf ? judgeCommonName(facts) : .skipped(.isNotLeaf)
        },
        CertificateCheck(.lifetime, "BR §6.3.2", .policy(.webpki)) { facts, position, _ in
            guard position == .leaf, let start = facts.notBefore, let end = facts.notAfter else {
                return .skipped(.isNotLeaf)
            }
            // There was no limit before the first date.
            guard let limit = lifetimes.last(where: { start >= $0.from })?.days else { return .pass }
            // The second of notAfter is part of the validity.
            let days = (end - start + 1 + 86_399) / 86_400
            return days <= limit
                ? .pass(.lifetime(days: days, limit: nil)) : .fail(.lifetime(days: days, limit: limit))
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
        guard let text = common.first else { return .pass }
        if common.count > 1 { return .fail(.commonNames(common.count)) }
        var hosts: [String] = []
        for alternative in facts.subjectAltName ?? [] {
            switch alternative {
            case .dns(let host):
                if host == text { return .pass }
                hosts.append(host)
            case .ip(let octets): if IPAddress.text(octets) == text { return .pass }
            default: continue
            }
        }
        let isAddress = HostAddress(text) != nil || text.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
        let isParent = hosts.contains { $0 != text && $0.hasSuffix("." + text) }
        // A name that nobody takes for a host name is only a warning.
        let isHarmless = isParent || hosts.isEmpty && !isAddress && facts.subjectAltName != nil
        return isHarmless ? .warn(.commonNameNotListed(text)) : .fail(.commonNameNotListed(text))
    }
}
