/// Batches against the loops that people write today, each in a process of its own, all on one processor.
///
/// The others start from claims in memory, and stop at the token; signet reads lines and writes lines.
struct Libraries: Experiment {
    let name = "libraries"

    /// Lines of claims that the loops go round.
    private let lines = 1000

    func measure(_ bench: Workbench) throws -> [Row] {
        let claims = bench.folder.file("claims-for-libraries")
        try ClaimsLines.write(lines, to: claims)
        let loops = try Library.allCases.compactMap { try LibraryLoop($0, on: bench.cores.one) }
        var parts: [Library: [Row.Part]] = [:]
        for algorithm in SigningAlgorithm.all {
            let known = try loops.filter { loop in
                let key = try bench.keys.path(algorithm.key)
                return try loop.tokensPerSecond(algorithm, key: key, claims: claims, for: 0) != nil
            }
            for (library, figures) in try measure(algorithm, known, claims, bench) {
                parts[library, default: []].append(Row.Part(name: algorithm.name, figures: figures))
            }
        }
        return Library.allCases.map { library in
            row(library, loops.first { $0.library == library }?.name, parts[library] ?? [])
        }
    }

    private func measure(
        _ algorithm: SigningAlgorithm, _ loops: [LibraryLoop], _ claims: String, _ bench: Workbench
    ) throws -> [(Library, [Double])] {
        let seconds = bench.plan.librarySeconds
        let key = try bench.keys.path(algorithm.key)
        let batch = try bench.signing(algorithm, on: bench.cores.one, for: seconds)
        let rates = loops.map { loop in
            { try loop.tokensPerSecond(algorithm, key: key, claims: claims, for: seconds) ?? 0 }
        }
        let figures = try interleaved(bench.plan.rounds, [batch.linesPerSecond] + rates)
        return zip(loops, figures.dropFirst()).map { loop, theirs in
            (loop.library, zip(figures[0], theirs).map { $0 / $1 })
        }
    }

    private func row(_ library: Library, _ name: String?, _ parts: [Row.Part]) -> Row {
        let least = parts.min { $0.figure < $1.figure }
        return Row(
            id: "library-\(library.rawValue)",
            work: "batch on one processor, least of \(parts.count) algorithms",
            against: "\(name ?? library.rawValue) in a loop", reach: .above(1.0),
            figures: least?.figures ?? [],
            parts: parts, remark: least?.name ?? "not installed")
    }
}
