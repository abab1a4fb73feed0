extension JSONWriter {
    /// Indented by two spaces, without a newline at the end; an empty array or object stays on its line.
    ///
    /// Safe for a terminal: escaped are also DEL and the C1 controls, which may begin control sequences
    /// (ECMA-48 §5.3), and what hides text or turns its direction round. It parses to the same value.
    package static func pretty(_ value: JSONValue) -> String {
        var output: [UInt8] = []
        appendPretty(value, level: 0, to: &output)
        return escapingInvisibles(String(decoding: output, as: UTF8.self))
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

    /// These characters only ever stand in strings, so the text may be changed as a whole.
    private static func escapingInvisibles(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isInvisible(scalar) {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    output.append(
                        contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
                            .unicodeScalars)
                }
            } else {
                output.append(scalar)
            }
        }
        return String(output)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
