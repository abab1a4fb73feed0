import JOSE
import JSON
import MultiBuffer
import System

/// The object of `--stats`.
struct BatchStatistics: Sendable {
    private let skipped: Int
    private let jobs: Int
    private let backend: (@Sendable () -> BackendReport)?
    /// Knows when the batch began.
    private let progress: Progress

    init(
        skipped: Int, jobs: Int, _ backend: (@Sendable () -> BackendReport)?, _ progress: Progress
    ) {
        self.skipped = skipped
        self.jobs = jobs
        self.backend = backend
        self.progress = progress
    }

    func show(_ outcome: BatchOutcome) throws {
        Console.show(JSONWriter.string(json(outcome, try progress.elapsed)) + "\n")
    }

    /// Runs `body`, which runs the pipeline, and shows in the meantime how far it came.
    ///
    /// - Parameter interval: nil shows nothing.
    func show<Processor: LineProcessor & ~Copyable>(
        every interval: TimeSpan?, of pipeline: LinePipeline<Processor>, while body: () -> BatchOutcome
    ) throws -> BatchOutcome {
        guard let interval else { return body() }
        let end = try WakeUp()
        var outcome = BatchOutcome(end: .finished)
        withThreads(
            1,
            { _ in
                // A clock that fails is reported at the end of the batch, which needs it too.
                while !end.isSent(within: interval) { try? show(pipeline.outcome) }
            },
            meanwhile: {
                outcome = body()
                end.send()
            })
        return outcome
    }

    private func json(_ outcome: BatchOutcome, _ elapsed: TimeSpan) -> JSONValue {
        let microseconds = max(elapsed.microseconds, 1)
        let milliseconds = microseconds / 1_000
        let rate = Int64(Double(outcome.written) * 1_000_000 / Double(microseconds))
        let padded = String(milliseconds % 1_000 + 1_000).dropFirst()
        let reasons = outcome.tally.reasons.sorted { $0.key < $1.key }.map {
            ($0.key, JSONValue?.some(.integer(Int64($0.value))))
        }
        let engine = backend?()
        return .object([
            ("lines", .integer(Int64(outcome.written))),
            ("valid", .integer(Int64(outcome.tally.valid))),
            ("invalid", .integer(Int64(outcome.tally.invalid))),
            ("reasons", .object(reasons)),
            ("failed", .integer(Int64(outcome.failed))),
            ("skipped", .integer(Int64(skipped))),
            ("seconds", .number(JSONNumber(spelling: "\(milliseconds / 1_000).\(padded)")!)),
            ("perSecond", .integer(rate)), ("bytesRead", .integer(Int64(outcome.bytesRead))),
            ("bytesWritten", .integer(Int64(outcome.bytesWritten))), ("jobs", .integer(Int64(jobs))),
            ("engine", engine.map { .string($0.kernel?.rawValue ?? "openssl") }),
            ("multibuffer", engine.map { .integer(Int64($0.counts.multiBuffer)) }),
            ("openssl", engine.map { .integer(Int64($0.counts.openSSL)) }),
            ("recomputed", engine.map { .integer(Int64($0.counts.mismatches)) }),
        ])
    }
}

/// The backend of a batch and the numbers of its signatures, for the statistics.
struct BackendReport {
    /// Nil for libcrypto.
    let kernel: MultiBuffer.Kernel?
    let counts: SignatureCounts
}

extension Int {
    /// With commas between thousands: `1,000`.
    var grouped: String {
        var digits = Array(String(self))
        for place in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(",", at: place)
        }
        return String(digits)
    }
}

/// How many lines are valid, and how many are not, for each reason.
package struct LineTally: Sendable {
    package var valid = 0
    /// The reasons, and how many lines have each.
    package private(set) var reasons: [String: Int] = [:]
    /// The first line that is not valid.
    package private(set) var first: (line: Int, reason: String)?

    package var invalid: Int { reasons.values.reduce(0, +) }

    /// - Parameter line: its number in the input, from 1.
    mutating func add(invalid reason: String, line: Int) {
        reasons[reason, default: 0] += 1
        if first == nil { first = (line, reason) }
    }

    /// - Parameter later: of lines that follow.
    mutating func add(_ later: LineTally) {
        valid += later.valid
        reasons.merge(later.reasons, uniquingKeysWith: +)
        if first == nil { first = later.first }
    }
}
