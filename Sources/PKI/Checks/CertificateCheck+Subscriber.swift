import OpenSSL

extension CertificateCheck {
    /// What the Baseline Requirements add for the certificates of servers.
    static let subscriber: [CertificateCheck] = [
        CertificateCheck(
            check: Check(
                "leaf-is-no-ca", "BR §7.1.2.7.8", .policy(.webpki), rule: "a leaf is no CA",
                remedy: "use a certificate for the server alone, not the CA's own")
        ) { facts, position, settings in
            guard position == .leaf, settings.purpose != .ca else { return .skipped("no leaf") }
            return facts.isCA ? .fail("a CA in the place of a server's certificate") : .pass("no CA")
        },
        CertificateCheck(
            check: Check(
                "common-name", "BR §7.1.4.3", .policy(.webpki),
                rule:
                    "a common name is one of the names in subjectAltName, to the letter; warned of where it is the domain of one of them, or where there is no host name to mistake it for",
                remedy:
                    "have it issued again with the common name among the alternative names, or without one")
        ) { facts, position, _ in
            guard position == .leaf else { return .skipped("no leaf") }
            return judgeCommonName(facts)
        },
        CertificateCheck(
            check: Check(
                "lifetime", "BR §6.3.2", .policy(.webpki),
                rule:
                    "a leaf is valid for no longer than was allowed when it was issued: 825 days from 2018-03-01, 398 from 2020-09-01, 200 from 2026-03-15, 100 from 2027-03-15, 47 from 2029-03-15",
                remedy: "have it issued for a shorter time")
        ) { facts, position, _ in
            guard position == .leaf, let start = facts.notBefore, let end = facts.notAfter else {
                return .skipped("no leaf")
            }
            guard let limit = lifetimes.last(where: { start >= $0.from })?.days else {
                return .pass("issued before there was a limit")
            }
            // The second of notAfter is within.
            let days = (end - start + 1 + 86_399) / 86_400
            return days <= limit
                ? .pass("\(days) days") : .fail("valid for \(days) days, and \(limit) are the most")
        },
    ]

    /// From that second on, leaves are valid for so many days at the most.
    private static let lifetimes: [(from: Int64, days: Int64)] = [
        (1_519_862_400, 825), (1_598_918_400, 398), (1_773_532_800, 200), (1_805_068_800, 100),
        (1_868_227_200, 47),
    ]

    private static func judgeCommonName(_ facts: CertificateFacts) -> Judgement {
        let common = facts.subject.values(of: DistinguishedName.commonName)
        guard let name = common.first else { return .pass("no common name") }
        if common.count > 1 { return .fail("\(common.count) common names") }
        let text = String(decoding: name, as: UTF8.self)
        var hosts: [String] = []
        for alternative in facts.subjectAltName ?? [] {
            switch alternative {
            case .dns(let host):
                if host == text { return .pass("the common name is an alternative name") }
                hosts.append(host)
            case .ip(let octets):
                if IPAddress.text(octets) == text {
                    return .pass("the common name is an alternative name")
                }
            default: continue
            }
        }
        let isAddress = HostAddress(text) != nil || text.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
        let isParent = hosts.contains { $0 != text && $0.hasSuffix("." + text) }
        let message = "the common name '\(text)' is not in subjectAltName"
        return isParent || hosts.isEmpty && !isAddress && facts.subjectAltName != nil
            ? .warn(message) : .fail(message)
    }
}
