import Arguments
import JOSE
import JSON
import System

/// Runs a command over a stream, a line at a time, on all cores.
struct BatchRun {
    /// `--engine`.
    let engine: BackendChoice
    private let jobs: Int
    private let keepsGoing: Bool
    private let skip: Int
    private let path: String
    private let out: String?
    private let mayReplace: Bool
    private let showsProgress: Bool
    private let printsStatistics: Bool

    static let flags: [any AnyFlag] = [
        UntypedFlag(
            "batch", group: "Batch", "one input a line, one output a line, in order, on all cores",
            details: [
                """
                The input may have any length, and memory does not grow with it. Lines that come one at a time are \
                answered one at a time, so that signet can be the co-process of another program. A bad line stops it with \
                its number, after every line before it has been written. Now is when a line is read, unless `--at` stops \
                the clock.
                """,
                "A line has at most 16 MiB. A longer one is a bad line.",
            ]),
        UntypedFlag(
            "jobs", short: "j", value: Value("N"), default: "one for each processor", group: "Batch",
            "work on N threads",
            details: [
                "Of the processors only those count that signet may use: its affinity and its control groups limit them."
            ]),
        UntypedFlag(
            "engine", value: .choice("ENGINE", BackendChoice.allCases.map(\.rawValue)), default: "auto",
            group: "Batch", "what computes signatures",
            details: [
                """
                `multibuffer` works on many signatures at a time: 8 with RSA, 32 with ECDSA and Ed25519. It requires a \
                processor with AVX-512 IFMA, and an EC key, an Ed25519 key, or an RSA key of 2048, 3072 or 4096 bits. It \
                checks each signature before it is written. `openssl` works on one signature at a time, with any key. \
                `auto` uses `multibuffer` if possible. A few lines that come alone are always computed by `openssl`, which \
                is faster for them. The same tokens are valid with either.
                """
            ]),
        UntypedFlag(
            "keep-going", group: "Batch", "leave an empty line for a bad line, and go on",
            details: ["Each is reported on standard error, and the exit status is 3 at the end."]),
        UntypedFlag(
            "skip", value: Value("N"), default: "0", group: "Batch", "ignore the first N lines",
            details: ["An input with fewer lines is an error."]),
        UntypedFlag("progress", group: "Batch", "show progress, also where standard error is no terminal"),
        UntypedFlag("stats", group: "Batch", "print a summary on standard error at the end, as JSON"),
    ]

    static let rules: [Rule] = ["jobs", "engine", "keep-going", "skip", "progress", "stats"].map {
        .requires($0, oneOf: ["batch"])
    }

    static let statistics = Section(
        "Statistics",
        [
            "`--stats` prints one JSON object on standard error:",
            .definitions([
                ("lines", "lines of the output; with `--skip`, those that were passed over are not counted"),
                ("failed", "those among them that are empty, because of `--keep-going`"),
                ("seconds, perSecond", "how long it took, and lines for each second of it"),
                ("bytesRead, bytesWritten", "of the input and of the output"),
                ("jobs", "threads"),
                ("engine", "`openssl` or `multibuffer`"),
                (
                    "recomputed",
                    "signatures of `multibuffer` that failed its check and were made again by `openssl`: 0, unless the processor is faulty"
                ),
            ]),
        ])

    init(_ arguments: ParsedArguments) throws {
        jobs = try arguments.number("jobs", 1...1024) ?? availableProcessors()
        engine = arguments.choice("engine") ?? .auto
        skip = try arguments.number("skip", 0...1 << 53) ?? 0
        keepsGoing = arguments.has("keep-going")
        if let text = arguments.operands.first, text != "-" {
            throw Failure(.usage, "--batch reads lines, not an operand", hint: "--in FILE, or standard input")
        }
        path = arguments.value("in") ?? "-"
        out = arguments.value("out")
        mayReplace = arguments.has("force")
        showsProgress = arguments.has("progress") || StandardStreams.errorIsTerminal
        printsStatistics = arguments.has("stats")
    }

    /// - Parameters:
    ///   - cost: how long a line takes, which says how many of them a thread should get at once.
    ///   - backend: what it came to, for the statistics at the end.
    ///   - makeProcessor: called once on each thread.
    func run<Processor: LineProcessor & ~Copyable>(
        _ inputs: InputFiles, cost: LineCost, backend: () -> BackendReport,
        makeProcessor: @escaping @Sendable () throws -> Processor
    ) throws -> ExitStatus {
        let first = try makeProcessor()
        let input = try inputs.open(path)
        guard let out, out != "-" else {
            let outcome = try run(input, StandardStreams.output, cost, backend, first, makeProcessor)
            return try finish(outcome, unpublished: nil)
        }
        let file = try saying(Failure.init(system:)) { () throws(SystemError) in
            try PendingFile.create(
                at: out, mode: .ordinary, mayReplace: mayReplace, inputs: inputs.identities)
        }
        let unpublished = file.isStream ? nil : out
        let outcome = try run(input, file.descriptor, cost, backend, first, makeProcessor)
        if case .finished = outcome.end {
            do {
                try file.synchronize()
                try file.publish()
            } catch {
                throw Failure(system: error)
            }
        } else {
            // Gone before a signal takes its effect.
            _ = consume file
        }
        return try finish(outcome, unpublished: unpublished)
    }

    private func run<Processor: LineProcessor & ~Copyable>(
        _ input: consuming FileDescriptor, _ output: consuming FileDescriptor, _ cost: LineCost,
        _ backend: () -> BackendReport, _ first: consuming Processor,
        _ makeProcessor: @escaping @Sendable () throws -> Processor
    ) throws -> BatchOutcome {
        var options = BatchOptions(jobs: jobs)
        options.keepsGoing = keepsGoing
        options.skip = skip
        options.blockBytes = cost.blockBytes
        options.linesPerBlock = cost.linesPerBlock
        let source = sourceName(path)
        let progress = BatchProgress(isShown: showsProgress, input.length())
        let batch: LinePipeline<Processor>
        do throws(SystemError) {
            try Interruption.watch()
            batch = try LinePipeline(
                input: input, output: output, options, makeProcessor: makeProcessor,
                onProblem: { line, failure in
                    progress.clear()
                    Console.show(failure.about("\(source): line \(line)"))
                },
                onProgress: { progress.show(lines: $0.written, bytesRead: $0.bytesRead) })
        } catch {
            throw Failure(system: error)
        }
        let outcome = batch.run(first)
        progress.clear()
        if printsStatistics {
            Console.show(JSONWriter.string(progress.statistics(outcome, jobs: jobs, backend())) + "\n")
        }
        return outcome
    }

    /// - Parameter unpublished: the file that does not appear unless the batch is finished; a stream keeps what it got.
    /// - Throws: what stopped it, after saying how far it came.
    private func finish(_ outcome: BatchOutcome, unpublished: String?) throws -> ExitStatus {
        let source = sourceName(path)
        func stopped(_ failure: Failure) -> Failure {
            Failure(
                failure.status, failure.message, hint: failure.hint, note: standing(outcome, unpublished))
        }
        switch outcome.end {
        case .finished: return outcome.failed > 0 ? .badInput : .success
        case .stopped(let failure):
            throw stopped(failure.about("\(source): line \(skip + outcome.written + 1)"))
        case .workerFailed(let failure): throw stopped(failure)
        case .readFailed(let error), .writeFailed(let error):
            throw stopped(Failure(system: error))
        case .interrupted:
            Console.note(standing(outcome, unpublished))
            Interruption.takeEffect()
            throw Failure(.file, "interrupted")
        case .tooFewLines(let count):
            throw Failure(
                .badInput, "\(source): --skip \(skip) requires at least \(skip) lines, found \(count)")
        case .miscounted(let read):
            throw stopped(
                Failure(.bug, "a bug in signet: \(read) lines were read, and \(outcome.written) were written")
            )
        }
    }

    /// How far it came, and how to go on.
    private func standing(_ outcome: BatchOutcome, _ unpublished: String?) -> String {
        if let unpublished { return "nothing was written to \(unpublished.printable)" }
        let lines = outcome.written == 1 ? "1 line is" : "\(outcome.written) lines are"
        return "\(lines) written; --skip \(skip + outcome.written) goes on from there"
    }
}

/// What computed the signatures of a batch, for its statistics.
struct BackendReport {
    let choice: BackendChoice
    /// How many signatures were made again by libcrypto.
    let recomputed: Int

    init(_ choice: BackendChoice) {
        self.choice = choice
        recomputed = 0
    }

    init(_ backend: SignatureBackend) {
        choice = backend.choice
        recomputed = backend.mismatches
    }
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
