import System

/// Some whole lines of the input on their way to the output. Its memory is used again for later lines.
///
/// One thread has it at a time: the queue hands it on.
final class LineBlock: @unchecked Sendable {
    /// Its place among the blocks, from 0.
    var number = 0
    /// The number of its first line in the input, from 1.
    var firstLine = 1
    /// Whole lines, each with its newline; the last line of all may lack it.
    var input: [UInt8] = []
    /// Where the last line ends; what follows in `input` belongs to no line of this block.
    var inputCount = 0
    /// Bytes of ignored lines before it.
    var skippedBytes = 0
    /// Bytes of its only line, if that is longer than a batch reads. It was passed over, and `input` has nothing of it.
    var tooLongBytes = 0
    var output: [UInt8] = []
    /// Lines that have their place in the output.
    var lineCount = 0
    /// Those among them that have no result.
    var failedCount = 0
    var tally = LineTally()
    /// Problems, with their lines counted from 0 in this block.
    typealias Problem = (line: Int, problem: any Error)
    /// Those of lines that the output leaves empty.
    var problems: [Problem] = []
    /// The one that ended the work: lines after it are not in the output.
    var stop: Problem?

    /// The lines of a group, while they are worked on together. Methods take it as a parameter: each access to a
    /// property of an object is checked when it happens, which takes longer than most lines take.
    private struct Group {
        var lines: [Line] = []
        var count = 0

        struct Line {
            var output: [UInt8] = []
            var problem: (any Error)?
        }
    }

    private var group = Group()

    /// Memory that an ordinary block needs; that of longer lines is not kept for later blocks.
    private static let keptBytes = 1 << 20

    func clear() {
        if input.count > Self.keptBytes { input = [] }
        if output.count > Self.keptBytes { output = [] }
        inputCount = 0
        skippedBytes = 0
        tooLongBytes = 0
        output.removeAll(keepingCapacity: true)
        lineCount = 0
        failedCount = 0
        tally = LineTally()
        problems.removeAll(keepingCapacity: true)
        stop = nil
    }

    var isStopped: Bool { stop != nil }

    /// Bytes of the lines that it stands for.
    var bytesRead: Int { inputCount + tooLongBytes }

    /// The number in the input of the line that is next in the output.
    private var nextLine: Int { firstLine + lineCount }

    /// Works on every line, in order.
    ///
    /// - Parameter options: whether a line without a result leaves an empty line, and the limit of a line.
    func work<Processor: LineProcessor & ~Copyable>(_ processor: inout Processor, _ options: BatchOptions) {
        if tooLongBytes > 0 { return refuse(&processor, options) }
        let bytes = input
        let text = bytes.span.extracting(..<inputCount)
        processor.refresh()
        let groupSize = processor.groupSize
        var (group, results) = (Group(), [UInt8]())
        swap(&group, &self.group)
        swap(&results, &output)
        defer {
            swap(&group, &self.group)
            swap(&results, &output)
        }
        while group.lines.count < groupSize { group.lines.append(Group.Line()) }
        var next = 0
        while next < text.count, !isStopped {
            next = Self.begin(text, from: next, upTo: groupSize, &group, &processor, options)
            processor.work()
            end(&group, &processor, options, into: &results)
        }
    }

    private func refuse<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ options: BatchOptions
    ) {
        do {
            let result = try processor.refuse(
                line: nextLine, over: options.maximumLineBytes, into: &output)
            finishLine(result, in: &output)
        } catch {
            output.removeAll(keepingCapacity: true)
            fail(error, &processor, options, into: &output)
        }
    }

    /// Takes in as many lines as a group has, and no more after a problem that stops the work.
    ///
    /// - Returns: where the next line begins.
    private static func begin<Processor: LineProcessor & ~Copyable>(
        _ text: Span<UInt8>, from start: Int, upTo groupSize: Int, _ group: inout Group,
        _ processor: inout Processor, _ options: BatchOptions
    ) -> Int {
        group.count = 0
        var next = start
        while next < text.count, group.count < groupSize {
            let end = lineEnd(in: text, from: next)
            let line = group.count
            group.count += 1
            group.lines[line].output.removeAll(keepingCapacity: true)
            do {
                try processor.begin(text.extracting(next..<end), into: &group.lines[line].output)
            } catch {
                group.lines[line].problem = error
                if !options.keepsGoing { return end + 1 }
            }
            next = end + 1
        }
        return next
    }

    private func end<Processor: LineProcessor & ~Copyable>(
        _ group: inout Group, _ processor: inout Processor, _ options: BatchOptions,
        into results: inout [UInt8]
    ) {
        var place = 0
        for line in 0..<group.count {
            do {
                if let problem = group.lines[line].problem {
                    group.lines[line].problem = nil
                    throw problem
                }
                // Nothing is written of the lines after the one that stops the work.
                if isStopped { continue }
                place += 1
                let result = try processor.end(
                    place - 1, line: nextLine, into: &group.lines[line].output)
                results += group.lines[line].output
                finishLine(result, in: &results)
            } catch {
                fail(error, &processor, options, into: &results)
            }
            if group.lines[line].output.count > Self.keptBytes { group.lines[line].output = [] }
        }
    }

    private func finishLine(_ result: LineResult, in results: inout [UInt8]) {
        switch result {
        case .valid: tally.valid += 1
        case .invalid(let reason): tally.add(invalid: reason, line: nextLine)
        }
        endLine(in: &results)
    }

    private func endLine(in results: inout [UInt8]) {
        results.append(UInt8(ascii: "\n"))
        lineCount += 1
    }

    private func fail<Processor: LineProcessor & ~Copyable>(
        _ problem: any Error, _ processor: inout Processor, _ options: BatchOptions,
        into results: inout [UInt8]
    ) {
        if isStopped { return }
        let answer = processor.answer(to: problem, line: nextLine)
        if !options.keepsGoing {
            stop = (lineCount, problem)
        } else if answer == nil {
            problems.append((lineCount, problem))
        }
        if options.keepsGoing || answer != nil {
            if let reason = processor.reason(for: problem) { tally.add(invalid: reason, line: nextLine) }
            results += answer ?? []
            endLine(in: &results)
            failedCount += 1
        }
    }

    /// Where a line ends, its newline not counted.
    static func lineEnd(in text: Span<UInt8>, from start: Int) -> Int {
        text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
    }
}
