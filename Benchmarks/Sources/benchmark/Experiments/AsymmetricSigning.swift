/// Batches against `openssl speed` with the same kind of key.
struct AsymmetricSigning: Experiment {
    let name: String
    let algorithm: SigningAlgorithm
    let key: KeyKind
    let reach: Reach

    func measure(_ bench: Workbench) throws -> [Row] {
        try bench.coreCounts.map { cores in
            let batch = try bench.signing(algorithm, key: key, on: cores)
            let figures = try ratios(bench.plan.rounds, of: batch.linesPerSecond) {
                try OpenSSLSpeed.measure(key, on: cores).signaturesPerSecond
            }
            return Row(
                id: "\(name)-\(cores.count)",
                work: "\(algorithm.name) batch, \(key)",
                against: "openssl speed -multi \(cores.count) \(key.rawValue), sign/s", reach: reach,
                figures: figures)
        }
    }
}
