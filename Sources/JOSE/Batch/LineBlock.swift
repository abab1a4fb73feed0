import System

/// Some whole lines of the input on their way to the output. Its memory is used again for later lines.
///
/// One thread has it at a time: the queue hands it on.
final class LineBlock<Problem: Sendable>: @unchecked Sendable {
    /// Its place among the blocks, from 0.
    var number = 0
    /// Whole lines, each with its newline; the last line of all may lack it.
    var input: [UInt8] = []
    /// Where the first line begins.
    var start = 0
    /// Where the last line ends; what follows in `input` does not count.
    var inputCount = 0
    var output: [UInt8] = []
    /// Lines that were worked on.
    var lineCount = 0
    /// Lines without a result, counted from 0 in this block.
    var problems: [(line: Int, problem: Problem)] = []
    /// Whether the first problem ended the work: lines after it are not in the output.
    var isStopped = false

    func clear() {
        start = 0
        inputCount = 0
        output.removeAll(keepingCapacity: true)
        lineCount = 0
        problems.removeAll(keepingCapacity: true)
        isStopped = false
    }

    /// The lines of a group, while they are worked on together.
    private var group: [(output: [UInt8], problem: Problem?)] = []
    private var groupCount = 0

    /// Works on every line, in order.
    ///
    /// - Parameter keepsGoing: leaves an empty line where there is no result.
    func work<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, keepsGoing: Bool
    ) where Processor.Problem == Problem {
        let bytes = input
        let text = bytes.span.extracting(..<inputCount)
        if processor.groupSize > 1 {
            workInGroups(text, &processor, keepsGoing: keepsGoing)
        } else {
            workOneByOne(text, &processor, keepsGoing: keepsGoing)
        }
    }

    private func workOneByOne<Processor: LineProcessor & ~Copyable>(
        _ text: Span<UInt8>, _ processor: inout Processor, keepsGoing: Bool
    ) where Processor.Problem == Problem {
        // Out of the object while lines are appended to it: each access to an object's member is checked, which takes
        // 3 % of the time for a token with HMAC.
        var result: [UInt8] = []
        swap(&result, &output)
        defer { swap(&result, &output) }
        var next = start
        while next < text.count, !isStopped {
            let end = Self.lineEnd(in: text, from: next)
            let count = result.count
            if processor.process(text.extracting(next..<end), into: &result) {
                finishLine(&result)
            } else {
                result.removeLast(result.count - count)
                if let problem = processor.problem { fail(problem, &result, keepsGoing: keepsGoing) }
            }
            next = end + 1
        }
    }

    private func workInGroups<Processor: LineProcessor & ~Copyable>(
        _ text: Span<UInt8>, _ processor: inout Processor, keepsGoing: Bool
    ) where Processor.Problem == Problem {
        var next = start
        while next < text.count, !isStopped {
            next = begin(text, from: next, &processor, keepsGoing: keepsGoing)
            end(&processor, keepsGoing: keepsGoing)
        }
    }

    private func finishLine(_ output: inout [UInt8]) {
        output.append(UInt8(ascii: "\n"))
        lineCount += 1
    }

    private func fail(_ problem: Problem, _ output: inout [UInt8], keepsGoing: Bool) {
        problems.append((lineCount, problem))
        if keepsGoing { finishLine(&output) } else { isStopped = true }
    }

    /// Takes in as many lines as a group has, and no more after a problem that stops the work.
    ///
    /// - Returns: where the next line begins.
    private func begin<Processor: LineProcessor & ~Copyable>(
        _ text: Span<UInt8>, from start: Int, _ processor: inout Processor, keepsGoing: Bool
    ) -> Int where Processor.Problem == Problem {
        let groupSize = processor.groupSize
        while group.count < groupSize { group.append(([], nil)) }
        groupCount = 0
        var next = start
        while next < inputCount, groupCount < groupSize {
            let end = Self.lineEnd(in: text, from: next)
            group[groupCount].output.removeAll(keepingCapacity: true)
            let problem = processor.begin(text.extracting(next..<end), into: &group[groupCount].output)
            group[groupCount].problem = problem
            groupCount += 1
            next = end + 1
            if problem != nil, !keepsGoing { break }
        }
        return next
    }

    private func end<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, keepsGoing: Bool
    ) where Processor.Problem == Problem {
        processor.work()
        var place = 0
        for line in 0..<groupCount where !isStopped {
            if group[line].problem == nil {
                group[line].problem = processor.end(place, into: &group[line].output)
                place += 1
            }
            if let problem = group[line].problem {
                fail(problem, &output, keepsGoing: keepsGoing)
            } else {
                output += group[line].output
                finishLine(&output)
            }
        }
    }

    /// Where a line ends, its newline not counted.
    static func lineEnd(in text: Span<UInt8>, from start: Int) -> Int {
        text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
    }
}
