import Glibc
import Synchronization
import System
import Testing

@testable import Commands

/// Doubles every line, and has no result for lines that begin with "bad" or with "end": of the latter it finds out at
/// the end. The result of a line that begins with "no" says no.
private struct Doubling: LineProcessor {
    let groupSize: Int
    /// Whether a missing result has an answer in its place.
    var answers = false
    private var group: [[UInt8]] = []
    private var isOver = false

    init(groupSize: Int, answers: Bool = false) {
        self.groupSize = groupSize
        self.answers = answers
    }

    func answer(to problem: any Error, line number: Int) -> [UInt8]? {
        answers ? Array("no \(number): \(CommandError(problem).message)".utf8) : nil
    }

    mutating func beginGroup() { (group, isOver) = ([], false) }

    mutating func begin(_ line: Span<UInt8>) throws {
        let bytes = line.withUnsafeBufferPointer { Array($0) }
        if bytes.starts(with: "ba".utf8) { throw CommandError(.badInput, "\(line.count) bytes") }
        group.append(bytes)
        if group.count > groupSize { throw CommandError(.bug, "more than a group") }
    }

    mutating func work() { isOver = true }

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult {
        if !isOver { throw CommandError(.bug, "not worked on") }
        output += group[place] + group[place]
        if group[place].starts(with: "end".utf8) {
            throw CommandError(.badInput, "\(group[place].count) bytes")
        }
        guard group[place].starts(with: "no".utf8) else { return .valid }
        output += Array(" \(number)".utf8)
        return .invalid(reason: "no")
    }
}

@Suite("The pipeline that works on streams line by line") struct LinePipelineTests {
    private struct Ran {
        var output: String
        var outcome: BatchOutcome
        var problems: [Int]
    }

    /// Runs the pipeline between two pipes, both of them with more to carry than they hold.
    private func run(
        _ input: String, jobs: Int = 3, groupSize: Int = 1, answers: Bool = false,
        _ change: (inout BatchOptions) -> Void = { _ in }
    ) throws -> Ran {
        var (reading, writing): ([Int32], [Int32]) = ([0, 0], [0, 0])
        #expect(pipe(&reading) == 0 && pipe(&writing) == 0)
        let feed = (reading[1], Array(input.utf8))
        let collected = Mutex<[UInt8]>([])
        let problems = Mutex<[Int]>([])
        let outcome = Mutex<BatchOutcome?>(nil)
        var options = BatchOptions(jobs: jobs)
        options.blamesLines = answers
        change(&options)
        let final = options
        let (from, to) = (reading[0], writing[1])
        let results = writing[0]
        withThreads(3) { number in
            switch number {
            case 0:
                #expect(throws: Never.self) {
                    let pipeline = try LinePipeline<Doubling>(
                        input: FileDescriptor(borrowing: from), output: FileDescriptor(borrowing: to), final,
                        makeProcessor: { Doubling(groupSize: groupSize, answers: answers) },
                        onProblem: { line, _, _ in problems.withLock { $0.append(line) } })
                    let result = pipeline.run(Doubling(groupSize: groupSize, answers: answers))
                    outcome.withLock { $0 = result }
                }
                close(to)
                close(from)
            case 1:
                // Whoever reads no more is not an error here.
                signal(SIGPIPE, SIG_IGN)
                var rest = feed.1[...]
                while !rest.isEmpty {
                    let written = rest.withUnsafeBytes { write(feed.0, $0.baseAddress, $0.count) }
                    guard written > 0 else { break }
                    rest = rest.dropFirst(written)
                }
                close(feed.0)
            default:
                var room = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = read(results, &room, room.count)
                    guard count > 0 else { break }
                    collected.withLock { $0 += room[..<count] }
                }
                close(results)
            }
        }
        let result = try #require(outcome.withLock { $0 })
        return Ran(
            output: String(decoding: collected.withLock { $0 }, as: UTF8.self), outcome: result,
            problems: problems.withLock { $0 })
    }

    private func isFinished(_ end: BatchOutcome.End) -> Bool {
        if case .finished = end { true } else { false }
    }

    @Test("Results come in the order of the lines", arguments: [1, 2, 3, 8], [1, 2, 8])
    func order(jobs: Int, groupSize: Int) throws {
        let lines = (0..<20_000).map { String(repeating: "x", count: $0 % 97) + "\($0)" }
        let ran = try run(lines.joined(separator: "\n") + "\n", jobs: jobs, groupSize: groupSize) {
            $0.blockBytes = 512
            $0.linesPerBlock = 7
        }
        #expect(isFinished(ran.outcome.end))
        #expect(ran.outcome.written == lines.count)
        #expect(ran.output == lines.map { $0 + $0 + "\n" }.joined())
    }

    @Test("The last line need not have an end", arguments: ["", "a", "a\n", "a\nb", "\n", "\n\na"])
    func lastLine(input: String) throws {
        var lines = input.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        let ran = try run(input)
        #expect(ran.output == lines.map { $0 + $0 + "\n" }.joined())
        #expect(ran.outcome.written == lines.count)
    }

    @Test("A line longer than a block is one line", arguments: [100, 5_000, 200_000])
    func longLine(length: Int) throws {
        let line = String(repeating: "y", count: length)
        let ran = try run("a\n\(line)\nb\n") { $0.blockBytes = 64 }
        #expect(ran.output == "aa\n\(line)\(line)\nbb\n")
    }

    @Test(
        "A line over the limit is a bad line, however it arrives", arguments: [0, 1, 1_000], [64, 1 << 16])
    func tooLong(excess: Int, blockBytes: Int) throws {
        let input = "a\nb\n" + String(repeating: "y", count: 1_000 + excess) + "\nc\n"
        let ran = try run(input) {
            $0.blockBytes = blockBytes
            $0.maximumLineBytes = 1_000
        }
        if excess == 0 {
            #expect(isFinished(ran.outcome.end) && ran.outcome.written == 4)
            return
        }
        guard case .stopped(let error, line: 3) = ran.outcome.end else {
            Issue.record("\(ran.outcome.end)")
            return
        }
        #expect(CommandError(error).message == "the input is larger than 1000 bytes")
        #expect(ran.output == "aa\nbb\n")
    }

    @Test(
        "A line over the limit is skipped to its end", arguments: ["\n", "\nc\n", "", "\n\n"], [0, 1, 3, 4])
    func skipsTooLong(rest: String, skip: Int) throws {
        let long = String(repeating: "y", count: 100_000)
        let ran = try run("a\nb\n\(long)\(rest)") {
            $0.blockBytes = 64
            $0.maximumLineBytes = 1_000
            $0.keepsGoing = true
            $0.skip = skip
        }
        let lines = ["aa\n", "bb\n", "\n"] + (rest == "\nc\n" ? ["cc\n"] : rest == "\n\n" ? ["\n"] : [])
        if case .tooFewLines(let count) = ran.outcome.end {
            #expect(count == lines.count && skip > count)
        } else {
            #expect(isFinished(ran.outcome.end) && skip <= lines.count)
        }
        #expect(ran.output == lines.dropFirst(skip).joined())
        #expect(ran.problems == (skip < 3 ? [3] : []))
        if isFinished(ran.outcome.end) {
            #expect(ran.outcome.bytesRead + ran.outcome.bytesSkipped == 4 + long.utf8.count + rest.utf8.count)
        }
    }

    @Test(
        "A bad line stops it, after those before it and before those after it", arguments: [1, 4], [1, 8])
    func stops(jobs: Int, groupSize: Int) throws {
        var lines = (0..<5_000).map { "l\($0)" }
        lines[3_210] = jobs == 1 ? "bad" : "end"
        let ran = try run(lines.joined(separator: "\n"), jobs: jobs, groupSize: groupSize) {
            $0.blockBytes = 256
        }
        guard case .stopped(let error, line: 3_211) = ran.outcome.end,
            CommandError(error).message == "3 bytes"
        else {
            Issue.record("\(ran.outcome.end)")
            return
        }
        #expect(ran.outcome.written == 3_210)
        #expect(ran.output == lines[..<3_210].map { $0 + $0 + "\n" }.joined())
    }

    @Test("The first of several bad lines is the one that counts", arguments: [1, 3, 8])
    func firstOfSeveral(groupSize: Int) throws {
        let lines = (0..<2_000).map { $0 % 500 == 499 ? "end" : $0 > 499 && $0 < 510 ? "bad" : "l\($0)" }
        let ran = try run(lines.joined(separator: "\n"), jobs: 4, groupSize: groupSize) {
            $0.linesPerBlock = 5
        }
        #expect(ran.outcome.written == 499)
    }

    @Test("Asked to go on, it leaves empty lines and counts them", arguments: [1, 8])
    func keepsGoing(groupSize: Int) throws {
        let lines = (0..<3_000).map { $0 % 200 == 7 ? "bad" : $0 % 200 == 107 ? "end" : "l\($0)" }
        let ran = try run(lines.joined(separator: "\n"), jobs: 4, groupSize: groupSize) {
            $0.keepsGoing = true
            $0.blockBytes = 128
        }
        #expect(ran.output == lines.map { $0.first != "l" ? "\n" : $0 + $0 + "\n" }.joined())
        #expect(ran.outcome.failed == 30 && ran.outcome.written == 3_000)
        #expect(ran.problems == (0..<30).map { $0 * 100 + 8 })
    }

    @Test("An answer takes the place of a missing result, and nothing else reports it", arguments: [1, 8])
    func answers(groupSize: Int) throws {
        let lines = (0..<3_000).map { $0 % 200 == 7 ? "bad" : $0 % 200 == 107 ? "end" : "l\($0)" }
        let ran = try run(lines.joined(separator: "\n"), groupSize: groupSize, answers: true) {
            $0.keepsGoing = true
            $0.blockBytes = 128
        }
        #expect(
            ran.output
                == zip(1..., lines).map { $1.first != "l" ? "no \($0): 3 bytes\n" : $1 + $1 + "\n" }.joined())
        #expect(ran.outcome.failed == 30 && ran.outcome.written == 3_000)
        #expect(ran.outcome.tally.valid == 2_970 && ran.outcome.tally.reasons == ["signing-failed": 30])
        #expect(ran.problems == [])
    }

    @Test("Results that say no are counted by their reason", arguments: [1, 4], [0, 123])
    func countsReasons(jobs: Int, skip: Int) throws {
        let lines = (0..<3_000).map { $0 % 1_000 == 123 ? "no" : $0 % 1_000 == 500 ? "end" : "l\($0)" }
        let ran = try run(lines.joined(separator: "\n"), jobs: jobs, groupSize: 8, answers: true) {
            $0.keepsGoing = true
            $0.blockBytes = 128
            $0.skip = skip
        }
        let tally = ran.outcome.tally
        #expect(ran.outcome.written == 3_000 - skip && ran.outcome.failed == 3)
        #expect(
            tally.valid == 2_994 - skip && tally.invalid == 6
                && tally.reasons == ["no": 3, "signing-failed": 3])
        #expect(tally.first?.line == 124 && tally.first?.reason == "no")
        let results = ran.output.split(separator: "\n")
        #expect(results[1_123 - skip] == "nono 1124" && results[1_500 - skip] == "no 1501: 3 bytes")
    }

    @Test(
        "An input without any line is an error if lines are required", arguments: ["", "\n", "a\n"], [0, 1])
    func requiresLines(input: String, skip: Int) throws {
        let ran = try run(input) {
            $0.requiresLines = true
            $0.skip = skip
        }
        switch ran.outcome.end {
        case .noLines: #expect(input.isEmpty && skip == 0)
        case .tooFewLines: #expect(input.isEmpty && skip == 1)
        default: #expect(!input.isEmpty && isFinished(ran.outcome.end))
        }
    }

    @Test(
        "An answer is the last line if a bad line stops it", arguments: ["bad", "end", "too long"], [0, 1])
    func stopsWithAnswer(problem: String, skip: Int) throws {
        let line = problem == "too long" ? String(repeating: "y", count: 1_001) : problem
        let ran = try run("a\nb\n\(line)\nc\n", answers: true) {
            $0.maximumLineBytes = 1_000
            $0.skip = skip
        }
        guard case .stopped(_, line: 3) = ran.outcome.end else {
            Issue.record("\(ran.outcome.end)")
            return
        }
        let answer = problem == "too long" ? "no 3: the input is larger than 1000 bytes\n" : "no 3: 3 bytes\n"
        #expect(ran.output == (skip == 0 ? "aa\n" : "") + "bb\n" + answer)
        #expect(ran.outcome.written == 3 - skip && ran.outcome.failed == 1)
    }

    @Test(
        "Ignored lines are counted, however they arrive", arguments: [0, 1, 99, 100, 999, 1_000],
        [7, 1 << 16])
    func skips(skip: Int, blockBytes: Int) throws {
        let lines = (0..<1_000).map { $0 == 500 ? "bad" : "l\($0)" }
        let ran = try run(lines.joined(separator: "\n"), jobs: 2) {
            $0.skip = skip
            $0.keepsGoing = true
            $0.blockBytes = blockBytes
            $0.linesPerBlock = 100
        }
        #expect(isFinished(ran.outcome.end))
        #expect(ran.output == lines[skip...].map { $0 == "bad" ? "\n" : $0 + $0 + "\n" }.joined())
        #expect(ran.problems == (skip > 500 ? [] : [501]))
        // The last line has no newline.
        let bytes = lines.map { $0.utf8.count + 1 }.reduce(0, +) - 1
        #expect(ran.outcome.bytesSkipped == min(bytes, lines[..<skip].map { $0.utf8.count + 1 }.reduce(0, +)))
        #expect(ran.outcome.bytesRead == bytes - ran.outcome.bytesSkipped)
    }

    @Test(
        "An input with fewer lines than are ignored is an error", arguments: ["", "a", "a\n", "a\nb", "\n\n"])
    func tooFewLines(input: String) throws {
        let ran = try run(input) { $0.skip = 3 }
        let count = input.split(separator: "\n", omittingEmptySubsequences: false).count
        let expected = input.isEmpty || input.hasSuffix("\n") ? count - 1 : count
        guard case .tooFewLines(expected) = ran.outcome.end else {
            Issue.record("\(ran.outcome.end)")
            return
        }
    }

    /// Runs the pipeline on an input that stays open, and waits for it to end.
    ///
    /// - Parameter output: a path to write to.
    private func runOnOpenInput(
        _ input: String, to output: String, jobs: Int,
        makeProcessor: @escaping @Sendable () throws -> Doubling = { Doubling(groupSize: 1) }
    ) throws -> BatchOutcome {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let file = open(output, O_WRONLY)
        defer { for number in ends + [file] { close(number) } }
        _ = write(ends[1], input, input.utf8.count)
        let pipeline = try LinePipeline<Doubling>(
            input: FileDescriptor(borrowing: ends[0]), output: FileDescriptor(borrowing: file),
            BatchOptions(jobs: jobs), makeProcessor: makeProcessor)
        return pipeline.run(Doubling(groupSize: 1))
    }

    @Test("An output that fails ends it, while the input stays open", arguments: [1, 2, 5])
    func writeFails(jobs: Int) throws {
        for _ in 0..<20 {
            guard case .writeFailed(let error) = try runOnOpenInput("a\nb\n", to: "/dev/full", jobs: jobs).end
            else {
                Issue.record("it did not fail")
                return
            }
            #expect(error.reason == .errno(ENOSPC))
        }
    }

    @Test("A bad line ends it, while the input stays open", arguments: [1, 2, 5])
    func stopsOnOpenInput(jobs: Int) throws {
        for _ in 0..<20 {
            let outcome = try runOnOpenInput("a\nb\nbad\n", to: "/dev/null", jobs: jobs)
            guard case .stopped = outcome.end, outcome.written == 2 else {
                Issue.record("\(outcome)")
                return
            }
        }
    }

    @Test("A worker that cannot begin ends it with its reason", arguments: [2, 5])
    func workerFails(jobs: Int) throws {
        let outcome = try runOnOpenInput("", to: "/dev/null", jobs: jobs) {
            throw CommandError(.badInput, "no worker")
        }
        guard case .workerFailed(let error) = outcome.end, CommandError(error).message == "no worker" else {
            Issue.record("\(outcome.end)")
            return
        }
    }
}
