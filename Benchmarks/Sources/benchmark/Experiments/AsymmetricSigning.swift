/// Batches against `openssl speed` with the same kind of key.
struct AsymmetricSigning: Experiment {
    let name: String
    let algorithm: SigningAlgorithm
    let key: KeyKind
    var engine = Engine.openSSL
    let reach: Reach

    func measure(_ bench: Workbench) throws -> [Row] {
        let runs = try engine != .multiBuffer || Engine.multiBufferRuns(bench.signet)
        return try bench.coreCounts.map { cores in
            let batch = try bench.signing(
                algorithm, key: key, engine: runs ? engine : .openSSL, on: cores)
            let figures =
                try runs
                ? ratios(bench.plan.rounds, of: batch.linesPerSecond) {
                    try OpenSSLSpeed.measure(key, on: cores).signaturesPerSecond
                } : []
            return Row(
                id: "\(name)-\(cores.count)",
                work: "\(algorithm.name) batch, \(key)\(engine == .multiBuffer ? ", multi-buffer" : "")",
                against: "openssl speed -multi \(cores.count) \(key.rawValue), sign/s", reach: reach,
                figures: figures, remark: runs ? "" : Engine.missing)
        }
    }
}
