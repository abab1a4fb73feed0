import Words

/// The position of a string that is known to be well-formed.
@usableFromInline
struct ScannedString: Sendable {
    /// In bytes, quotes included.
    let range: Range<Int>
    /// The number of bytes of the string's UTF-8, unescaped.
    @usableFromInline let count: Int
    /// The first eight of these bytes, the first in the lowest place, which are nearly always enough to distinguish
    /// two names. Missing bytes are zero.
    @usableFromInline let head: UInt64

    @inline(__always)
    init(range: Range<Int>, count: Int, head: UInt64) {
        self.range = range
        self.count = count
        self.head = head
    }

    /// - Parameter excess: the number of bytes that escapes have beyond those of their characters.
    fileprivate init(range: Range<Int>, excess: Int, in bytes: Span<UInt8>) {
        let content = range.lowerBound + 1..<range.upperBound - 1
        let head =
            excess == 0
            ? bytes.extracting(content).head : Self.unescaped(content, upTo: 8, in: bytes).span.head
        self.init(range: range, count: content.count - excess, head: head)
    }

    /// False if the bytes between the quotes are the string's UTF-8 unchanged. Every escape is longer than its
    /// character.
    @inline(__always)
    var hasEscapes: Bool { count != range.upperBound &- range.lowerBound &- 2 }

    @inline(__always)
    var mark: UInt64 { Self.mark(head: head, count: count) }

    /// One of 64 bits, the same for equal strings. The factor gives the names that tokens usually have different bits.
    @inlinable @inline(__always)
    static func mark(head: UInt64, count: Int) -> UInt64 {
        1 &<< (((head ^ UInt64(truncatingIfNeeded: count)) &* 0xC734_7404_37B9_BD11) &>> 58)
    }

    func moved(by distance: Int) -> ScannedString {
        ScannedString(range: range.moved(by: distance), count: count, head: head)
    }

    /// In bytes, between the quotes.
    var content: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }

    /// The string, unescaped.
    ///
    /// - Parameter bytes: the bytes in which it was scanned.
    func value(in bytes: Span<UInt8>) -> String {
        hasEscapes
            ? String(decoding: utf8(in: bytes), as: UTF8.self) : Self.string(content, in: bytes)
    }

    static func string(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
        bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// The string's UTF-8, unescaped.
    func utf8(in bytes: Span<UInt8>) -> [UInt8] {
        guard hasEscapes else { return bytes.extracting(content).withUnsafeBufferPointer { Array($0) } }
        return Self.unescaped(content, upTo: count, in: bytes)
    }

    /// The UTF-8 of a string with escapes, up to the character that reaches `limit` bytes.
    private static func unescaped(_ content: Range<Int>, upTo limit: Int, in bytes: Span<UInt8>) -> [UInt8] {
        var unescaped: [UInt8] = []
        unescaped.reserveCapacity(limit)
        var index = content.lowerBound
        while index < content.upperBound, unescaped.count < limit {
            guard bytes[index] == ASCII.backslash else {
                unescaped.append(bytes[index])
                index += 1
                continue
            }
            guard let escape = try? Escape.scan(at: index, in: bytes) else {
                preconditionFailure("scanned in other bytes")
            }
            unescaped.append(contentsOf: UTF8.encode(escape.scalar).unsafelyUnwrapped)
            index = escape.end
        }
        return unescaped
    }

    /// Whether both strings are equal after unescaping.
    @inline(__always)
    func isSame(as other: ScannedString, in bytes: Span<UInt8>) -> Bool {
        head == other.head && count == other.count
            && (count <= 8 || utf8(in: bytes) == other.utf8(in: bytes))
    }

    @inline(__always)
    func isSame(as name: MemberName, in bytes: Span<UInt8>) -> Bool {
        head == name.head && count == name.count && (count <= 8 || hasSameBytes(as: name, in: bytes))
    }

    @inline(never)
    private func hasSameBytes(as name: MemberName, in bytes: Span<UInt8>) -> Bool {
        hasEscapes ? utf8(in: bytes) == name.utf8 : bytes.extracting(content).isEqual(to: name.utf8.span)
    }
}

extension Span<UInt8> {
    /// Eight bytes, the first in the lowest place; nil if fewer are left.
    @inline(__always)
    func word(at index: Int) -> UInt64? {
        guard index >= 0, index <= count &- 8 else { return nil }
        let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    /// The first eight bytes, the first in the lowest place. Missing bytes are zero.
    var head: UInt64 {
        word(at: 0) ?? indices.reversed().reduce(0) { $0 << 8 | UInt64(self[$1]) }
    }

    /// Whether every byte is a space or a visible character of ASCII.
    var isVisible: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        while let word = word(at: index) {
            // A byte below 0x20, from 0x7F on or from 0x80 on sets its top bit. What a borrow or a carry sets lies above
            // such a byte.
            if ((word &- ones &* 0x20) | (word &+ ones) | word) & (ones &* 0x80) != 0 { return false }
            index &+= 8
        }
        while index < count {
            guard 0x20..<0x7F ~= self[index] else { return false }
            index &+= 1
        }
        return true
    }

    fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
        count == other.count && indices.allSatisfy { self[$0] == other[$0] }
    }
}

/// Eight bytes of a text, the first in the lowest place.
extension UInt64 {
    /// Has the top bit of the first byte that is not a digit. Bits above that one are meaningless, because carries only
    /// propagate upwards from such a byte.
    @inline(__always)
    var nonDigits: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let values = self ^ (ones &* UInt64(ASCII.zero))
        return ((values &+ ones &* 0x76) | values) & (ones &* 0x80)
    }
}

/// Strings (RFC 8259 §7), in UTF-8 (§8.1).
extension JSONScanner {
    // Strings without escapes and non-ASCII characters are scanned inline, and all others by a call. Otherwise calls
    // take a fifth of the time for an object of short members.
    @inline(__always)
    mutating func scanString(in bytes: Span<UInt8>) throws(JSONError) -> ScannedString {
        let start = position
        if start < bytes.count, bytes[start] == ASCII.quote, let word = bytes.word(at: start &+ 1) {
            let found = Self.specialBytes(word)
            let end: Int
            let head: UInt64
            if found != 0 {
                let place = found.trailingZeroBitCount
                end = start &+ 1 &+ place / 8
                head = word & ((1 &<< (UInt64(truncatingIfNeeded: place) & 0x38)) &- 1)
            } else {
                end = Self.endOfPlainBytes(from: start &+ 9, in: bytes)
                head = word
            }
            if end < bytes.count, bytes[end] == ASCII.quote {
                position = end &+ 1
                return ScannedString(
                    range: Range(uncheckedBounds: (start, position)), count: end &- start &- 1, head: head)
            }
        }
        return try scanUnusualString(in: bytes)
    }

    /// Scans a string that has escapes or non-ASCII characters, stands at the end of the text, or is malformed.
    @inline(never)
    private mutating func scanUnusualString(in bytes: Span<UInt8>) throws(JSONError) -> ScannedString {
        let start = position
        guard start < bytes.count, bytes[start] == ASCII.quote else {
            throw unexpected(orElse: .expected("a string"), in: bytes)
        }
        var index = start + 1
        // Bytes of escapes beyond those of their characters.
        var excess = 0
        while true {
            index = Self.endOfPlainBytes(from: index, in: bytes)
            guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index, in: bytes) }
            switch bytes[index] {
            case ASCII.quote:
                position = index + 1
                return ScannedString(range: start..<position, excess: excess, in: bytes)
            case ASCII.backslash:
                let escape = try Escape.scan(at: index, in: bytes)
                excess += escape.end - index - UTF8.width(escape.scalar)
                index = escape.end
            case let byte where byte < ASCII.space:
                throw JSONError(.controlCharacter(byte), at: index, in: bytes)
            default:
                // Non-ASCII characters usually come in runs.
                repeat {
                    guard let length = UTF8Sequence.length(at: index, in: bytes) else {
                        throw JSONError(.notUTF8, at: index, in: bytes)
                    }
                    index += length
                } while index < bytes.count && bytes[index] >= 0x80
            }
        }
    }

    /// The first index of a quote, a backslash, a control character or a non-ASCII byte, or the end. Reads eight
    /// bytes at a time.
    @inline(__always)
    private static func endOfPlainBytes(from start: Int, in bytes: Span<UInt8>) -> Int {
        var index = start
        while let word = bytes.word(at: index) {
            let found = specialBytes(word)
            if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
            index &+= 8
        }
        return endOfLastPlainBytes(from: index, in: bytes)
    }

    /// `endOfPlainBytes` if fewer than eight bytes are left.
    @inline(never)
    private static func endOfLastPlainBytes(from start: Int, in bytes: Span<UInt8>) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == ASCII.quote || byte == ASCII.backslash || byte < ASCII.space || byte >= 0x80 { break }
            index += 1
        }
        return index
    }

    /// Sets the top bit of the first special byte of `word`. Bits above that one are meaningless.
    ///
    /// `x - 0x01…01 & ~x & 0x80…80` marks the zero bytes of x. A borrow only propagates upwards from a marked byte, so
    /// the lowest mark is always correct (Warren, Hacker's Delight, §6-1). Bytes from 0x80 on are marked in any case. A
    /// quote is 0x22: with 0x02 exclusive-ored, it and the control characters are the bytes below 0x21.
    @inline(__always)
    private static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotesAndControls = (word ^ (ones &* 0x02)) &- ones &* 0x21
        let backslashes = (word ^ (ones &* UInt64(ASCII.backslash))) &- ones
        return (quotesAndControls | backslashes | word) & (ones &* 0x80)
    }
}

/// One escape in a string (RFC 8259 §7). A surrogate pair counts as one.
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

    /// A lone surrogate is an error (§8.2). It has no UTF-8, so the string could be neither signed nor compared.
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
            guard let digit = bytes[index].hexadecimalValue else {
                throw JSONError(.invalidEscape, at: start, in: bytes)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}

/// Well-formed UTF-8 by the table of RFC 3629 §4: no overlong form, no surrogate, nothing above U+10FFFF.
enum UTF8Sequence {
    /// In bytes, 1 to 4; nil if the sequence at `index` is malformed or incomplete.
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
    /// - Precondition: the sequence is well-formed, and is U+007F or longer than one byte.
    static func scalar(at index: Int, in bytes: Span<UInt8>) -> (scalar: Unicode.Scalar, length: Int) {
        let first = UInt32(bytes[index])
        if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = first & (0x7F >> UInt32(length))
        for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset]) & 0x3F }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}
