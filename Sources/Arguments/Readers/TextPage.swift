/// A page of text, filled to a width, for a terminal or a pipe.
struct TextPage {
    let width: Int
    /// Whether headings, flags and literals are bold (ANSI).
    let isStyled: Bool
    private(set) var lines: [String] = []

    init(width: Int, isStyled: Bool) {
        // On a narrower page, the column of flags would leave no room for text.
        self.width = max(width, 40)
        self.isStyled = isStyled
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    func bold(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    func render(_ line: [Markup.Word]) -> String {
        Markup.render(line, literal: bold, ordinary: { $0 })
    }

    /// Adds one empty line between the existing and the following text.
    mutating func space() {
        if let last = lines.last, !last.isEmpty { lines.append("") }
    }

    mutating func heading(_ title: String) {
        space()
        lines.append(bold(title.uppercased() + ":"))
    }

    mutating func line(_ text: String, indent: Int = 0) {
        lines.append(text.isEmpty ? "" : String(repeating: " ", count: indent) + text)
    }

    mutating func paragraph(_ text: String, indent: Int) {
        for line in Markup(text).lines(width: width - indent) { self.line(render(line), indent: indent) }
    }

    /// A heading and a text on one line. Further lines are indented by `hanging`.
    mutating func lead(_ title: String, _ words: [Markup.Word], hanging: Int) {
        space()
        let first = title.count + 2 - hanging
        for (index, line) in Markup.fill(words, width: width - hanging, first: first).enumerated() {
            let text = render(line)
            if index == 0 {
                self.line("\(bold(title + ":")) \(text)")
            } else {
                self.line(text, indent: hanging)
            }
        }
    }

    /// A label, and its text at `column`. The text begins on the next line if the label extends beyond that column.
    mutating func entry(_ label: String, labelWidth: Int, _ text: String, indent: Int, column: Int) {
        let words = Markup(text).lines(width: width - column)
        var rest = words[...]
        if indent + labelWidth + 2 <= column, let first = rest.popFirst() {
            let padding = String(repeating: " ", count: column - indent - labelWidth)
            line(label + padding + render(first), indent: indent)
        } else {
            line(label, indent: indent)
        }
        for words in rest { line(render(words), indent: column) }
    }

    /// Labels with their texts in a second column.
    mutating func entries(_ entries: [(label: String, text: String)], indent: Int) {
        let column = TextPage.column(for: entries.map(\.label.count), indent: indent, width: width)
        for entry in entries {
            self.entry(
                bold(entry.label), labelWidth: entry.label.count, entry.text, indent: indent, column: column)
        }
    }

    /// The column for texts beside labels: after the longest label that takes at most about a third of the page.
    static func column(for labels: [Int], indent: Int, width: Int) -> Int {
        let limit = width * 2 / 5 - indent - 2
        return indent + 2 + (labels.filter { $0 <= limit }.max() ?? min(limit, 6))
    }

    mutating func blocks(_ blocks: [Block], indent: Int) {
        for block in blocks {
            space()
            switch block {
            case .paragraph(let text): paragraph(text, indent: indent)
            case .definitions(let definitions):
                entries(definitions.map { (Markup($0.term).plain, $0.text) }, indent: indent)
            case .verbatim(let text):
                for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                    self.line(String(line), indent: indent + 2)
                }
            case .table(let rows):
                let layout = TableLayout(rows, width: width - indent)
                for line in layout.lines(literal: bold, ordinary: { $0 }) { self.line(line, indent: indent) }
            }
        }
    }
}

/// The columns of a table. Each is as wide as its widest cell. If the table is wider than the page, columns become
/// narrower and cells get several lines.
struct TableLayout {
    private let rows: [[Markup]]
    private let widths: [Int]

    private static let gap = 2

    init(_ rows: [[String]], width: Int) {
        self.rows = rows.map { $0.map(Markup.init) }
        let count = rows.map(\.count).max() ?? 0
        var widths = Array(repeating: 1, count: count)
        var longestWords = widths
        for row in self.rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], Markup.width(of: cell.words))
                longestWords[column] = max(longestWords[column], cell.words.map(Markup.width).max() ?? 0)
            }
        }
        // The widest column that can shrink does so, until the table fits or no column can shrink.
        while widths.reduce(Self.gap * (count - 1), +) > width,
            let widest = widths.indices.filter({ widths[$0] > longestWords[$0] }).max(by: {
                widths[$0] < widths[$1]
            })
        {
            widths[widest] -= 1
        }
        self.widths = widths
    }

    /// The lines, with a rule between the heading and the rest.
    func lines(literal: (String) -> String, ordinary: (String) -> String) -> [String] {
        var lines: [String] = []
        for (index, row) in rows.enumerated() {
            lines += self.lines(of: row, literal: literal, ordinary: ordinary)
            if index == 0 {
                let rule = widths.map { String(repeating: "-", count: $0) }
                lines.append(ordinary(rule.joined(separator: String(repeating: " ", count: Self.gap))))
            }
        }
        return lines
    }

    private func lines(
        of row: [Markup], literal: (String) -> String, ordinary: (String) -> String
    ) -> [String] {
        let cells = zip(row, widths).map { $0.lines(width: $1) }
        let height = cells.map(\.count).max() ?? 0
        return (0..<height).map { number in
            var line = ""
            var padding = 0
            for (cell, width) in zip(cells, widths) {
                // The last cell of a line is not padded, because no line should end in spaces.
                if number < cell.count {
                    line += String(repeating: " ", count: padding)
                    line += Markup.render(cell[number], literal: literal, ordinary: ordinary)
                    padding = width - Markup.width(of: cell[number]) + Self.gap
                } else {
                    padding += width + Self.gap
                }
            }
            return line
        }
    }
}
