internal import Glibc

/// An address, however it is spelt: 4 or 16 octets.
package struct IPAddress: Equatable, Sendable {
    package let octets: [UInt8]

    /// Reads `192.0.2.1`, and IPv6 as RFC 4291 §2.2 has it, in brackets or not, a zone dropped.
    package init?(_ text: String) {
        var text = text[...]
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        if let percent = text.firstIndex(of: "%") {
            guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
            text = text[..<percent]
        }
        let spelling = String(text)
        guard !spelling.isEmpty, spelling.utf8.count < 64, !spelling.utf8.contains(0) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, spelling, &buffer) == 1 {
            octets = Array(buffer.prefix(4))
        } else if inet_pton(AF_INET6, spelling, &buffer) == 1 {
            octets = buffer
        } else {
            return nil
        }
    }

    init?(octets: [UInt8]) {
        guard octets.count == 4 || octets.count == 16 else { return nil }
        self.octets = octets
    }

    /// Dotted decimal (RFC 3986 §3.2.2), or as RFC 5952 §4 writes IPv6.
    package var text: String {
        var buffer = [CChar](repeating: 0, count: 64)
        inet_ntop(octets.count == 4 ? AF_INET : AF_INET6, octets, &buffer, 64)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
