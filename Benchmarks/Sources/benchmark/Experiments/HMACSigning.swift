import MACLoop

/// Batches against the bare arithmetic: a loop over EVP_MAC in this process, over the same signing inputs.
struct HMACSigning: Experiment {
    let name = "hs256"

    /// As many as stay in the processor's cache, which is the best case for the loop.
    private let messageCount = 1000

    func measure(_ bench: Workbench) throws -> [Row] {
        let key = try bench.keys.bytes(.secret)
        let messages = (0..<messageCount).flatMap { Prototypes.signingInput($0, .hs256) }
        return try bench.coreCounts.map { cores in
            let batch = try bench.signing(.hs256, on: cores)
            let figures = try ratios(bench.plan.rounds, of: batch.linesPerSecond) {
                try macsPerSecond(key, messages, on: cores, for: bench.plan.batchSeconds)
            }
            return Row(
                id: "\(name)-\(cores.count)",
                work: "HS256 batch, \(ClaimsLines.length)-byte claims",
                against: "EVP_MAC in a loop, \(cores.count == 1 ? "1 thread" : "\(cores.count) threads")",
                reach: .atLeast(0.50), figures: figures)
        }
    }

    private func macsPerSecond(
        _ key: [UInt8], _ messages: [UInt8], on cores: Cores, for seconds: Double
    ) throws -> Double {
        func time(_ rounds: Int) throws -> Double {
            let time = try cores.run {
                mac_loop(
                    key, key.count, messages, messages.count / messageCount, messageCount, rounds,
                    UInt32(cores.count))
            }
            guard time > 0 else { throw Failure("libcrypto makes no HMAC") }
            return time
        }
        let trial = 100_000
        let rounds = Int(Double(trial) / (try time(trial)) * seconds)
        return Double(rounds * cores.count) / (try time(rounds))
    }
}
