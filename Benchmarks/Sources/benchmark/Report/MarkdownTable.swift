/// A table that reads well in a terminal and as Markdown.
struct MarkdownTable {
    let header: [String]
    let rows: [[String]]

    var text: String {
        let lines = [header] + rows
        let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return "| \(padded.joined(separator: " | ")) |\n"
        }
        let rule = line(widths.map { String(repeating: "-", count: $0) })
        return line(header) + rule + rows.map(line).joined()
    }
}
