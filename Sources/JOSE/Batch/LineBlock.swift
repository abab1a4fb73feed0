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

    /// Works on every line, in order.
    ///
    /// - Parameter keepsGoing: leaves an empty line where there is no result.
    func work<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, keepsGoing: Bool
    ) where Processor.Problem == Problem {
        var next = start
        let bytes = input
        let text = bytes.span.extracting(..<inputCount)
        while next < inputCount {
            let end = Self.lineEnd(in: text, from: next)
            let outputCount = output.count
            if let problem = processor.process(text.extracting(next..<end), into: &output) {
                output.removeLast(output.count - outputCount)
                problems.append((lineCount, problem))
                if !keepsGoing {
                    isStopped = true
                    return
                }
            }
            output.append(UInt8(ascii: "\n"))
            lineCount += 1
            next = end + 1
        }
    }

    /// Where a line ends, its newline not counted.
    static func lineEnd(in text: Span<UInt8>, from start: Int) -> Int {
        text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
    }
}
