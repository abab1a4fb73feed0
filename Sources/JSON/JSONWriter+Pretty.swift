extension JSONWriter {
    /// Indented by two spaces, without a newline at the end; an empty array or object stays on its line.
    package static func pretty(_ value: JSONValue) -> String {
        var output: [UInt8] = []
        appendPretty(value, level: 0, to: &output)
        return String(decoding: output, as: UTF8.self)
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
}
