package import System

/// What became of a batch.
package struct BatchOutcome<Problem: Sendable>: Sendable {
    package enum End: Sendable {
        /// The input ended, and everything is written.
        case finished
        /// A line had no result.
        case stopped(Problem)
        case lineTooLong(limitBytes: Int)
        case readFailed(SystemError)
        case writeFailed(SystemError)
        /// A signal asked for the end.
        case interrupted
    }

    package var end: End
    /// Lines of the output, all of them whole; those that were skipped are not among them.
    package var written = 0
    /// Those among them that are empty because there was no result.
    package var failed = 0
    /// Bytes of the blocks that were written, and of what was written of them.
    package var bytesRead = 0
    package var bytesWritten = 0
}

/// Works on a stream, line by line, on several threads, and writes the results in the order of the lines.
///
/// There is no thread that only reads or only writes. A worker takes its turn at the input, reads a block of
/// lines, works on it, and when it is the next one writes it, and those after it that are done. So a line that
/// comes alone goes through without a change of threads, and reading, working and writing overlap as soon as there
/// is more than one block. The blocks are a fixed number: a writer that stalls stops the readers.
package final class BatchEngine<Processor: LineProcessor & ~Copyable>: @unchecked Sendable {
    package typealias Problem = Processor.Problem

    private struct Queue {
        var free: [LineBlock<Problem>] = []
        /// Done, and waiting for those before them.
        var done: [Int: LineBlock<Problem>] = [:]
        /// The number of the block that is to be written next.
        var turn = 0
        var isWriting = false
        var outcome = BatchOutcome<Problem>(end: .finished)
        /// Nothing more is to be written.
        var isOver = false
    }

    private struct Input: ~Copyable {
        var reader: LineReader
        var nextNumber = 0
        var isOver = false
    }

    private let options: BatchOptions
    private let output: FileDescriptor
    private let input: Monitor<Input>
    private let queue: Monitor<Queue>
    private let makeProcessor: @Sendable () -> Processor?
    private let onProblem: @Sendable (Int, Problem) -> Void
    private let onProgress: @Sendable (BatchOutcome<Problem>) -> Void

    /// - Parameters:
    ///   - makeProcessor: called once on each thread; nil where it cannot be made, which must then not be the case
    ///     for the first.
    ///   - onProblem: told of every line without a result that leaves an empty line, in order: its number, from 1,
    ///     those that were skipped counted.
    ///   - onProgress: told after every block that was written.
    package init(
        input: consuming FileDescriptor, output: consuming FileDescriptor, _ options: BatchOptions,
        makeProcessor: @escaping @Sendable () -> Processor?,
        onProblem: @escaping @Sendable (Int, Problem) -> Void = { _, _ in },
        onProgress: @escaping @Sendable (BatchOutcome<Problem>) -> Void = { _ in }
    ) {
        self.options = options
        self.output = output
        self.makeProcessor = makeProcessor
        self.onProblem = onProblem
        self.onProgress = onProgress
        self.input = Monitor(Input(reader: LineReader(input, options)))
        var queue = Queue()
        // Each worker has one, and each may be done with one that waits for a slower one's.
        queue.free = (0..<2 * options.jobs + 1).map { _ in LineBlock() }
        self.queue = Monitor(queue)
    }

    package func run() -> BatchOutcome<Problem> {
        withThreads(options.jobs) { _ in self.work() }
        return queue.withLock { $0.outcome }
    }

    private func work() {
        guard var processor = makeProcessor() else { return }
        while let block = takeFree() {
            guard read(block) else { return }
            block.work(&processor, keepsGoing: options.keepsGoing)
            if block.isStopped { input.withLock { $0.isOver = true } }
            finish(block)
        }
    }

    private func takeFree() -> LineBlock<Problem>? {
        queue.wait { queue -> LineBlock<Problem>?? in
            if queue.isOver { return .some(nil) }
            return queue.free.popLast().map(Optional.some)
        }
    }

    /// - Returns: false when there is nothing more to read.
    private func read(_ block: LineBlock<Problem>) -> Bool {
        input.withLock { input in
            if input.isOver { return false }
            do throws(LineReader.Failure) {
                if try input.reader.fill(block) {
                    block.number = input.nextNumber
                    input.nextNumber += 1
                    return true
                }
            } catch {
                endInput(error)
            }
            input.isOver = true
            return false
        }
    }

    /// The input failed; what was read before is still worked on and written.
    private func endInput(_ failure: LineReader.Failure) {
        queue.withLock { queue in
            queue.outcome.end =
                switch failure {
                case .system(let error): .readFailed(error)
                case .lineTooLong: .lineTooLong(limitBytes: options.maximumLineBytes)
                case .interrupted: .interrupted
                }
        }
    }

    /// Writes the block if it is its turn, and those after it that are done; else leaves it for whoever writes
    /// those before it.
    private func finish(_ block: LineBlock<Problem>) {
        var next: LineBlock<Problem>? = queue.withLock { queue in
            queue.done[block.number] = block
            return queue.isWriting ? nil : Self.takeTurn(&queue)
        }
        while let block = next {
            let end = write(block)
            next = queue.change { queue in
                queue.turn += 1
                queue.isWriting = false
                queue.free.append(block)
                if let end {
                    queue.outcome.end = end
                    queue.isOver = true
                }
                return Self.takeTurn(&queue)
            }
        }
    }

    private static func takeTurn(_ queue: inout Queue) -> LineBlock<Problem>? {
        guard !queue.isOver, let block = queue.done.removeValue(forKey: queue.turn) else { return nil }
        queue.isWriting = true
        return block
    }

    /// - Returns: how the batch ends, if it ends with this block.
    private func write(_ block: LineBlock<Problem>) -> BatchOutcome<Problem>.End? {
        do throws(SystemError) {
            let bytes = block.output
            if !bytes.isEmpty { try output.writeWhole(bytes.span) }
        } catch {
            input.withLock { $0.isOver = true }
            return .writeFailed(error)
        }
        let outcome = queue.withLock { queue in
            let first = options.skip + queue.outcome.written + 1
            queue.outcome.written += block.lineCount
            queue.outcome.bytesRead += block.inputCount
            queue.outcome.bytesWritten += block.output.count
            if options.keepsGoing {
                queue.outcome.failed += block.problems.count
                for (line, problem) in block.problems { onProblem(first + line, problem) }
            }
            return queue.outcome
        }
        onProgress(outcome)
        if block.isStopped, let problem = block.problems.first?.problem { return .stopped(problem) }
        return nil
    }
}
