/// Source for the man macros, of those that groff and mandoc set alike, in plain ASCII.
struct Roff {
    private(set) var lines: [String] = []
    /// Columns for the text at hand on a terminal of 80.
    private var width = 72

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func comment(_ text: String) { lines.append(".\\\" \(text)") }

    mutating func macro(_ name: String, _ arguments: String...) {
        lines.append(([".\(name)"] + arguments.map(Roff.argument)).joined(separator: " "))
    }

    /// The first line of a page. A date with escaped hyphens would be none to mandoc(1).
    mutating func title(_ name: String, section: Int, date: String, version: String, manual: String) {
        let day = date.isEmpty ? Roff.argument(date) : date
        let fields = [
            Roff.argument(name), String(section), day, Roff.argument(version), Roff.argument(manual),
        ]
        lines.append(".TH " + fields.joined(separator: " "))
    }

    /// A line of text that is escaped already.
    mutating func raw(_ line: String) {
        // A dot or an apostrophe at the start would make it a request.
        let needsGuard = line.hasPrefix(".") || line.hasPrefix("'")
        lines.append(needsGuard ? "\\&" + line : line)
    }

    /// A text, each sentence on a line of its own: roff knows the end of one by it, and so does `diff`.
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

    /// A tag in the margin, with a text beside or below it.
    mutating func tagged(_ tag: String, _ text: String) {
        macro("TP")
        raw(tag)
        // A tag without a text would take the next paragraph for it.
        if text.isEmpty { raw("\\&") } else { fill(text) }
    }

    /// What belongs under the last tag.
    mutating func nested(_ blocks: [Block]) {
        guard !blocks.isEmpty else { return }
        macro("RS")
        width -= 7
        for block in blocks { self.block(block, isFirst: false) }
        width += 7
        macro("RE")
    }

    /// The blocks of a section: the heading begins a paragraph by itself.
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
                // A term that names no literal stands out all the same.
                let isPlain = term.words.allSatisfy { $0.allSatisfy { !$0.isLiteral } }
                tagged(isPlain ? Roff.bold(term.plain) : Roff.render(term.words), definition.text)
            }
        case .verbatim(let text):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            asTyped(lines.map { Roff.escape(String($0), isLiteral: true) }, isFirst: isFirst, indent: "4")
        case .table(let rows):
            // Not tbl: mandoc and groff break its cells differently, and pagers without it show the source.
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
