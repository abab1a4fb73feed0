import FoundationEssentials

extension Results {
    /// Numbers are what was measured; `reached` is missing where one run cannot tell.
    private struct Document: Encodable {
        struct Part: Encodable {
            let name: String
            let figure: Double
            let rounds: [Double]
        }

        struct Line: Encodable {
            let id, work, against, reach: String
            let figure: Double?
            let reached: Bool?
            let rounds: [Double]
            let parts: [Part]?
            let remark: String?
        }

        let plan: String
        let processors: Int
        let versions: [String]
        let rows: [Line]
        let failures: [String: String]
    }

    func writeJSON(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let document = Document(
            plan: plan.name, processors: processors, versions: versions, rows: rows.map(line),
            failures: Dictionary(failures.map { ($0.name, $0.why) }) { first, _ in first })
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(document).write(to: url)
    }

    private func line(_ row: Row) -> Document.Line {
        let parts = row.parts.map { Document.Part(name: $0.name, figure: $0.figure, rounds: $0.figures) }
        return Document.Line(
            id: row.id, work: row.work, against: row.against, reach: row.reach.words, figure: row.figure,
            reached: row.isReached, rounds: row.figures, parts: parts.isEmpty ? nil : parts,
            remark: row.remark.isEmpty ? nil : row.remark)
    }
}
