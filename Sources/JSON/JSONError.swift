/// An error in a JSON text: what, and where.
package struct JSONError: Error, Equatable, Sendable {
    /// What is wrong. RFC 8259 sections are those of the rule that was broken.
    package enum Reason: Equatable, Sendable {
        /// A byte that starts no well-formed UTF-8 sequence (§8.1; RFC 3629 §4).
        case notUTF8
        /// A UTF-8 byte order mark before the text, which §8.1 forbids to write and allows to refuse.
        case byteOrderMark
        /// The text stops in the middle of a value, or holds none.
        case unexpectedEnd
        /// A byte that no value starts with (§3).
        case unexpectedCharacter(UInt8)
        /// Something else stands where the grammar leaves no choice. The payload is a noun: `"':'"`.
        case expected(String)
        /// A sign, point or exponent without digits, or digits after a leading zero (§6).
        case invalidNumber
        /// A backslash that starts none of the escapes of §7.
        case invalidEscape
        /// A `\u` escape of half a surrogate pair (§8.2).
        case loneSurrogate
        /// U+0000 to U+001F in a string, unescaped (§7).
        case controlCharacter(UInt8)
        /// A second member of the same name, unescaped, in one object (§4; RFC 7515 §4).
        case duplicateMember(String)
        /// More arrays and objects within each other than `JSONLimits.maximumDepth` (§9).
        case tooDeep(limit: Int)
        /// More bytes than `JSONLimits.maximumBytes` (§9).
        case tooLarge(limit: Int)
        /// Something other than white space after the value (§2).
        case trailingBytes
        /// A well-formed text whose value is not an object, where one is required.
        case notAnObject
    }

    package let reason: Reason
    /// Bytes from the start of the text as it was given, white space included; 0-based.
    package let offset: Int
    /// 1-based. A line ends at a line feed.
    package let line: Int
    /// 1-based, in bytes from the start of the line.
    package let column: Int

    /// Finds line and column by reading `bytes` up to `offset`: linear, and only done once a text has failed.
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
