extension JSONWriter {
    /// Indented by two spaces, without a newline at the end; an empty array or object stays on its line.
    ///
    /// Safe for a terminal: DEL and the C1 controls, which may begin control sequences (ECMA-48 §5.3), are
    /// escaped too. It parses to the same value.
    package static func pretty(_ value: JSONValue) -> String {
        var output: [UInt8] = []
        appendPretty(value, level: 0, to: &output)
        return String(decoding: escapingTerminalControls(output), as: UTF8.self)
    }

    private static func appendPretty(_ value: JSONValue, level: Int, to output: inout [UInt8]) {
        switch value {
        case .null, .bool, .number, .string: appendScalar(value, to: &output)
        case .array(let elements):
            output.append(ASCII.openBracket)
            for (index, element) in elements.enumerated() {
                beginLine(index, level: level + 1, to: &output)
                appendPretty(element, level: level + 1, to: &output)
            }
            if !elements.isEmpty { newLine(level: level, to: &output) }
            output.append(ASCII.closeBracket)
        case .object(let object):
            output.append(ASCII.openBrace)
            for (index, member) in object.members.enumerated() {
                beginLine(index, level: level + 1, to: &output)
                append(member.name, to: &output)
                output.append(contentsOf: ": ".utf8)
                appendPretty(member.value, level: level + 1, to: &output)
            }
            if !object.members.isEmpty { newLine(level: level, to: &output) }
            output.append(ASCII.closeBrace)
        }
    }

    private static func beginLine(_ index: Int, level: Int, to output: inout [UInt8]) {
        if index > 0 { output.append(ASCII.comma) }
        newLine(level: level, to: &output)
    }

    private static func newLine(level: Int, to output: inout [UInt8]) {
        output.append(ASCII.lineFeed)
        output.append(contentsOf: repeatElement(ASCII.space, count: 2 * level))
    }

    /// These characters only ever stand in strings, so the text may be changed as a whole. In UTF-8, U+0080
    /// to U+009F are the byte C2 and then their own number.
    private static func escapingTerminalControls(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == 0x7F {
                appendEscape(text[index], to: &output)
            } else if text[index] == 0xC2, text[index + 1] < 0xA0 {
                index += 1
                appendEscape(text[index], to: &output)
            } else {
                output.append(text[index])
            }
            index += 1
        }
        return output
    }
}
