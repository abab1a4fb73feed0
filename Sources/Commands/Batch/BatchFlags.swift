import Arguments
import JOSE
import System

/// The flags of commands that can work on a stream of lines.
enum BatchFlags {
    private static let stops = """
        An invalid line stops the batch: its number is reported after the results of all lines before it have been \
        written.
        """

    /// - Parameter invalid: what becomes of an invalid line.
    private static func batch(_ summary: String, invalid: String = stops) -> Flag<Bool> {
        Flag(
            "batch", group: "Batch", summary,
            details: [
                .paragraph(
                    """
                    One output is written per line, in the same order. The input may have any length; memory does not \
                    grow with it. A line that arrives alone is answered at once, so signet can be the co-process of \
                    another program. \(invalid) The current time is taken as each line is read, unless `--at` fixes it.
                    """),
                "A line has at most 16 MiB. A longer line is invalid. Resuming, many machines: signet-batch(7).",
            ])
    }

    static let batch = batch("sign one input per line, on all cores")
    static let presentingBatch = batch("present one SD-JWT per line, on all cores")
    static let verifyingBatch = batch(
        "verify one token per line, on all cores",
        invalid: """
            The output is always JSON, as with `--json`. A token that is not valid does not stop the batch.
            """)
    static let checkingBatch = batch(
        "check one certificate per line, on all cores",
        invalid: """
            A line is the base64 of DER, or PEM with spaces or `\\n` where its lines end; a JSON string may hold either. The \
            output is always JSON. A certificate that fails, and a line that holds none, do not stop the batch.
            """)
    static let jobs = Flag(
        "jobs", short: "j", .number(1...1024), absent: "one per processor", group: "Batch",
        "work on N threads",
        details: [
            "Only processors that signet may use are counted: its affinity and its control groups limit them.",
            "A key in a token always signs on one thread: signet-hsm(7).",
        ])
    static let engine = Flag(
        "engine", .choice("ENGINE"), default: BackendChoice.auto, group: "Batch",
        "the implementation that computes signatures",
        details: [
            """
            `multibuffer` computes many signatures at a time: 64 with ECDSA and Ed25519, and 8 with RSA. It requires an \
            EC key, an Ed25519 key, or an RSA key of 2048, 3072 or 4096 bits with the exponent 65537. RSA keys also \
            require a processor with AVX-512 IFMA, which makes all signatures faster. It checks each signature before \
            it is written. `openssl` computes one signature at a time, with any key. `auto` uses `multibuffer` if \
            possible, and `openssl` if OpenSSL is configured for FIPS. Groups of lines that are too short are always \
            computed by `openssl`, which is faster for them. The tokens are equally valid with either.
            """
        ])
    static let keepGoing = Flag(
        "keep-going", group: "Batch", "write an empty line for each invalid line",
        details: [
            "An invalid line does not stop the batch. It is reported on standard error, and the exit status is then 3."
        ])
    static let verifyingKeepGoing = Flag(
        "keep-going", group: "Batch", "continue after a line that cannot be judged",
        details: [
            """
            Tokens that are not valid never stop the batch. A failure of libcrypto does: nothing is known of the token \
            then. With this flag, its line of the output is empty, and the exit status is 3.
            """
        ])
    static let checkingKeepGoing = Flag(
        "keep-going", group: "Batch", "continue after a line that cannot be judged",
        details: [
            """
            Certificates that fail never stop the batch. A failure of libcrypto or of the clock does: nothing is known of \
            the certificate then. With this flag, its line of the output is empty, and the exit status is 3.
            """
        ])
    static let skip = Flag(
        "skip", .number(0...1 << 53), default: 0, group: "Batch", "ignore the first N lines",
        details: [
            """
            An input with fewer lines is an error. Errors count the skipped lines too. The exit status does not cover \
            them. Resuming: signet-batch(7).
            """
        ])
    static let progress = Flag(
        "progress", group: "Batch", "show progress even without a terminal",
        details: [
            """
            Without this flag, progress is shown only if standard error is a terminal. If the results go to a terminal \
            too, only the last line is shown.
            """
        ])
    static let statistics = Flag("stats", group: "Batch", "print a JSON summary on standard error")
    static let statisticsInterval = Flag(
        "stats-every", .duration, group: "Batch", "print the JSON summary every DURATION, and at the end",
        details: ["The lines that are already written are counted."])
    static let signingField = field(
        "sign the claims in a member of each line",
        input: "The member must be an object of claims, or with `--prototype` a string.")
    static let verifyingField = field(
        "verify the token in a member of each line", input: "The member must be a string.")
    static let checkingField = field(
        "check the certificate in a member of each line", input: "The member must be a string.")
    static let disclosingField = field(
        "sign the claims in a member of each line", input: "The member must be an object of claims.")
    static let presentingField = field(
        "present the SD-JWT in a member of each line", input: "The member must be a string.")
    static let result = Flag(
        "result", .text("NAME"), default: "result", group: "Batch",
        "the member that gets the answer, with --field")

    private static func field(_ summary: String, input: String) -> Flag<String?> {
        Flag(
            "field", .text("NAME"), group: "Batch", summary,
            details: [
                .paragraph(
                    """
                    Each line is then a JSON object, the record, and NAME leads to the input: `token`, `payload.token`, \
                    or `tokens.0` in an array. \(input) The record comes back byte for byte, without white space around \
                    it, and with one more member at its end: `result` has the answer that `--json` would give. A record that \
                    has no input gets its answer too. A line that is not a record, or that already has `result`, is \
                    answered with `{"result":…}` alone.
                    """)
            ])
    }

    static let allowEmpty = Flag(
        "allow-empty", group: "Batch", "accept an input without any line",
        details: ["Otherwise it is an error: usually, what should have written the lines has failed."])

    static let signing = flags(batch, signingField, [engine, keepGoing, skip])
    static let presenting = flags(presentingBatch, presentingField, [engine, keepGoing, skip])
    static let verifying = flags(
        verifyingBatch, verifyingField, [engine, verifyingKeepGoing, skip, allowEmpty])
    static let checking = flags(checkingBatch, checkingField, [checkingKeepGoing, skip, allowEmpty])

    private static func flags(
        _ batch: Flag<Bool>, _ field: Flag<String?>, _ others: [any AnyFlag]
    ) -> [any AnyFlag] {
        [batch, field, result, jobs] + others + [progress, statistics, statisticsInterval]
    }

    static let rules: [Rule] = [
        .requires(jobs, batch), .requires(engine, batch), .requires(keepGoing, batch), .requires(skip, batch),
        .requires(progress, batch), .requires(statistics, batch), .requires(statisticsInterval, batch),
        .requires(signingField, batch), .requires(result, signingField),
    ]

    static let signingStatistics = statisticsSection([
        ("valid", "lines with a token"),
        ("invalid", "lines that are not signed, because they are invalid or the signature could not be made"),
    ])
    static let verifyingStatistics = statisticsSection([
        ("valid", "valid tokens"), ("invalid", "tokens that are not valid"),
    ])

    static let checkingStatistics = statisticsSection(
        [
            ("valid", "certificates that pass"),
            ("invalid", "certificates that fail, and lines that hold none"),
        ],
        engine: [])

    private static let engineStatistics = [
        (term: "engine", text: "`openssl`, or the kernel of `multibuffer`: `ifma` or `portable`"),
        (
            "multibuffer, openssl",
            "the number of signatures that each engine computed; with `--stats-every`, only the last object is complete"
        ),
        (
            "recomputed",
            "signatures of `multibuffer` that failed its check and were computed again by `openssl`; 0 unless the processor is faulty"
        ),
    ]

    private static func statisticsSection(
        _ results: [(term: String, text: String)], engine: [(term: String, text: String)] = engineStatistics
    ) -> Section {
        Section(
            "Statistics",
            [
                """
                At the end, `--stats` prints one JSON object on standard error. `--stats-every` also prints it while \
                the batch runs.
                """,
                .definitions(
                    [("lines", "lines of the output; lines ignored by `--skip` are not counted")] + results
                        + [
                            (
                                "reasons",
                                "how many lines are not valid for each reason: an object, empty if all are valid"
                            ),
                            ("failed", "how many lines have no result"),
                            (
                                "skipped",
                                "lines ignored by `--skip`; to continue a stream, skip `skipped` + `lines`"
                            ),
                            ("seconds, perSecond", "the duration, and the number of lines per second"),
                            (
                                "bytesRead, bytesWritten",
                                "bytes of the input, without skipped lines, and of the output"
                            ),
                            ("jobs", "the number of threads"),
                        ] + engine),
            ])
    }
}

/// The flags of a batch, as plain values.
struct BatchRequest: Sendable {
    /// The path of the input; `-` is standard input.
    let path: String
    let out: String?
    let mayReplace: Bool
    /// Nil: one for each processor.
    let jobs: Int?
    let engine: BackendChoice
    /// If each line is a record.
    let record: RecordFields?
    let keepsGoing: Bool
    /// Lines at the beginning that are ignored.
    let skip: Int
    /// Whether an input without any line is an error.
    let requiresLines: Bool
    let showsProgress: Bool
    let printsStatistics: Bool
    /// How often they are printed while the batch runs; nil: never.
    let statisticsInterval: TimeSpan?

    /// Nil if `--batch` is not given.
    ///
    /// - Parameter path: of the input; nil if an operand is given instead.
    init?(_ arguments: ParsedArguments, _ path: String?) throws {
        guard arguments[BatchFlags.batch] else { return nil }
        // A rule would refuse `-` too.
        guard let path else {
            throw CommandError(
                .usage, "--batch reads lines from a file or standard input, not from an operand",
                hint: "use --in FILE")
        }
        self.path = path
        out = arguments[SharedFlags.out]
        mayReplace = arguments[SharedFlags.force]
        jobs = arguments[BatchFlags.jobs]
        engine = arguments[BatchFlags.engine].resolved
        record = RecordFields(arguments)
        keepsGoing = arguments[BatchFlags.keepGoing]
        skip = arguments[BatchFlags.skip]
        requiresLines = arguments.knows(BatchFlags.allowEmpty) && !arguments[BatchFlags.allowEmpty]
        showsProgress = arguments[BatchFlags.progress]
        statisticsInterval = arguments[BatchFlags.statisticsInterval]
        printsStatistics = arguments[BatchFlags.statistics] || statisticsInterval != nil
        if let statisticsInterval, statisticsInterval <= .zero {
            throw CommandError(.usage, "--stats-every must be at least 1s", hint: "use --stats-every 10s")
        }
    }
}
