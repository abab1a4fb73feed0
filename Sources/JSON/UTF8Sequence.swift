/// Well-formed UTF-8 by the table of RFC 3629 §4: no overlong form, no surrogate, nothing above U+10FFFF.
enum UTF8Sequence {
    /// In bytes, 1 to 4; nil when the sequence at `index` is not well-formed or not all there.
    static func length(at index: Int, in bytes: Span<UInt8>) -> Int? {
        let length: Int
        let second: ClosedRange<UInt8>
        switch bytes[index] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard bytes.count - index >= length, second.contains(bytes[index + 1]) else { return nil }
        for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// The scalar at `index`, and its length in bytes.
    ///
    /// - Precondition: the sequence is well-formed, and more than one byte or U+007F.
    static func scalar(at index: Int, in bytes: Span<UInt8>) -> (scalar: Unicode.Scalar, length: Int) {
        let first = UInt32(bytes[index])
        if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = first & (0x7F >> UInt32(length))
        for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset]) & 0x3F }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}
