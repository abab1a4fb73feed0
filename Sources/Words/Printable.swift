extension String {
    /// The text made safe for a terminal and cut. Control characters and direction marks are replaced by `?`.
    package var printable: String { printable(upTo: 200) }

    /// A value of a user or of a token in a sentence, safe for a terminal.
    package var quoted: String { "'\(printable)'" }

    /// The same for use in a sentence, where an empty text would not be seen.
    package var shown: String { isEmpty ? "''" : printable }

    /// - Parameter count: the number of scalars to keep.
    package func printable(upTo count: Int) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(count) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: text.append("?")
            default: text.append(scalar)
            }
        }
        if unicodeScalars.count > count { text.append("…") }
        return String(text)
    }

    /// Whether there is a word in it as tokens and keys are, and names seldom.
    package var hasLongWord: Bool { split { !$0.isLetter && !$0.isNumber }.contains { $0.count >= 20 } }
}

/// `1 file`, `2 files`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension [String] {
    /// `a, b or c`.
    package var orList: String { list("or") }

    /// `a, b and c`.
    package var andList: String { list("and") }

    /// The first five as `form` writes them, and an ellipsis for the others: a text from outside may have any number.
    package func firstFew(_ form: (String) -> String) -> String {
        prefix(5).map(form).joined(separator: ", ") + (count > 5 ? ", …" : "")
    }

    private func list(_ conjunction: String) -> String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(conjunction) " + self[count - 1]
    }
}
