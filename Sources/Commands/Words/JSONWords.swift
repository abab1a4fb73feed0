import JSON

extension JSONError {
    /// A sentence fragment in lower case without full stop: `duplicate member "exp" at line 1, byte 42`.
    ///
    /// Safe for a terminal. A text may hold secrets, so no more of it is quoted than one byte, or one member
    /// name of at most 64 characters.
    var words: String {
        switch reason {
        case .tooLarge: reasonWords
        default: "\(reasonWords) at line \(line), byte \(column)"
        }
    }

    /// The same without the place.
    var reasonWords: String {
        switch reason {
        case .notUTF8: "invalid UTF-8"
        case .byteOrderMark: "byte order mark"
        case .unexpectedEnd: "unexpected end of text"
        case .unexpectedCharacter(let byte): "unexpected \(Self.quoted(byte))"
        case .expected(let what): "expected \(what)"
        case .invalidNumber: "invalid number"
        case .invalidEscape: "invalid escape"
        case .loneSurrogate: "unpaired surrogate escape"
        case .controlCharacter(let byte): "unescaped control character \(Self.hexadecimal(byte))"
        case .duplicateMember(let name): "duplicate member \(Self.quoted(name))"
        case .tooDeep(let limit): "nesting deeper than \(limit) levels"
        case .tooLarge(let limit): "text longer than \(limit) bytes"
        case .trailingBytes: "more text after the end of the value"
        case .notAnObject: "value that is not an object"
        }
    }

    private static func quoted(_ byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case UInt8(ascii: " "): "space"
        default: "byte \(hexadecimal(byte))"
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 0x10 ? "0x0" : "0x") + String(byte, radix: 16)
    }

    /// Cut by scalars, not `Character`s: one `Character` can carry any number of combining marks.
    private static func quoted(_ name: String) -> String {
        let limit = 64
        var result = "\""
        var scalars = name.unicodeScalars.makeIterator()
        for _ in 0..<limit {
            guard let scalar = scalars.next() else { return result + "\"" }
            append(scalar, to: &result)
        }
        return result + (scalars.next() == nil ? "\"" : "…\"")
    }

    /// Format characters are escaped beside the controls: they hide text, or turn its direction round.
    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch (scalar, scalar.properties.generalCategory) {
        case ("\"", _), ("\\", _): result += "\\\(Character(scalar))"
        case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator):
            result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
}
