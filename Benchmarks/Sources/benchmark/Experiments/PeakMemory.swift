/// The peak memory of a batch, and of one ten times as long, both through a pipe.
///
/// HS256, because at its rate most is on the way between reader, workers and writer.
struct PeakMemory: Experiment {
    let name = "memory"

    /// As many different lines; then they come again.
    private let block = 10_000

    func measure(_ bench: Workbench) throws -> [Row] {
        let count = bench.plan.memoryLines
        let short = try peakKibibytes(count, bench)
        let long = try peakKibibytes(count * 10, bench)
        return [
            Row(
                id: "\(name)-growth", work: "peak memory, \(count * 10) prototypes",
                against: "itself with \(count)",
                reach: .atMost(1.05), figures: [long / short]),
            Row(
                id: "\(name)-bound", work: "peak memory, \(count * 10) prototypes", against: "32 MiB",
                reach: .atMost(1.0),
                figures: [long / (32 * 1024)]),
        ]
    }

    private func peakKibibytes(_ count: Int, _ bench: Workbench) throws -> Double {
        let lines = (0..<block).flatMap { Prototypes.signingInput($0, .hs256) + [UInt8(ascii: "\n")] }
        let input = try FileDescriptor.pipe()
        let output = try FileDescriptor.pipe()
        let words = try bench.signBatch(.hs256, jobs: bench.cores.count) + ["--prototype"]
        let process = try Process.start(
            [siblingProgram("peak-memory")] + words, input: input.reading, output: output.writing)
        input.reading.close()
        output.writing.close()
        var blocks = 0
        // Where nobody reads any more, the end of the process says why.
        while blocks < count / block, (try? input.writing.write(lines)) != nil { blocks += 1 }
        input.writing.close()
        let report = output.reading.readToEnd()
        try process.finish()
        guard let peak = Double(report.dropLast()) else { throw Failure("peak-memory wrote no number") }
        return peak
    }
}
