/// The characters of ASCII that standards give names to.
extension UInt8 {
    /// White space of JSON (RFC 8259 §2) and of XML: space, tab, line feed, carriage return.
    @inlinable package var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    @inlinable package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// A capital letter as a small one; other bytes stay as they are.
    @inlinable package var inLowerCase: UInt8 { isLetter ? self | 0x20 : self }

    /// The value of a hexadecimal digit in either case, 0 to 15; nil for other bytes.
    @inlinable package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Sequence<UInt8> {
    @inlinable package var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}

extension Span<UInt8> {
    package var isASCII: Bool { indices.allSatisfy { self[$0] < 0x80 } }
}

/// Lower case, without separators.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Upper case, with colons: `AB:12`, as consoles and OpenSSL show fingerprints.
package func fingerprint(_ digest: some Sequence<UInt8>) -> String {
    digest.map { hexadecimal([$0]).uppercased() }.joined(separator: ":")
}

/// Decodes percent-encoding (RFC 3986 §2.1). Nil if a `%` lacks its two digits.
package func percentDecoded(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard let high = rest.popFirst().flatMap(\.hexadecimalValue),
            let low = rest.popFirst().flatMap(\.hexadecimalValue)
        else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}
