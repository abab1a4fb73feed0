/// One escape in a string (RFC 8259 §7); a surrogate pair is one.
struct Escape {
    let scalar: Unicode.Scalar
    /// Index of the first byte after the escape.
    let end: Int

    /// - Parameter start: index of the backslash.
    static func scan(at start: Int, in bytes: Span<UInt8>) throws(JSONError) -> Escape {
        guard start + 1 < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count, in: bytes) }
        let scalar: Unicode.Scalar
        switch bytes[start + 1] {
        case ASCII.quote: scalar = "\""
        case ASCII.backslash: scalar = "\\"
        case ASCII.slash: scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return try scanUnicode(at: start, in: bytes)
        default: throw JSONError(.invalidEscape, at: start, in: bytes)
        }
        return Escape(scalar: scalar, end: start + 2)
    }

    /// A lone surrogate has no UTF-8, so nothing could be signed or compared that stands for it (§8.2).
    private static func scanUnicode(at start: Int, in bytes: Span<UInt8>) throws(JSONError) -> Escape {
        let unit = try codeUnit(at: start, in: bytes)
        if let scalar = Unicode.Scalar(unit) { return Escape(scalar: scalar, end: start + 6) }
        let next = start + 6
        guard UTF16.isLeadSurrogate(unit), next + 1 < bytes.count, bytes[next] == ASCII.backslash,
            bytes[next + 1] == UInt8(ascii: "u"), case let trail = try codeUnit(at: next, in: bytes),
            UTF16.isTrailSurrogate(trail),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(trail) & 0x3FF)
        else { throw JSONError(.loneSurrogate, at: start, in: bytes) }
        return Escape(scalar: scalar, end: next + 6)
    }

    /// The four hexadecimal digits after `\u`.
    private static func codeUnit(at start: Int, in bytes: Span<UInt8>) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for index in start + 2..<start + 6 {
            guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count, in: bytes) }
            guard let digit = ASCII.hexadecimalValue(bytes[index]) else {
                throw JSONError(.invalidEscape, at: start, in: bytes)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
