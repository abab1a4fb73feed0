/// Writes values as text: compactly for signing, indented for people (`JSONWriter+Pretty.swift`).
package enum JSONWriter {
    /// No white space, the shortest escapes, UTF-8 as it is, numbers as they are spelt.
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
        switch value {
        case .null, .bool, .number, .string: appendScalar(value, to: &output)
        case .array(let elements):
            output.append(ASCII.openBracket)
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(ASCII.comma) }
                append(element, to: &output)
            }
            output.append(ASCII.closeBracket)
        case .object(let object):
            output.append(ASCII.openBrace)
            for (index, member) in object.members.enumerated() {
                if index > 0 { output.append(ASCII.comma) }
                append(member.name, to: &output)
                output.append(ASCII.colon)
                append(member.value, to: &output)
            }
            output.append(ASCII.closeBrace)
        }
    }

    /// A string in its quotes. Only what RFC 8259 §7 demands is escaped: `"`, `\` and U+0000 to U+001F.
    package static func append(_ string: String, to output: inout [UInt8]) {
        output.append(ASCII.quote)
        var copy = string
        copy.withUTF8 { bytes in
            var start = 0
            for index in bytes.indices where needsEscape(bytes[index]) {
                output.append(contentsOf: bytes[start..<index])
                appendEscape(bytes[index], to: &output)
                start = index + 1
            }
            output.append(contentsOf: bytes[start...])
        }
        output.append(ASCII.quote)
    }

    /// Anything but an array or object, for which it writes nothing.
    static func appendScalar(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): output.append(contentsOf: number.spelling.utf8)
        case .string(let string): append(string, to: &output)
        case .array, .object: break
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < ASCII.space || byte == ASCII.quote || byte == ASCII.backslash
    }

    /// Two characters where RFC 8259 §7 has such an escape, else `\u` and four lower case digits.
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
