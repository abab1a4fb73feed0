import FoundationEssentials

/// Tokens per second on one processor, as a picture: signet is 1, the others are bars beside it.
struct SpeedChart {
    struct Group {
        let algorithm: String
        let bars: [Bar]
        /// The bare signatures: `openssl speed`, or EVP_MAC in a loop.
        let signatures: Double
    }

    struct Bar {
        let name: String
        let value: Double
    }

    let groups: [Group]

    /// What is shown, and the experiments that may have its signatures: signet takes the first engine that runs.
    private static let shown = [
        ("RS256", ["rs256-multibuffer", "rs256"]), ("ES256", ["es256"]), ("EdDSA", ["eddsa"]),
        ("HS256", ["hs256"]),
    ]

    /// Throws where a figure is missing.
    init(_ results: Results) throws {
        let libraries = results.rows.filter { !$0.parts.isEmpty }
        guard !libraries.isEmpty else { throw Failure("the picture needs the experiment libraries") }
        groups = try SpeedChart.shown.map { algorithm, experiments in
            let rows = experiments.compactMap { name in
                results.rows.first { $0.id == "\(name)-1" && !$0.figures.isEmpty }
            }
            guard let signet = rows.first?.figure else {
                throw Failure("the picture needs the experiment \(experiments.joined(separator: " or "))")
            }
            let bars = libraries.compactMap { row in
                row.parts.first { $0.name == algorithm }.map { Bar(name: row.library, value: 1 / $0.figure) }
            }
            return Group(
                algorithm: algorithm, bars: [Bar(name: "signet", value: 1)] + bars, signatures: 1 / signet)
        }
    }

    func write(to path: String) throws {
        try Data(svg.utf8).write(to: URL(filePath: path))
    }
}

extension Row {
    /// The name of a library with its version, in a row that compares with one.
    var library: String { against.replacing(" in a loop", with: "") }
}
