import JOSE
import JSON
import MultiBuffer
import System

/// Runs a command over a stream, one line after the other, on all cores.
struct BatchRun {
    private let request: BatchRequest
    private let jobs: Int

    /// - Parameter isSerial: whether only one thread may work, even if `--jobs` requests more.
    init(_ request: BatchRequest, isSerial: Bool = false) {
        self.request = request
        jobs = isSerial ? 1 : request.jobs ?? availableProcessors()
    }

    /// - Parameters:
    ///   - cost: how long a line takes, which decides how many of them a thread gets at once.
    ///   - backend: asked at the end, for the statistics.
    ///   - makeProcessor: called once on each thread.
    func run<Processor: LineProcessor & ~Copyable>(
        _ inputs: InputFiles, cost: LineCost, backend: () -> BackendReport,
        makeProcessor: @escaping @Sendable () throws -> Processor
    ) throws -> ExitStatus {
        let first = try makeProcessor()
        let input = try inputs.open(request.path)
        let path = request.out ?? "-"
        // The user may interrupt the wait for the reader of a pipe, but must not leave a temporary file behind.
        let held = try OutputPlace(path).isStream ? nil : HeldSignals()
        let output = try PendingFile.create(
            at: path, mode: .ordinary, mayReplace: request.mayReplace, inputs: inputs.identities)
        try output.descriptor.refuseIncompleteLine()
        try Interruption.watch()
        _ = consume held
        let unpublished = output.isStream ? nil : path
        let outcome = try run(input, output.descriptor, cost, backend, first, makeProcessor)
        if case .finished = outcome.end {
            try output.synchronize()
            try output.publish()
            if unpublished != nil { try PendingFile.synchronizeFolder(of: path) }
        } else {
            // Gone before a signal takes its effect.
            _ = consume output
        }
        return try finish(outcome, unpublished: unpublished)
    }

    private func run<Processor: LineProcessor & ~Copyable>(
        _ input: consuming FileDescriptor, _ output: consuming FileDescriptor, _ cost: LineCost,
        _ backend: () -> BackendReport, _ first: consuming Processor,
        _ makeProcessor: @escaping @Sendable () throws -> Processor
    ) throws -> BatchOutcome {
        var options = BatchOptions(jobs: jobs)
        options.keepsGoing = request.keepsGoing
        options.skip = request.skip
        options.blockBytes = cost.blockBytes
        options.linesPerBlock = cost.linesPerBlock
        let source = sourceName(request.path)
        let bytes = input.length().map { $0.total - $0.read }
        let resultsAreShown = request.out ?? "-" == "-" && StandardStreams.outputIsTerminal
        let progress = try Progress(
            "wrote", "line", isShown: request.showsProgress || StandardStreams.errorIsTerminal,
            isLive: request.showsProgress || !resultsAreShown)
        let batch = try LinePipeline(
            input: input, output: output, options, makeProcessor: makeProcessor,
            onProblem: { line, error in Console.show(Failure(error, line: line, of: source)) },
            onProgress: { outcome in
                progress.show(
                    outcome.written,
                    fraction: bytes.map {
                        Double(outcome.bytesRead) / Double(max($0 - outcome.bytesSkipped, 1))
                    })
            })
        let outcome = batch.run(first)
        if case .finished = outcome.end { try progress.finish(outcome.written) }
        if request.printsStatistics {
            Console.show(
                JSONWriter.string(
                    outcome.statistics(try progress.elapsed, skipped: request.skip, jobs: jobs, backend()))
                    + "\n"
            )
        }
        return outcome
    }

    /// - Parameter unpublished: the file that does not appear unless the batch is finished; a stream keeps what it got.
    /// - Throws: what stopped the batch, with a note on how far it came.
    private func finish(_ outcome: BatchOutcome, unpublished: String?) throws -> ExitStatus {
        let source = sourceName(request.path)
        let state = state(outcome, unpublished)
        func stopped(_ failure: Failure) -> Failure {
            Failure(failure.status, failure.message, hint: failure.hint, note: state)
        }
        switch outcome.end {
        case .finished: return outcome.failed > 0 ? .badInput : .success
        case .stopped(let error, let line): throw stopped(Failure(error, line: line, of: source))
        case .workerFailed(let error): throw stopped(Failure(error))
        case .readFailed(let error), .writeFailed(let error): throw stopped(Failure(error))
        case .interrupted:
            Console.note(state)
            Interruption.takeEffect()
            throw Failure(.file, "the batch was interrupted")
        case .tooFewLines(let count):
            throw Failure(
                .badInput,
                "\(source.printable): --skip \(request.skip) requires at least \(request.skip) lines, found \(count)"
            )
        case .miscounted(let read):
            throw stopped(
                Failure(.bug, "a bug in signet: \(read) lines were read, but \(outcome.written) were written")
            )
        }
    }

    /// How far the batch came, and how to continue.
    private func state(_ outcome: BatchOutcome, _ unpublished: String?) -> String {
        if let unpublished { return "nothing was written to \(unpublished.printable)" }
        let lines = outcome.written == 1 ? "1 line was" : "\(outcome.written) lines were"
        return "\(lines) written; continue with --skip \(request.skip + outcome.written)"
    }
}

extension Failure {
    /// An error in one line of a stream.
    ///
    /// - Parameter line: its number, from 1.
    fileprivate init(_ error: any Error, line: Int, of source: String) {
        let place = "\(source): line \(line)"
        if let claims = error as? MalformedClaims, let byte = claims.byte {
            // The only line of its text: the line of the stream is the one that helps.
            self = Failure(.badInput, claims.wordsWithoutPlace).about("\(place), byte \(byte)")
        } else {
            self = Failure(error).about(place)
        }
    }
}

extension BatchOutcome {
    /// The object of `--stats`.
    fileprivate func statistics(
        _ elapsed: TimeSpan, skipped: Int, jobs: Int, _ backend: BackendReport
    ) -> JSONValue {
        let microseconds = max(elapsed.microseconds, 1)
        let milliseconds = microseconds / 1_000
        let rate = Int64(Double(written) * 1_000_000 / Double(microseconds))
        let padded = String(milliseconds % 1_000 + 1_000).dropFirst()
        return .object(
            JSONObject([
                ("lines", .integer(Int64(written))), ("failed", .integer(Int64(failed))),
                ("skipped", .integer(Int64(skipped))),
                ("seconds", .number(JSONNumber(spelling: "\(milliseconds / 1_000).\(padded)")!)),
                ("perSecond", .integer(rate)), ("bytesRead", .integer(Int64(bytesRead))),
                ("bytesWritten", .integer(Int64(bytesWritten))), ("jobs", .integer(Int64(jobs))),
                ("engine", .string(backend.kernel?.rawValue ?? "openssl")),
                ("multibuffer", .integer(Int64(backend.counts.multiBuffer))),
                ("openssl", .integer(Int64(backend.counts.openSSL))),
                ("recomputed", .integer(Int64(backend.counts.mismatches))),
            ]))
    }
}

/// The backend of a batch and the numbers of its signatures, for the statistics.
struct BackendReport {
    /// Nil for libcrypto.
    let kernel: MultiBuffer.Kernel?
    let counts: SignatureCounts
}

/// How long a line takes.
enum LineCost {
    /// A fraction of a millisecond: signatures of RSA.
    case high
    /// Tens of microseconds.
    case medium
    /// A few microseconds, or less.
    case low
    /// Signatures that are made in groups.
    case group

    var blockBytes: Int {
        switch self {
        case .high: 8 << 10
        case .medium: 32 << 10
        case .low: 64 << 10
        // Room for as many lines as are taken, so that groups are whole.
        case .group: 128 << 10
        }
    }

    var linesPerBlock: Int {
        switch self {
        case .high: 32
        case .medium: 128
        case .low: 512
        case .group: 64
        }
    }
}
