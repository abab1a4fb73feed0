/// The spelling of ` (esc)` lines: `\\` for a backslash, `\xNN` for any byte.
enum Escapes {
    /// Decodes leniently: a backslash that starts no escape stands for itself.
    static func decode(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            if rest.first == UInt8(ascii: "\\") {
                bytes.append(rest.removeFirst())
            } else if rest.first == UInt8(ascii: "x"),
                let value = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// Escapes what cannot be seen, and the ends of the line, where a script's syntax looks.
    static func encode(_ bytes: [UInt8]) -> String {
        let text = String(validating: bytes, as: UTF8.self)
        let isText = text != nil && text != "…"
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isFirstOfSyntax = index == 0 && "$>#[".utf8.contains(byte)
            let isTrailingSpace = index == bytes.count - 1 && byte == UInt8(ascii: " ")
            let isVisible = (0x20...0x7e).contains(byte) || (byte >= 0x80 && isText)
            if byte == UInt8(ascii: "\\") {
                result += Array(#"\\"#.utf8)
            } else if isVisible, !isFirstOfSyntax, !isTrailingSpace {
                result.append(byte)
            } else {
                let digits = String(byte, radix: 16)
                result += Array((digits.count == 1 ? #"\x0"# : #"\x"#).utf8) + Array(digits.utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
