/// Escapes text for roff.
extension Roff {
    static func bold(_ text: String) -> String { "\\fB\(escape(text, isLiteral: true))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(escape(text, isLiteral: true))\\fR" }

    static func render(_ line: [Markup.Word]) -> String {
        Markup.render(line, literal: bold, ordinary: { escape($0, isLiteral: false) })
    }

    /// An argument of a macro. An empty one and one with spaces are quoted.
    static func argument(_ text: String) -> String {
        let escaped = escape(text, isLiteral: true).split(separator: "\"", omittingEmptySubsequences: false)
        let argument = escaped.joined(separator: "\\(dq")
        return argument.isEmpty || argument.contains(" ") ? "\"\(argument)\"" : argument
    }

    /// Replaces an ellipsis by three dots, because roff's ASCII devices lack the character.
    static func ascii(_ text: String) -> String {
        String(text.flatMap { $0 == "…" ? "..." : String($0) })
    }

    /// - Parameter isLiteral: whether users copy the text from the page. Then hyphens and quotes stay ASCII; in prose
    ///   only a hyphen at the beginning of a word does.
    static func escape(_ text: String, isLiteral: Bool) -> String {
        var escaped = ""
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += isLiteral || previous == " " || previous == "-" ? "\\-" : "-"
            case "'": escaped += isLiteral ? "\\(aq" : "'"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "…": escaped += "..."
            case "–": escaped += "\\(en"
            case "—": escaped += "\\(em"
            case " "..."~": escaped.unicodeScalars.append(scalar)
            case "\t": escaped += "    "
            default: escaped += "\\[u\(hexadecimal(scalar))]"
            }
            previous = scalar
        }
        return escaped
    }

    /// Whether a sentence ends with the word. An abbreviation does not end a sentence.
    static func endsSentence(_ word: Markup.Word) -> Bool {
        let text = word.map(\.text).joined()
        let bare = text.hasSuffix(")") ? text.dropLast() : text[...]
        guard let last = bare.last, ".?!".contains(last) else { return false }
        return !["e.g.", "i.e.", "cf.", "vs.", "no."].contains(String(bare).lowercased())
    }

    /// At least four digits in upper case, as roff names characters.
    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
