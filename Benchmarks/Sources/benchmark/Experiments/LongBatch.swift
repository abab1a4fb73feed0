import Foundation
import Subprocess

/// The peak memory of a batch, and of one ten times as long, both through a pipe; whether the long one slows down; and
/// what a second processor is worth.
///
/// HS256, because at its rate most is on the way between reader, workers and writer.
struct LongBatch: Experiment {
    let name = "memory"

    /// As many different lines; then they come again.
    private let block = 10_000

    func measure(_ bench: Workbench) async throws -> [Row] {
        let count = bench.plan.memoryLines
        let short = try await run(count, bench.cores, bench).peakKibibytes
        let long = try await run(count * 10, bench.cores, bench)
        let rates = [long.secondTenth, long.lastTenth].map { (Double(count) / $0).fixed(0) }
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
                reach: .atLeast(0.97), rounds: [long.secondTenth / long.lastTenth],
                remark: "\(rates[0]) a second, then \(rates[1])"
            ),
            try await scaling(count, bench),
        ]
    }

    /// Whoever fills the pipe is on any processor in both runs, so two jobs share two of them with it.
    private func scaling(_ count: Int, _ bench: Workbench) async throws -> Row {
        func row(_ rounds: [Double], _ remark: String) -> Row {
            Row(
                "\(name)-scaling", "\(count) prototypes, 2 jobs", against: "1 job on one processor",
                reach: .atLeast(1.2), rounds: rounds, remark: remark)
        }
        if bench.cores.count < 2 { return row([], "two processors are needed") }
        let one = try await run(count, bench.cores.one, bench).seconds
        let two = try await run(count, bench.cores.two, bench).seconds
        let rates = [two, one].map { (Double(count) / $0).fixed(0) }
        return row([one / two], "\(rates[0]) over \(rates[1]) a second")
    }

    /// The first tenth is fast: it is read ahead until the buffers are full.
    private struct Run {
        let peakKibibytes: Double
        /// Of the whole process.
        let seconds: Double
        /// Seconds.
        let secondTenth, lastTenth: Double
    }

    private func run(_ count: Int, _ cores: Cores, _ bench: Workbench) async throws -> Run {
        let prototypes = lines(block) { Claims.prototype($0, .hs256) }
        let words = try await bench.signBatch(.hs256, on: cores) + ["--prototype"]
        // The pipe is the stopwatch's own input.
        let command = Command(words, on: cores).watched(input: "-")
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
        let whole = try WholeProcess(result.standardOutput)
        return Run(
            peakKibibytes: whole.peakKibibytes, seconds: whole.seconds,
            secondTenth: (ticks[tenth * 2] - ticks[tenth]) / .seconds(1),
            lastTenth: (ticks[ticks.count - 1] - ticks[ticks.count - 1 - tenth]) / .seconds(1))
    }
}
