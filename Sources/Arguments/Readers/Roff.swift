/// Source for the man macros that groff and mandoc render alike, in plain ASCII.
struct Roff {
    private(set) var lines: [String] = []
    /// The columns for the current text on a terminal of 80 columns.
    private var width = 72

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func comment(_ text: String) { lines.append(".\\\" \(text)") }

    mutating func macro(_ name: String, _ arguments: String...) {
        lines.append(([".\(name)"] + arguments.map(Roff.argument)).joined(separator: " "))
    }

    /// The first line of a page. The date is not escaped, because mandoc(1) rejects escaped hyphens in dates.
    mutating func title(_ name: String, section: Int, date: String, version: String, manual: String) {
        let day = date.isEmpty ? Roff.argument(date) : date
        let fields = [
            Roff.argument(name), String(section), day, Roff.argument(version), Roff.argument(manual),
        ]
        lines.append(".TH " + fields.joined(separator: " "))
    }

    /// A line of text that is already escaped.
    mutating func raw(_ line: String) {
        // A dot or an apostrophe at the start would make the line a request.
        let needsGuard = line.hasPrefix(".") || line.hasPrefix("'")
        lines.append(needsGuard ? "\\&" + line : line)
    }

    /// A text with one sentence per line. roff needs that to recognise the end of a sentence, and diffs stay small.
    mutating func fill(_ text: String) {
        var sentence: [Markup.Word] = []
        for word in Markup(text).words {
            sentence.append(word)
            if Roff.endsSentence(word) {
                raw(Roff.render(sentence))
                sentence = []
            }
        }
        if !sentence.isEmpty { raw(Roff.render(sentence)) }
    }

    /// A tag in the margin with a text beside or below it.
    mutating func tagged(_ tag: String, _ text: String) {
        macro("TP")
        raw(tag)
        // Without a text, the next paragraph would become the text of the tag.
        if text.isEmpty { raw("\\&") } else { fill(text) }
    }

    /// Blocks that belong under the last tag.
    mutating func nested(_ blocks: [Block]) {
        guard !blocks.isEmpty else { return }
        macro("RS")
        width -= 7
        for block in blocks { self.block(block, isFirst: false) }
        width += 7
        macro("RE")
    }

    /// The blocks of a section. The heading already begins a paragraph.
    mutating func blocks(_ blocks: [Block]) {
        for (index, block) in blocks.enumerated() { self.block(block, isFirst: index == 0) }
    }

    private mutating func block(_ block: Block, isFirst: Bool) {
        switch block {
        case .paragraph(let text):
            if !isFirst { macro("PP") }
            fill(text)
        case .definitions(let definitions):
            for definition in definitions {
                let term = Markup(definition.term)
                // A term without literals is emphasised too.
                let isPlain = term.words.allSatisfy { $0.allSatisfy { !$0.isLiteral } }
                tagged(isPlain ? Roff.bold(term.plain) : Roff.render(term.words), definition.text)
            }
        case .verbatim(let text):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            asTyped(lines.map { Roff.escape(String($0), isLiteral: true) }, isFirst: isFirst, indent: "4")
        case .table(let rows):
            // tbl is not used: mandoc and groff break its cells differently, and pagers without tbl show the source.
            let layout = TableLayout(rows.map { $0.map(Roff.ascii) }, width: width)
            let lines = layout.lines(literal: Roff.bold, ordinary: { Roff.escape($0, isLiteral: false) })
            asTyped(lines, isFirst: isFirst, indent: nil)
        }
    }

    private mutating func asTyped(_ lines: [String], isFirst: Bool, indent: String?) {
        if !isFirst { macro("PP") }
        if let indent { macro("RS", indent) }
        macro("EX")
        for line in lines { raw(line) }
        macro("EE")
        if indent != nil { macro("RE") }
    }
}

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
