import Words

/// An error in a JSON text and its position.
package struct JSONError: DescribedError, Equatable {
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

extension JSONError {
    package var message: String { "malformed JSON: \(words)" }

    /// A sentence fragment in lower case without full stop: `duplicate member 'exp' at line 1, byte 42`.
    ///
    /// Safe for a terminal. A text may hold secrets, so no more of it is quoted than one byte, or one member
    /// name of at most 64 characters.
    package var words: String {
        switch reason {
        case .tooLarge: reasonWords
        default: "\(reasonWords) at line \(line), byte \(column)"
        }
    }

    /// The same without the place.
    package var reasonWords: String {
        switch reason {
        case .notUTF8: "invalid UTF-8"
        case .byteOrderMark: "byte order mark"
        case .unexpectedEnd: "unexpected end of text"
        case .unexpectedCharacter(let byte): "unexpected \(Self.quoted(byte))"
        case .expected(let what): "expected \(what)"
        case .invalidNumber: "invalid number"
        case .invalidEscape: "invalid escape"
        case .loneSurrogate: "unpaired surrogate escape"
        case .controlCharacter(let byte): "unescaped control character 0x\(hexadecimal([byte]))"
        case .duplicateMember(let name): "duplicate member '\(name.printable(upTo: 64))'"
        case .tooDeep(let limit): "nesting deeper than \(limit) levels"
        case .tooLarge(let limit): "text longer than \(limit) bytes"
        case .trailingBytes: "more text after the end of the value"
        case .notAnObject: "value that is not an object"
        }
    }

    /// Whether the text was never meant to be an object, rather than an object with a flaw.
    package var isOtherThanObject: Bool {
        switch reason {
        case .notAnObject: true
        case .unexpectedCharacter, .expected, .unexpectedEnd, .invalidNumber: offset == 0
        default: false
        }
    }

    /// Whether the text is longer than the limit.
    package var isTooLarge: Bool {
        if case .tooLarge = reason { true } else { false }
    }

    /// Of a part of a token that should be an object. Its place is counted in the bytes of the part.
    package func words(of what: String) -> String {
        if isOtherThanObject { return "\(what) is not a JSON object" }
        if isTooLarge { return "\(what) is too large: \(reasonWords)" }
        return "\(what) is not a JSON object: \(reasonWords) at byte \(offset + 1)"
    }

    private static func quoted(_ byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case UInt8(ascii: " "): "space"
        default: "byte 0x\(hexadecimal([byte]))"
        }
    }
}
