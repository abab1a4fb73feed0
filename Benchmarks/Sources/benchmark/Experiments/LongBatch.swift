import Foundation
import Subprocess

/// The peak memory of a batch, and of one ten times as long, both through a pipe; and whether the long one slows down.
///
/// HS256, because at its rate most is on the way between reader, workers and writer.
struct LongBatch: Experiment {
    let name = "memory"

    /// As many different lines; then they come again.
    private let block = 10_000

    func measure(_ bench: Workbench) async throws -> [Row] {
        let count = bench.plan.memoryLines
        let short = try await run(count, bench).peakKibibytes
        let long = try await run(count * 10, bench)
        let work = "peak memory, \(count * 10) prototypes"
        return [
            Row(
                "\(name)-growth", work, against: "itself with \(count)", reach: .atMost(1.05),
                rounds: [long.peakKibibytes / short]),
            Row(
                "\(name)-bound", work, against: "32 MiB", reach: .atMost(1.0),
                rounds: [long.peakKibibytes / (32 * 1024)]),
            Row(
                "\(name)-rate", "rate of the last tenth of \(count * 10) prototypes",
                against: "the second tenth",
                reach: .atLeast(0.97), rounds: [long.secondTenth / long.lastTenth]),
        ]
    }

    /// The first tenth is fast: it is read ahead until the buffers are full.
    private struct Run {
        let peakKibibytes: Double
        /// Seconds.
        let secondTenth, lastTenth: Double
    }

    private func run(_ count: Int, _ bench: Workbench) async throws -> Run {
        let prototypes = lines(block) { Claims.prototype($0, .hs256) }
        let words = try await bench.signBatch(.hs256, on: bench.cores) + ["--prototype"]
        // The pipe is the stopwatch's own input.
        let command = Command(words, on: bench.cores).watched(input: "-")
        let result = try await Subprocess.run(
            command.configuration, input: .inputWriter, output: .string(limit: 1 << 10),
            error: .string(limit: 1 << 20)
        ) { execution in
            var ticks = [ContinuousClock.now]
            for _ in 0..<count / block {
                // If nobody reads any more, the exit status tells why.
                guard (try? await execution.standardInputWriter.write(prototypes)) != nil else { break }
                ticks.append(.now)
            }
            return ticks
        }
        try command.check(result)
        let (ticks, tenth) = (result.closureResult, count / block / 10)
        return Run(
            peakKibibytes: try WholeProcess(result.standardOutput).peakKibibytes,
            secondTenth: (ticks[tenth * 2] - ticks[tenth]) / .seconds(1),
            lastTenth: (ticks[ticks.count - 1] - ticks[ticks.count - 1 - tenth]) / .seconds(1))
    }
}
