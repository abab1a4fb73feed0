import Foundation

/// What a figure ought to be.
enum Reach: Codable {
    case atLeast(Double)
    case atMost(Double)
    /// Less than before, which one run cannot tell.
    case falling

    var words: String {
        switch self {
        case .atLeast(let bound): "≥ \(bound.fixed(2))"
        case .atMost(let bound): "≤ \(bound.fixed(2))"
        case .falling: "falling"
        }
    }

    func isReached(by figure: Double) -> Bool? {
        switch self {
        case .atLeast(let bound): figure >= bound
        case .atMost(let bound): figure <= bound
        case .falling: nil
        }
    }

    init(from decoder: any Decoder) throws {
        let words = try decoder.singleValueContainer().decode(String.self)
        let bound = words.split(separator: " ").last.flatMap { Double($0) }
        switch (words.first, bound) {
        case ("≥", let bound?): self = .atLeast(bound)
        case ("≤", let bound?): self = .atMost(bound)
        default: self = .falling
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(words)
    }
}

/// A line of the table.
struct Row: Codable {
    /// The same in every run.
    let id: String
    let work: String
    let against: String
    let reach: Reach
    /// What counts: a ratio, or for the cost a number of instructions; `nil` if it could not be measured.
    let figure: Double?
    /// `nil` if one run cannot tell.
    let reached: Bool?
    /// The figures of which it is the median.
    let rounds: [Double]
    /// If the row stands for the least of several.
    let parts: [Part]?
    let remark: String?
    /// Whether the benchmark fails if this is not reached.
    let isRequired: Bool

    struct Part: Codable {
        let name: String
        let figure: Double
        let rounds: [Double]

        init(_ name: String, _ rounds: [Double]) {
            self.name = name
            self.figure = rounds.median
            self.rounds = rounds
        }
    }

    init(
        _ id: String, _ work: String, against: String, reach: Reach, rounds: [Double], parts: [Part]? = nil,
        isRequired: Bool = false, remark: String? = nil
    ) {
        self.id = id
        self.work = work
        self.against = against
        self.reach = reach
        self.figure = rounds.isEmpty ? nil : rounds.median
        self.reached = figure.flatMap(reach.isReached)
        self.rounds = rounds
        self.parts = parts
        self.isRequired = isRequired
        self.remark = remark
    }

    /// Of the table.
    var line: String { tableLine(cells) }

    private var cells: [String] {
        let measured =
            if case .falling = reach { figure?.fixed(0) } else { figure?.ratio }
        let verdict = reached.map { $0 ? "yes" : "no" }
        return [work, against, reach.words, measured ?? "", verdict ?? "", remark ?? ""]
    }
}

/// What one run on one machine found out.
struct Results: Codable {
    let plan: String
    let processors: Int
    /// `signet --version`, `openssl version`.
    let versions: [String]
    var rows: [Row] = []
    /// The experiments that could not be made, and why.
    var failures: [String: String] = [:]
    /// The experiments that were made, also those that failed.
    var finished: [String] = []

    /// What an interrupted run wrote, without its failures, which are tried again.
    func resumed(from path: String) throws -> Results {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "none")
        var results = try decoder.decode(Results.self, from: Data(contentsOf: URL(filePath: path)))
        guard (results.plan, results.processors, results.versions) == (plan, processors, versions) else {
            throw Failure("\(path): another signet, OpenSSL, machine or length; measure without --resume")
        }
        results.finished.removeAll { results.failures[$0] != nil }
        results.failures = [:]
        return results
    }

    func writeJSON(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "none")
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(self).write(to: url, options: .atomic)
    }

    /// What is known before anything is measured, and the rows that an interrupted run has measured.
    ///
    /// - Parameter rounds: of which the figures are medians.
    func beginning(rounds: Int) -> String {
        let machine = processors == 1 ? "1 processor" : "\(processors) processors"
        let medians = rounds == 1 ? "one round each, not to be quoted" : "medians of \(rounds) rounds"
        let header = ["work", "measured against", "reach", "measured", "reached", "remark"]
        let rule = header.map { String(repeating: "-", count: $0.count) }
        return "\(versions.joined(separator: "\n"))\n\(machine); \(medians)\n\n" + tableLine(header)
            + tableLine(rule) + rows.map(\.line).joined()
    }

    /// What follows the rows.
    var ending: String {
        var text = "\n"
        if !libraries.isEmpty {
            text += "Tokens per second as a multiple of each library's:\n\n\(libraryTable)\n"
        }
        for (name, why) in failures.sorted(by: { $0.key < $1.key }) {
            text += "not measured: \(name): \(why)\n"
        }
        return text
    }

    /// The name and version of each library, and the ratio of signet's figures to its own, by algorithm.
    var libraries: [(name: String, parts: [Row.Part])] {
        rows.compactMap { row in
            row.parts.map { (row.against.replacing(" in a loop", with: ""), $0) }
        }
    }

    /// A line for each algorithm, a column for each library.
    private var libraryTable: String {
        let lines = SigningAlgorithm.all.map { algorithm in
            [algorithm.name]
                + libraries.map { $0.parts.first { $0.name == algorithm.name }?.figure.ratio ?? "" }
        }
        return markdownTable([[""] + libraries.map(\.name)] + lines)
    }
}

/// A line of the table whose rows appear one after the other, with room for usual cells.
private func tableLine(_ cells: [String]) -> String {
    let widths = [44, 32, 7, 8, 7, 0]
    let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: max(width - cell.count, 0))
    }
    return "| \(padded.joined(separator: " | ")) |\n"
}

/// A table that reads well in a terminal and as Markdown. The first line is its header.
private func markdownTable(_ lines: [[String]]) -> String {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let rule = widths.map { String(repeating: "-", count: $0) }
    return (lines.prefix(1) + [rule] + lines.dropFirst()).map { cells in
        let padded = zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: width - cell.count)
        }
        return "| \(padded.joined(separator: " | ")) |\n"
    }.joined()
}

extension Double {
    /// With so many digits after the point.
    func fixed(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }

    /// Two digits after the point, and none for large ones, where they say nothing.
    fileprivate var ratio: String { fixed(self < 20 ? 2 : 0) }
}
