/// Names and addresses that are not unique on the Internet (BR §1.6.1: Internal Name, IP Reverse Zone Suffix, Reserved
/// IP Address).
enum ReservedNames {
    /// Top-level domains that are never delegated. Other domains that do not exist are not known: the list of those that
    /// do changes.
    private static let domains: Set<String> = [
        // RFC 2606 §2, RFC 6761 §6, RFC 6762 §3, RFC 9476 §2.
        "test", "example", "invalid", "localhost", "local", "alt",
        // RFC 6762 appendix G. ICANN reserved "internal" in 2024, and "corp", "home" and "mail" in 2018.
        "intranet", "internal", "private", "corp", "home", "lan", "mail",
    ]

    /// Whether a host name, or the base of a wildcard, ends in no domain of the public DNS.
    static func isInternal(_ host: String) -> Bool {
        let labels = host.lowercased().split(separator: ".")
        guard let last = labels.last.map(String.init), labels.count > 1 else { return true }
        return domains.contains(last) || labels.suffix(2) == ["home", "arpa"]
    }

    /// Whether a host name belongs to the zones that map addresses to names.
    static func isReverse(_ host: String) -> Bool {
        let host = "." + host.lowercased()
        return host.hasSuffix(".in-addr.arpa") || host.hasSuffix(".ip6.arpa")
    }

    /// Whether an address is in IANA's registries of special-purpose addresses (RFC 6890), or a multicast address.
    ///
    /// - Parameter address: 4 or 16 octets.
    static func isReserved(_ address: [UInt8]) -> Bool {
        blocks.contains { block in
            block.network.count == address.count
                && Self.starts(address, with: block.network, bits: block.bits)
        }
    }

    private static func starts(_ address: [UInt8], with network: [UInt8], bits: Int) -> Bool {
        let whole = bits / 8
        guard address.prefix(whole) == network.prefix(whole) else { return false }
        let mask = ~(UInt8(0xFF) >> UInt8(bits % 8))
        return mask == 0 || address[whole] & mask == network[whole] & mask
    }

    /// Reserved blocks, as the registries had them in 2026.
    private static let blocks: [(network: [UInt8], bits: Int)] = [
        ("0.0.0.0", 8), ("10.0.0.0", 8), ("100.64.0.0", 10), ("127.0.0.0", 8), ("169.254.0.0", 16),
        ("172.16.0.0", 12), ("192.0.0.0", 24), ("192.0.2.0", 24), ("192.31.196.0", 24), ("192.52.193.0", 24),
        ("192.88.99.0", 24), ("192.168.0.0", 16), ("192.175.48.0", 24), ("198.18.0.0", 15),
        ("198.51.100.0", 24), ("203.0.113.0", 24), ("224.0.0.0", 4), ("240.0.0.0", 4),
        ("::", 128), ("::1", 128), ("::ffff:0:0", 96), ("64:ff9b::", 96), ("64:ff9b:1::", 48), ("100::", 64),
        ("100:0:0:1::", 64), ("2001::", 23), ("2001:db8::", 32), ("2002::", 16), ("2620:4f:8000::", 48),
        ("3fff::", 20), ("5f00::", 16), ("fc00::", 7), ("fe80::", 10), ("ff00::", 8),
    ].map { (IPAddress.bytes($0.0)!, $0.1) }
}
