/// Writes values as text: compact for signing, indented for people.
package enum JSONWriter {
    /// Without white space. Strings are UTF-8 with invisible characters escaped, and numbers keep their spelling.
    package static func bytes(_ value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        append(value, to: &output)
        return output
    }

    /// `bytes` as a string.
    package static func string(_ value: JSONValue) -> String {
        String(decoding: bytes(value), as: UTF8.self)
    }

    package static func append(_ value: JSONValue, to output: inout [UInt8]) {
        append(value, level: nil, to: &output)
    }

    /// Indented by two spaces, without a final newline. An empty array or object stays on one line.
    package static func pretty(_ value: JSONValue) -> String {
        var output: [UInt8] = []
        append(value, level: 0, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// - Parameter level: how many objects and arrays are around it; nil to write without white space.
    private static func append(_ value: JSONValue, level: Int?, to output: inout [UInt8]) {
        let inner = level.map { $0 + 1 }
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): output.append(contentsOf: number.spelling.utf8)
        case .string(let string): append(string, to: &output)
        case .array(let elements):
            output.append(ASCII.openBracket)
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(ASCII.comma) }
                beginLine(inner, to: &output)
                append(element, level: inner, to: &output)
            }
            if !elements.isEmpty { beginLine(level, to: &output) }
            output.append(ASCII.closeBracket)
        case .object(let object):
            output.append(ASCII.openBrace)
            for (index, member) in object.members.enumerated() {
                if index > 0 { output.append(ASCII.comma) }
                beginLine(inner, to: &output)
                append(member.name, to: &output)
                output.append(ASCII.colon)
                if level != nil { output.append(ASCII.space) }
                append(member.value, level: inner, to: &output)
            }
            if !object.members.isEmpty { beginLine(level, to: &output) }
            output.append(ASCII.closeBrace)
        }
    }

    private static func beginLine(_ level: Int?, to output: inout [UInt8]) {
        guard let level else { return }
        output.append(ASCII.lineFeed)
        output.append(contentsOf: repeatElement(ASCII.space, count: 2 * level))
    }

    /// Appends a string in quotes. It escapes `"`, `\` and U+0000 to U+001F, as RFC 8259 §7 requires, and the
    /// characters of ``isInvisible(_:)``.
    package static func append(_ string: String, to output: inout [UInt8]) {
        output.append(ASCII.quote)
        var copy = string
        copy.withUTF8 {
            appendEscaping($0, to: &output) { byte in
                byte < ASCII.space || byte == ASCII.quote || byte == ASCII.backslash
            }
        }
        output.append(ASCII.quote)
    }

    /// Appends a text that is known to be JSON. It keeps its spelling, except that invisible characters in strings
    /// are escaped.
    static func append(text: [UInt8], to output: inout [UInt8]) {
        text.withUnsafeBufferPointer { appendEscaping($0, to: &output) { _ in false } }
    }

    /// - Parameter needsEscape: called for bytes below U+007F.
    private static func appendEscaping(
        _ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8], _ needsEscape: (UInt8) -> Bool
    ) {
        var start = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x7F {
                if needsEscape(byte) {
                    output.append(contentsOf: bytes[start..<index])
                    appendEscape(byte, to: &output)
                    start = index + 1
                }
                index += 1
                continue
            }
            let (scalar, length) = UTF8Sequence.scalar(at: index, in: Span(_unsafeElements: bytes))
            if isInvisible(scalar) {
                output.append(contentsOf: bytes[start..<index])
                appendEscape(scalar, to: &output)
                start = index + length
            }
            index += length
        }
        output.append(contentsOf: bytes[start...])
    }

    /// Whether a terminal might interpret the character, or the character hides text or changes its direction. These
    /// are DEL and the C1 controls, which can begin control sequences (ECMA-48 §5.3), format characters, and line and
    /// paragraph separators. Escaping them does not change the value.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func appendEscape(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        for unit in UTF16.encode(scalar).unsafelyUnwrapped {
            let digits = String(unit, radix: 16)
            output.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
        }
    }

    /// Appends the two-character escape of RFC 8259 §7 if there is one, otherwise `\u` and four lower-case digits.
    static func appendEscape(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(ASCII.backslash)
        switch byte {
        case ASCII.quote, ASCII.backslash: output.append(byte)
        case 0x08: output.append(UInt8(ascii: "b"))
        case ASCII.tab: output.append(UInt8(ascii: "t"))
        case ASCII.lineFeed: output.append(UInt8(ascii: "n"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case ASCII.carriageReturn: output.append(UInt8(ascii: "r"))
        default:
            output.append(contentsOf: (byte < 0x10 ? "u000" : "u00").utf8)
            output.append(contentsOf: String(byte, radix: 16).utf8)
        }
    }
}
