/// Where a string stands, once it was found well-formed.
package struct ScannedString: Sendable {
    /// In bytes, quotes included.
    package let range: Range<Int>
    /// False when the bytes between the quotes are the string's UTF-8 as they are.
    package let hasEscapes: Bool

    /// In bytes, between the quotes.
    package var content: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }
}

/// Strings (RFC 8259 §7), in UTF-8 (§8.1).
extension JSONScanner {
    // The usual string is scanned where it is wanted, everything else by a call: a fifth of the time for an object of
    // short members goes into calls otherwise.
    @inline(__always)
    package mutating func scanString(in bytes: Span<UInt8>) throws(JSONError) -> ScannedString {
        let start = position
        if start < bytes.count, bytes[start] == ASCII.quote {
            let end = Self.endOfPlainBytes(from: start + 1, in: bytes)
            if end < bytes.count, bytes[end] == ASCII.quote {
                position = end + 1
                return ScannedString(range: start..<position, hasEscapes: false)
            }
        }
        return try scanUnusualString(in: bytes)
    }

    /// With escapes, or characters beyond ASCII, or malformed.
    @inline(never)
    private mutating func scanUnusualString(in bytes: Span<UInt8>) throws(JSONError) -> ScannedString {
        let start = position
        guard start < bytes.count, bytes[start] == ASCII.quote else {
            throw unexpected(orElse: .expected("a string"), in: bytes)
        }
        var index = start + 1
        var hasEscapes = false
        while true {
            index = Self.endOfPlainBytes(from: index, in: bytes)
            guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index, in: bytes) }
            switch bytes[index] {
            case ASCII.quote:
                position = index + 1
                return ScannedString(range: start..<position, hasEscapes: hasEscapes)
            case ASCII.backslash:
                hasEscapes = true
                index = try Escape.scan(at: index, in: bytes).end
            case let byte where byte < ASCII.space:
                throw JSONError(.controlCharacter(byte), at: index, in: bytes)
            default:
                // Sequences beyond ASCII come in runs.
                repeat {
                    guard let length = UTF8Sequence.length(at: index, in: bytes) else {
                        throw JSONError(.notUTF8, at: index, in: bytes)
                    }
                    index += length
                } while index < bytes.count && bytes[index] >= 0x80
            }
        }
    }

    /// The first index that needs a closer look: a quote, a backslash, a control character, a byte beyond
    /// ASCII, or the end. Eight bytes at a time.
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

    /// The same where less than eight bytes are left.
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

    /// Sets the top bit of the first byte of `word` that is special; bits above that one mean nothing.
    ///
    /// `x - 0x01…01 & ~x & 0x80…80` marks the zero bytes of x. A borrow runs only upwards from a marked byte,
    /// so the lowest mark is always a true one (Warren, Hacker's Delight, §6-1).
    @inline(__always)
    private static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* UInt64(ASCII.quote))
        let backslashes = word ^ (ones &* UInt64(ASCII.backslash))
        let controls = (word &- ones &* UInt64(ASCII.space)) & ~word
        let matches = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
        return (controls | matches | word) & (ones &* 0x80)
    }
}

extension Span<UInt8> {
    /// Eight bytes, the first in the lowest place; nil where there are no eight.
    @inline(__always)
    func word(at index: Int) -> UInt64? {
        guard index >= 0, index <= count &- 8 else { return nil }
        let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: word)
    }
}
