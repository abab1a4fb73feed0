import System

/// Some whole lines of the input on their way to the output. Its memory is used again for later lines.
///
/// One thread has it at a time: the queue hands it on.
final class LineBlock: @unchecked Sendable {
    /// Its place among the blocks, from 0.
    var number = 0
    /// Whole lines, each with its newline; the last line of all may lack it.
    var input: [UInt8] = []
    /// Where each line ends, its newline not counted.
    var lineEnds: [Int] = []
    /// Where the last line ends; what follows in `input` belongs to no line of this block.
    var inputCount = 0
    /// Bytes of ignored lines before it.
    var skippedBytes = 0
    /// Bytes of its only line, if that is longer than a batch reads. It was skipped, and `input` has nothing of it.
    var tooLongBytes = 0
    var results = LineResults()

    /// Memory that an ordinary block needs; that of longer lines is not kept for later blocks.
    fileprivate static let keptBytes = 1 << 20

    /// - Parameter firstLine: the number of its first line in the input, from 1.
    func clear(firstLine: Int) {
        if input.count > Self.keptBytes { input = [] }
        lineEnds.removeAll(keepingCapacity: true)
        inputCount = 0
        skippedBytes = 0
        tooLongBytes = 0
        results.clear(firstLine: firstLine)
    }

    /// Bytes of the lines that it stands for.
    var bytesRead: Int { inputCount + tooLongBytes }

    /// Works on every line, in order.
    ///
    /// - Parameter options: whether a line without a result leaves an empty line, and the limit of a line.
    func work<Processor: LineProcessor & ~Copyable>(_ processor: inout Processor, _ options: BatchOptions) {
        // Each access to a property of an object is checked when it happens, which takes longer than most lines take.
        let (bytes, ends) = (input, lineEnds)
        var results = LineResults()
        swap(&results, &self.results)
        defer { swap(&results, &self.results) }
        if tooLongBytes > 0 {
            return results.append(&processor, options) { processor, line, output throws in
                try processor.refuse(line: line, over: options.maximumLineBytes, into: &output)
            }
        }
        processor.refresh()
        let groupSize = processor.groupSize
        var next = 0
        while next < ends.count, results.stop == nil {
            let group = next..<min(next + groupSize, ends.count)
            next = group.upperBound
            // Of lines that have no result, by their index.
            var problems: [Int: any Error] = [:]
            processor.beginGroup()
            for line in group {
                do {
                    let start = line == 0 ? 0 : ends[line - 1] + 1
                    try processor.begin(bytes.span.extracting(start..<ends[line]))
                } catch {
                    problems[line] = error
                    // No line after a problem that stops the work is begun.
                    if !options.keepsGoing { break }
                }
            }
            processor.work()
            var place = 0
            for line in group where results.stop == nil {
                if let problem = problems[line] {
                    results.fail(problem, processor, options)
                    continue
                }
                results.append(&processor, options) { processor, line, output throws in
                    try processor.end(place, line: line, into: &output)
                }
                place += 1
            }
        }
    }
}

/// What became of the lines of a block.
struct LineResults {
    /// A problem, with its line counted from 0 in the block.
    typealias Problem = (line: Int, problem: any Error)

    /// A line of the output that is not valid.
    private struct Fault {
        /// Counted from 0 in the block.
        let line: Int
        /// As statistics count it; nil if the line is not the cause.
        let reason: String?
        /// Whether it has no result.
        let isFailed: Bool
        /// Why the output leaves it empty; nil if the output says why.
        let problem: (any Error)?
    }

    private(set) var firstLine = 1
    private(set) var output: [UInt8] = []
    /// Lines that have their place in the output.
    private(set) var lineCount = 0
    private var faults: [Fault] = []
    /// The one that ended the work: lines after it are not in the output.
    private(set) var stop: Problem?

    fileprivate mutating func clear(firstLine: Int) {
        self.firstLine = firstLine
        if output.count > LineBlock.keptBytes { output = [] }
        output.removeAll(keepingCapacity: true)
        lineCount = 0
        faults.removeAll(keepingCapacity: true)
        stop = nil
    }

    /// What became of the first lines of the output.
    ///
    /// - Returns: also the number of those that have no result, and the problems of those that the output leaves empty.
    func summary(of lines: Int) -> (tally: LineTally, failed: Int, problems: [Problem]) {
        var tally = LineTally()
        var (failed, problems) = (0, [Problem]())
        tally.valid = lines
        for fault in faults where fault.line < lines {
            tally.valid -= 1
            if let reason = fault.reason { tally.add(invalid: reason, line: firstLine + fault.line) }
            if fault.isFailed { failed += 1 }
            if let problem = fault.problem { problems.append((fault.line, problem)) }
        }
        return (tally, failed, problems)
    }

    /// The number in the input of the line that is next in the output.
    private var nextLine: Int { firstLine + lineCount }

    /// Appends what `body` makes of the next line, and a newline.
    @inline(__always)
    fileprivate mutating func append<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ options: BatchOptions,
        _ body: (inout Processor, Int, inout [UInt8]) throws -> LineResult
    ) {
        let start = output.count
        do {
            if case .invalid(let reason) = try body(&processor, nextLine, &output) {
                faults.append(Fault(line: lineCount, reason: reason, isFailed: false, problem: nil))
            }
            endLine()
        } catch {
            output.removeLast(output.count - start)
            fail(error, processor, options)
        }
    }

    private mutating func endLine() {
        output.append(UInt8(ascii: "\n"))
        lineCount += 1
    }

    fileprivate mutating func fail<Processor: LineProcessor & ~Copyable>(
        _ problem: any Error, _ processor: borrowing Processor, _ options: BatchOptions
    ) {
        let answer = processor.answer(to: problem, line: nextLine)
        if !options.keepsGoing {
            stop = (lineCount, problem)
            if answer == nil { return }
        }
        faults.append(
            Fault(
                line: lineCount, reason: options.blamesLines ? SigningReason(problem).rawValue : nil,
                isFailed: true, problem: answer == nil ? problem : nil))
        output += answer ?? []
        endLine()
    }
}
