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
