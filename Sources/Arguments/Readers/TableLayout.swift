/// The columns of a table: as wide as their widest cell, or narrower where the page ends, with cells of
/// several lines.
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
        // The widest column that can give way does, until the page holds them all or none can.
        while widths.reduce(Self.gap * (count - 1), +) > width,
            let widest = widths.indices.filter({ widths[$0] > longestWords[$0] }).max(by: {
                widths[$0] < widths[$1]
            })
        {
            widths[widest] -= 1
        }
        self.widths = widths
    }

    /// The lines, the head ruled off from the rest.
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
                // A cell that ends the line is not padded: no line ends in spaces.
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
