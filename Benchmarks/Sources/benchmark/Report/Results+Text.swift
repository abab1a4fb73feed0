extension Results {
    var text: String {
        var text = """
            \(versions.joined(separator: "\n"))
            \(processors == 1 ? "1 processor" : "\(processors) processors"); \(roundsWords)


            """
        if !rows.isEmpty { text += table + "\n" }
        if let libraryTable {
            text += "Tokens per second as a multiple of each library's:\n\n\(libraryTable)\n"
        }
        for failure in failures { text += "not measured: \(failure.name): \(failure.why)\n" }
        return text
    }

    private var roundsWords: String {
        plan.rounds == 1 ? "one round each, not to be quoted" : "medians of \(plan.rounds) rounds"
    }

    private var table: String {
        MarkdownTable(
            header: ["work", "measured against", "reach", "measured", "reached", "remark"],
            rows: rows.map { row in
                [row.work, row.against, row.reach.words, row.figureWords, row.verdict, row.remark]
            }
        ).text
    }

    /// A line an algorithm, a column a library.
    private var libraryTable: String? {
        let libraries = rows.filter { !$0.parts.isEmpty }
        guard !libraries.isEmpty else { return nil }
        let lines = SigningAlgorithm.all.map { algorithm in
            [algorithm.name]
                + libraries.map { row in
                    row.parts.first { $0.name == algorithm.name }?.figure.ratio ?? ""
                }
        }
        return MarkdownTable(header: [""] + libraries.map(\.library), rows: lines).text
    }
}

extension Row {
    fileprivate var figureWords: String {
        guard let figure else { return "" }
        if case .falling = reach { return figure.fixed(0) }
        return figure.ratio
    }

    fileprivate var verdict: String {
        switch isReached {
        case true?: "yes"
        case false?: "no"
        case nil: ""
        }
    }
}

extension Double {
    /// Two digits behind the point, and fewer for large ones, where they say nothing.
    fileprivate var ratio: String { fixed(self < 20 ? 2 : 0) }
}
