package import OpenSSL

/// Serial numbers (RFC 5280 §4.1.2.2): positive, at most 20 octets, never used twice by one issuer.
package enum SerialNumber {
    package static let maximumBytes = 20

    /// 159 random bits: the most that 20 octets of a positive number hold.
    package static func random() throws(OpenSSLError) -> [UInt8] {
        var bytes = try Random.bytes(maximumBytes)
        bytes[0] &= 0x7F
        // One in 2^159.
        return bytes.contains { $0 != 0 } ? bytes : try random()
    }

    /// Hexadecimal digits, with colons between pairs or without.
    ///
    /// - Returns: nil for anything but a positive number whose encoding has at most 20 octets.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
        guard text.utf8.count <= 64, (1...2 * maximumBytes).contains(digits.count) else { return nil }
        let even = digits.count % 2 == 0 ? digits : [UInt8(ascii: "0")] + digits
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: even.count, by: 2) {
            let pair = String(decoding: even[start..<start + 2], as: UTF8.self)
            guard pair.utf8.first != UInt8(ascii: "+"), pair.utf8.first != UInt8(ascii: "-"),
                let byte = UInt8(pair, radix: 16)
            else { return nil }
            bytes.append(byte)
        }
        let magnitude = Array(bytes.drop { $0 == 0 })
        guard let first = magnitude.first, magnitude.count < maximumBytes || first < 0x80 else { return nil }
        return magnitude
    }
}
