/// An error in a JSON text and its position.
package struct JSONError: Error, Equatable, Sendable {
    /// The kind of error. The RFC 8259 section is that of the rule that the text breaks.
    package enum Reason: Equatable, Sendable {
        /// A byte that does not start a well-formed UTF-8 sequence (§8.1; RFC 3629 §4).
        case notUTF8
        /// A UTF-8 byte order mark before the text. §8.1 forbids writing one and allows readers to reject it.
        case byteOrderMark
        /// The text ends in the middle of a value, or contains no value.
        case unexpectedEnd
        /// A byte that cannot start a value (§3).
        case unexpectedCharacter(UInt8)
        /// The grammar requires something else here. The payload is a noun: `"':'"`.
        case expected(String)
        /// A sign, point or exponent without digits, or digits after a leading zero (§6).
        case invalidNumber
        /// A backslash that does not start one of the escapes of §7.
        case invalidEscape
        /// A `\u` escape of half a surrogate pair (§8.2).
        case loneSurrogate
        /// U+0000 to U+001F in a string, unescaped (§7).
        case controlCharacter(UInt8)
        /// An object has two members whose unescaped names are equal (§4; RFC 7515 §4).
        case duplicateMember(String)
        /// Arrays and objects are nested deeper than `JSONLimits.maximumDepth` (§9).
        case tooDeep(limit: Int)
        /// More bytes than `JSONLimits.maximumBytes` (§9).
        case tooLarge(limit: Int)
        /// Something other than white space after the value (§2).
        case trailingBytes
        /// The text is well-formed, but its value is not an object although one is required.
        case notAnObject
    }

    package let reason: Reason
    /// Bytes from the start of the text as given, white space included; 0-based.
    package let offset: Int
    /// 1-based. A line ends at a line feed.
    package let line: Int
    /// 1-based, in bytes from the start of the line.
    package let column: Int

    /// Finds line and column by reading `bytes` up to `offset`. This takes linear time, but only happens once, after
    /// an error.
    @inline(never)
    package init(_ reason: Reason, at offset: Int, in bytes: Span<UInt8>) {
        self.reason = reason
        self.offset = offset
        var line = 1
        var lineStart = 0
        for index in 0..<min(offset, bytes.count) where bytes[index] == ASCII.lineFeed {
            line += 1
            lineStart = index + 1
        }
        self.line = line
        self.column = offset - lineStart + 1
    }
}
