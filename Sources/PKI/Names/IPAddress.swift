import Glibc

/// IP addresses as text and as bytes in a certificate (RFC 5280 §4.2.1.6).
package enum IPAddress {
    /// 4 or 16 bytes. IPv4 must be four decimal numbers without leading zeros; IPv6 may have any form of RFC 4291
    /// §2.2.
    package static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count < 64 else { return nil }
        var address = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &address) == 1 { return Array(address.prefix(4)) }
        return inet_pton(AF_INET6, text, &address) == 1 ? address : nil
    }

    /// The address as text, IPv6 in the form of RFC 5952.
    ///
    /// - Returns: nil unless there are 4 or 16 bytes.
    package static func text(_ bytes: some Collection<UInt8>) -> String? {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        var text = [CChar](repeating: 0, count: 64)
        let address = Array(bytes)
        guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, address, &text, socklen_t(text.count)) != nil
        else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The address that a certificate is checked for, independent of its spelling: 4 or 16 octets.
package struct HostAddress: Equatable, Sendable {
    package let octets: [UInt8]

    /// Reads `192.0.2.1`, and IPv6 in a form of RFC 4291 §2.2 with or without brackets. A zone is dropped.
    package init?(_ text: String) {
        var text = text[...]
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        if let percent = text.firstIndex(of: "%") {
            guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
            text = text[..<percent]
        }
        guard !text.utf8.contains(0), let octets = IPAddress.bytes(String(text)) else { return nil }
        self.octets = octets
    }

    package var text: String { IPAddress.text(octets) ?? "" }
}
