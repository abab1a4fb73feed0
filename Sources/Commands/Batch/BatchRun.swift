import JOSE
import System
import Words

/// Runs a command over a stream, one line after the other, on all cores.
struct BatchRun {
    /// What a batch does with its lines.
    struct Work {
        /// What is counted.
        let noun: String
        /// What is said of one that is not valid, and of several.
        let fault: (one: String, several: String)
        /// What becomes of a good line, such as `signed`; nil if the exit status says whether all lines are valid.
        let done: String?

        static let signing = making("signed")
        static let presenting = making("presented")
        static let verifying = Self(noun: "token", fault: ("is not valid", "are not valid"), done: nil)
        static let checking = Self(noun: "certificate", fault: ("fails", "fail"), done: nil)

        private static func making(_ done: String) -> Self {
            Self(noun: "line", fault: ("was not \(done)", "were not \(done)"), done: done)
        }

        var judges: Bool { done == nil }
    }

    private let request: BatchRequest
    private let work: Work
    private let jobs: Int

    var hasRecords: Bool { request.record != nil }

    /// - Parameter isSerial: whether only one thread may work, even if `--jobs` requests more.
    init(_ request: BatchRequest, _ work: Work, isSerial: Bool = false) {
        self.request = request
        self.work = work
        jobs = isSerial ? 1 : request.jobs ?? availableProcessors()
    }

    /// Writes the answers one per line, or into records.
    ///
    /// - Parameter type: of a record's input.
    func answer<Lines: AnswerProcessor & ~Copyable>(
        _ inputs: InputFiles, cost: LineCost, backend: (@Sendable () -> BackendReport)?,
        _ type: RecordInput, makeLines: @escaping @Sendable () throws -> Lines
    ) throws -> ExitStatus {
        guard let record = request.record else {
            return try run(inputs, cost: cost, backend: backend, makeProcessor: makeLines)
        }
        return try run(inputs, cost: cost, backend: backend) {
            RecordLines(try makeLines(), record, type)
        }
    }

    /// - Parameters:
    ///   - backend: asked for the statistics; nil if no signatures are made or counted.
    ///   - makeProcessor: called once on each thread.
    func run<Processor: LineProcessor & ~Copyable>(
        _ inputs: InputFiles, cost: LineCost, backend: (@Sendable () -> BackendReport)?,
        makeProcessor: @escaping @Sendable () throws -> Processor
    ) throws -> ExitStatus {
        let first = try makeProcessor()
        let input = try inputs.open(request.path)
        let path = request.out ?? "-"
        let output = try PendingFile.create(
            at: path, mode: .ordinary, mayReplace: request.mayReplace, inputs: inputs.identities)
        let replaces = request.mayReplace && !output.isStream
        if replaces { try Self.prepareToReplace(path, output) }
        try output.descriptor.refuseIncompleteLine()
        // Later than this, because a signal must end the wait for the reader of a named pipe.
        try Interruption.watch()
        let unpublished = output.isStream ? nil : path
        let outcome = try run(input, output.descriptor, cost, backend, first, makeProcessor)
        if case .finished = outcome.end {
            if replaces {
                // Again, because the lines may have taken hours.
                try Self.prepareToReplace(path, output)
            }
            try output.synchronize()
            try output.publish()
            if unpublished != nil { try PendingFile.synchronizeFolder(of: path) }
        } else {
            // Gone before a signal takes its effect.
            _ = consume output
        }
        return try finish(outcome, unpublished: unpublished)
    }

    /// Refuses to replace private keys, and gives the new file the owner and the mode of the old one.
    private static func prepareToReplace(_ path: String, _ output: borrowing PendingFile) throws {
        try Outputs.refuseToReplaceKeys(at: path)
        try output.keepOwner(.ordinary)
    }

    private func run<Processor: LineProcessor & ~Copyable>(
        _ input: consuming FileDescriptor, _ output: consuming FileDescriptor, _ cost: LineCost,
        _ backend: (@Sendable () -> BackendReport)?, _ first: consuming Processor,
        _ makeProcessor: @escaping @Sendable () throws -> Processor
    ) throws -> BatchOutcome {
        var options = BatchOptions(jobs: jobs)
        options.keepsGoing = request.keepsGoing
        options.blamesLines = !work.judges
        options.skip = request.skip
        options.blockBytes = cost.blockBytes
        options.linesPerBlock = cost.linesPerBlock
        options.requiresLines = request.requiresLines
        let bytes = input.length().map { $0.total - $0.read }
        let resultsAreShown = request.out ?? "-" == "-" && StandardStreams.outputIsTerminal
        let progress = try Progress(
            "wrote", "line", isShown: request.showsProgress || StandardStreams.errorIsTerminal,
            isLive: request.showsProgress || !resultsAreShown)
        let batch = try LinePipeline(
            input: input, output: output, options, makeProcessor: makeProcessor,
            onProblem: { [path = request.path] line, error, firstLine in
                Console.show(CommandError(error, line: line, of: path, firstLine))
            },
            onProgress: { outcome in
                progress.show(
                    outcome.written,
                    fraction: bytes.map {
                        Double(outcome.bytesRead) / Double(max($0 - outcome.bytesSkipped, 1))
                    })
            })
        let statistics = BatchStatistics(skipped: request.skip, jobs: jobs, backend, progress)
        // A closure cannot consume what it captures.
        var processor = Optional(first)
        let outcome = try statistics.show(every: request.statisticsInterval, of: batch) {
            batch.run(processor.take()!)
        }
        if case .finished = outcome.end { try progress.finish(outcome.written) }
        if request.printsStatistics { try statistics.show(outcome) }
        return outcome
    }

    /// - Parameter unpublished: the file that does not appear unless the batch is finished; a stream keeps what it got.
    /// - Throws: what stopped the batch, with a note on how far it came.
    private func finish(_ outcome: BatchOutcome, unpublished: String?) throws -> ExitStatus {
        let source = sourceName(request.path)
        var state = state(outcome, unpublished)
        // The status does not say it, and a run that continues does not count these lines.
        if work.judges, unpublished == nil, let first = outcome.tally.first {
            state += "; \(invalid(outcome, first).message)"
        }
        func stopped(_ failure: CommandError) -> CommandError {
            CommandError(failure.status, failure.message, hint: failure.hint, note: state)
        }
        switch outcome.end {
        case .finished:
            // Usually, what should have written the lines has failed.
            if let done = work.done, outcome.written == 0, request.skip == 0 {
                Console.note("\(source.printable) has no lines, so nothing was \(done)")
            }
            guard let first = outcome.tally.first else { return outcome.failed > 0 ? .badInput : .success }
            let invalid = invalid(outcome, first)
            let hint =
                first.line == 1 && outcome.failed == 0
                ? OtherContent(outcome.firstLine)?.hint(request.path) : nil
            throw CommandError(invalid.status, invalid.message, hint: hint)
        case .stopped(let error, let line):
            throw stopped(CommandError(error, line: line, of: request.path, outcome.firstLine))
        case .workerFailed(let error): throw stopped(CommandError(error))
        case .readFailed(let error), .writeFailed(let error): throw stopped(CommandError(error))
        case .interrupted:
            Console.note(state)
            Interruption.takeEffect()
            throw CommandError(.file, "the batch was interrupted")
        case .tooFewLines(let count):
            throw CommandError(
                .badInput,
                "\(source.printable): --skip \(request.skip) requires at least \(request.skip) lines, found \(count)"
            )
        case .noLines:
            throw CommandError(
                .badInput,
                "\(source.printable) has no \(work.noun)s; expected one per line",
                hint: "use --allow-empty if there may be none")
        case .miscounted(let read, let bytes):
            throw stopped(
                CommandError(
                    .bug,
                    """
                    a bug in signet: \(read) lines of \(bytes) bytes were read, but \(outcome.written) lines of \
                    \(outcome.bytesRead + outcome.bytesSkipped) bytes were written
                    """)
            )
        }
    }

    /// The end of a batch in which not every line is valid.
    private func invalid(_ outcome: BatchOutcome, _ first: (line: Int, reason: String)) -> CommandError {
        let count = outcome.tally.invalid
        let place = "the first is line \(first.line.grouped), \(first.reason)"
        let nouns = outcome.written == 1 ? work.noun : "\(work.noun)s"
        let fault = count == 1 ? work.fault.one : work.fault.several
        return CommandError(
            work.judges ? .no : .badInput,
            "\(count.grouped) of \(outcome.written.grouped) \(nouns) \(fault); \(place)")
    }

    /// How far the batch came, and how to continue.
    private func state(_ outcome: BatchOutcome, _ unpublished: String?) -> String {
        let written = unpublished.map { "nothing was written to \($0.printable)" } ?? written(outcome)
        func resumption(_ skip: Int) -> String? {
            unpublished == nil && skip > 0 ? "continue with --skip \(skip)" : nil
        }
        guard case .stopped(_, let line) = outcome.end else {
            return resumption(request.skip + outcome.written).map { "\(written); \($0)" } ?? written
        }
        // A line that was answered although it is invalid is not answered again.
        let isAnswered = unpublished == nil && request.skip + outcome.written == line
        let steps = isAnswered ? [resumption(line)] : ["correct line \(line)", resumption(line - 1)]
        return "\(written); \(steps.compactMap { $0 }.joined(separator: " and ")), or use --keep-going"
    }

    private func written(_ outcome: BatchOutcome) -> String {
        let part = outcome.endsWithinLine ? " and a part of the next" : ""
        let lines = outcome.written == 1 ? "1 line\(part)" : "\(outcome.written) lines\(part)"
        return "\(lines) \(outcome.written == 1 && part.isEmpty ? "was" : "were") written"
    }
}

extension CommandError {
    /// An error in one line of a stream.
    ///
    /// - Parameters:
    ///   - line: its number, from 1.
    ///   - path: of the stream.
    ///   - firstLine: of the stream; it shows what the stream is.
    fileprivate init(_ error: any Error, line: Int, of path: String, _ firstLine: [UInt8]) {
        let source = sourceName(path)
        let place = "\(source): line \(line)"
        if line == 1, let other = OtherContent(firstLine) {
            self = CommandError(.badInput, other.message, hint: other.hint(path)).about(place)
            return
        }
        guard let claims = error as? ClaimsSyntaxError else {
            self = CommandError(error).about(place)
            return
        }
        // The only line of its text: the line of the stream is the one that helps.
        let failure = claims.byte.map { byte in
            CommandError(.badInput, claims.wordsWithoutPlace).about("\(place), byte \(byte)")
        }
        let filter: String? =
            switch claims.found {
            case .array: "jq -c '.[]'"
            case .firstLine where line == 1: "jq -c ."
            case .firstLine, .prototype, .token, nil: nil
            }
        let own = failure ?? CommandError(error).about(place)
        let hint = filter.map { Expectation.mending(["\($0)"], path) }
        self = CommandError(own.status, own.message, hint: hint ?? own.hint)
    }
}

/// A stream that is not lines of text in UTF-8: a compressed one, or one with a byte order mark.
private struct OtherContent {
    private let found: FoundContent

    /// - Returns: nil if the first line begins as a line does.
    init?(_ firstLine: [UInt8]) {
        guard let byte = firstLine.first, !(0x20..<0x7F).contains(byte),
            let found = FoundContent.recognized(firstLine.span, Wanted { _ in true })
        else { return nil }
        self.found = found
    }

    var message: String { "expected one input per line in UTF-8, found \(found.words)" }

    func hint(_ path: String) -> String? { Expectation.mending(found, path) }
}

/// How long a line takes, which decides how many of them a thread gets at once.
struct LineCost {
    let blockBytes: Int
    let linesPerBlock: Int

    /// A fraction of a millisecond: signatures of RSA.
    static let high = Self(blockBytes: 8 << 10, linesPerBlock: 32)
    /// Tens of microseconds.
    static let medium = Self(blockBytes: 32 << 10, linesPerBlock: 128)
    /// A few microseconds, or less.
    static let low = Self(blockBytes: 64 << 10, linesPerBlock: 512)
    /// Signatures that are made in groups. A block has room for as many lines as are taken, so that groups are whole.
    static let group = Self(blockBytes: 128 << 10, linesPerBlock: 64)
}
