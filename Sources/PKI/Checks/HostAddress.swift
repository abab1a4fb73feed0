/// The address that a certificate is checked for, however it is spelt: 4 or 16 octets.
package struct HostAddress: Equatable, Sendable {
    package let octets: [UInt8]

    /// Reads `192.0.2.1`, and IPv6 as RFC 4291 §2.2 has it, in brackets or not, a zone dropped.
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
