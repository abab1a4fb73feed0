/// Tokens, verified in a batch, against `openssl speed`.
struct Verification: Experiment {
    let name: String
    let algorithm: SigningAlgorithm
    let engine: Engine
    let reach: Reach

    /// With RSA, signing takes 35 times as long as verifying, so tokens come again after this many.
    private let distinct = 2000

    func measure(_ bench: Workbench) throws -> [Row] {
        let runs = try engine != .multiBuffer || Engine.multiBufferRuns(bench.signet)
        let tokens = try signedTokens(bench)
        return try bench.coreCounts.map { cores in
            let batch = try Batch(
                bench.verifyBatch(algorithm, jobs: cores.count, engine: runs ? engine : .openSSL), on: cores,
                for: bench.plan.batchSeconds,
                in: bench.folder
            ) { count, path in
                try writeLines(count, to: path) { tokens[$0 % tokens.count] }
            }
            let figures =
                try runs
                ? ratios(bench.plan.rounds, of: batch.linesPerSecond) {
                    try OpenSSLSpeed.measure(algorithm.key, on: cores).verificationsPerSecond
                } : []
            return Row(
                id: "\(name)-\(cores.count)",
                work:
                    "\(algorithm.name) verify batch, \(algorithm.key)\(engine == .multiBuffer ? ", multi-buffer" : "")",
                against: "openssl speed -multi \(cores.count) \(algorithm.key.rawValue), verify/s",
                reach: reach,
                figures: figures, remark: runs ? "" : Engine.missing)
        }
    }

    private func signedTokens(_ bench: Workbench) throws -> [[UInt8]] {
        let claims = bench.folder.file("claims-to-verify")
        try ClaimsLines.write(distinct, to: claims)
        let words = try bench.signBatch(algorithm, jobs: bench.cores.count)
        let tokens = try Command(words, input: claims).output().split(separator: "\n").map { Array($0.utf8) }
        guard tokens.count == distinct else {
            throw Failure("a batch of \(distinct) gave \(tokens.count) tokens")
        }
        return tokens
    }
}
