import JOSE
package import System

package struct BatchOptions: Sendable {
    /// Threads that work, the calling one among them.
    package var jobs: Int
    /// Leaves an empty line where a result is missing, instead of stopping there.
    package var keepsGoing = false
    /// Whether a line without a result counts as invalid; otherwise the line is not the cause.
    package var blamesLines = false
    /// Lines at the beginning that are ignored.
    package var skip = 0
    /// Whether an input without any line is an error.
    package var requiresLines = false
    /// How much is read at once, in bytes: what one worker gets before another does.
    package var blockBytes = 64 << 10
    /// Lines of a block at most: they bound its output.
    package var linesPerBlock = 256
    /// A longer line is skipped and refused. The same as for an input that is read whole.
    package var maximumLineBytes = CompactToken.maximumBytes

    package init(jobs: Int) { self.jobs = jobs }
}

/// How a batch ended, and how far it came.
package struct BatchOutcome: Sendable {
    package enum End: Sendable {
        /// The input ended, and everything is written.
        case finished
        /// A line has no result: its number, from 1, those that were skipped counted.
        case stopped(any Error, line: Int)
        /// A worker could not begin.
        case workerFailed(any Error)
        case readFailed(SystemError)
        case writeFailed(SystemError)
        /// A signal ended it.
        case interrupted
        /// The input has fewer lines than were to be skipped.
        case tooFewLines(Int)
        /// The input has no line.
        case noLines
        /// Another number of lines was written than was read, or of bytes: a bug.
        case miscounted(read: Int, bytes: Int)
    }

    package var end: End
    /// Lines of the output, all of them whole; those that `skip` ignored are not among them.
    package var written = 0
    /// Whether a part of the next line is in the output too.
    package var endsWithinLine = false
    /// Those among them that have no result: they are empty, or say why.
    package var failed = 0
    /// What became of the others.
    package var tally = LineTally()
    /// Bytes of the blocks that were written, and of what was written of them.
    package var bytesRead = 0
    package var bytesWritten = 0
    /// Bytes of the lines that `skip` ignored.
    package var bytesSkipped = 0
    /// The first line that was not skipped, which shows what the input is if it is not lines of text.
    package var firstLine: [UInt8] = []
}

/// Works on a stream, line by line, on several threads, and writes the results in the order of the lines.
///
/// There is no thread that only reads or only writes. A worker takes its turn at the input, reads a block of
/// lines, works on it, and when it is the next one writes it, and those after it that are done. So a line that
/// comes alone goes through without a change of threads, and reading, working and writing overlap as soon as there
/// is more than one block. The blocks are a fixed number: a writer that stalls stops the readers.
///
/// Whoever finds that the batch has to stop wakes the worker that waits for input. Everything that was read before is
/// still worked on and written, up to the line that stops it.
package final class LinePipeline<Processor: LineProcessor & ~Copyable>: @unchecked Sendable {
    private struct Queue {
        var free: [LineBlock] = []
        /// Done, and waiting for those before them.
        var done: [Int: LineBlock] = [:]
        /// The number of the block that is to be written next.
        var turn = 0
        var isWriting = false
        var outcome = BatchOutcome(end: .finished)
        /// Nothing more is to be written.
        var isOver = false

        mutating func end(_ end: BatchOutcome.End) {
            if isOver { return }
            outcome.end = end
            isOver = true
        }
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
    /// Nothing more is to be read.
    private let stop: WakeUp
    private let makeProcessor: @Sendable () throws -> Processor
    private let onProblem: @Sendable (Int, any Error, [UInt8]) -> Void
    private let onProgress: @Sendable (BatchOutcome) -> Void

    /// - Parameters:
    ///   - makeProcessor: called on each thread but the first.
    ///   - onProblem: told of every line without a result that leaves an empty line, in order: its number, from 1,
    ///     those that were skipped counted, and the first line of the batch.
    ///   - onProgress: told after every block that was written.
    package init(
        input: consuming FileDescriptor, output: consuming FileDescriptor, _ options: BatchOptions,
        makeProcessor: @escaping @Sendable () throws -> Processor,
        onProblem: @escaping @Sendable (Int, any Error, [UInt8]) -> Void = { _, _, _ in },
        onProgress: @escaping @Sendable (BatchOutcome) -> Void = { _ in }
    ) throws(SystemError) {
        stop = try WakeUp()
        self.options = options
        self.output = output
        self.makeProcessor = makeProcessor
        self.onProblem = onProblem
        self.onProgress = onProgress
        self.input = Monitor(Input(reader: LineReader(input, options, stop)))
        var queue = Queue()
        // Each worker has one, and each may be done with one that waits for a slower one's.
        queue.free = (0..<2 * options.jobs + 1).map { _ in LineBlock() }
        self.queue = Monitor(queue)
    }

    /// - Parameter first: the processor of the calling thread, made before there was a pipeline, so that its error is
    ///   reported before anything is opened.
    package func run(_ first: consuming Processor) -> BatchOutcome {
        var processor = first
        withThreads(
            options.jobs - 1, { _ in self.workWithNewProcessor() }, meanwhile: { self.work(&processor) })
        var outcome = queue.withLock { $0.outcome }
        if case .finished = outcome.end {
            let (read, left, bytes) = input.withLock {
                ($0.reader.lineCount, $0.reader.linesToSkip, $0.reader.byteCount)
            }
            if outcome.written != read || outcome.bytesRead + outcome.bytesSkipped != bytes {
                outcome.end = .miscounted(read: read, bytes: bytes)
            } else if left > 0 {
                outcome.end = .tooFewLines(options.skip - left)
            } else if options.requiresLines, bytes == 0 {
                outcome.end = .noLines
            }
        }
        return outcome
    }

    /// How far it came.
    package var outcome: BatchOutcome { queue.withLock { $0.outcome } }

    private func workWithNewProcessor() {
        do {
            var processor = try makeProcessor()
            work(&processor)
        } catch {
            queue.change { $0.end(.workerFailed(error)) }
            stop.send()
        }
    }

    private func work(_ processor: inout Processor) {
        while let block = takeFree(), read(block) {
            block.work(&processor, options)
            if block.results.stop != nil { stop.send() }
            finish(block)
        }
    }

    private func takeFree() -> LineBlock? {
        queue.wait { queue -> LineBlock?? in
            if queue.isOver { return .some(nil) }
            return queue.free.popLast().map(Optional.some)
        }
    }

    /// - Returns: false when there is nothing more to read.
    private func read(_ block: LineBlock) -> Bool {
        input.withLock { input in
            if input.isOver || stop.isSent { return false }
            do throws(LineReader.ReadingError) {
                if try input.reader.fill(block) {
                    block.number = input.nextNumber
                    input.nextNumber += 1
                    return true
                }
                // The ignored lines were the last ones: no block has them.
                queue.withLock { $0.outcome.bytesSkipped += block.skippedBytes }
            } catch {
                switch error {
                case .system(let error): inputEnded(.readFailed(error))
                case .interrupted: inputEnded(.interrupted)
                case .stopped: break
                }
            }
            input.isOver = true
            return false
        }
    }

    /// How the batch ends, unless it ends earlier: what was read before is still worked on and written.
    private func inputEnded(_ end: BatchOutcome.End) {
        queue.withLock { queue in if !queue.isOver { queue.outcome.end = end } }
    }

    /// Writes the block if it is its turn, and those after it that are done; else leaves it for whoever writes
    /// those before it.
    private func finish(_ block: LineBlock) {
        var next: LineBlock? = queue.withLock { queue in
            queue.done[block.number] = block
            return queue.isWriting ? nil : Self.takeTurn(&queue)
        }
        while let block = next {
            let end = write(block)
            if end != nil { stop.send() }
            next = queue.change { queue in
                queue.turn += 1
                queue.isWriting = false
                queue.free.append(block)
                if let end { queue.end(end) }
                return Self.takeTurn(&queue)
            }
        }
    }

    private static func takeTurn(_ queue: inout Queue) -> LineBlock? {
        guard !queue.isOver, let block = queue.done.removeValue(forKey: queue.turn) else { return nil }
        queue.isWriting = true
        return block
    }

    /// - Returns: how the batch ends, if it ends with this block.
    private func write(_ block: LineBlock) -> BatchOutcome.End? {
        let results = block.results
        var (lines, bytesRead, bytesWritten) = (results.lineCount, block.bytesRead, results.output.count)
        var end = results.stop.map { BatchOutcome.End.stopped($0.problem, line: results.firstLine + $0.line) }
        var endsWithinLine = false
        do throws(FileDescriptor.IncompleteWrite) {
            if bytesWritten > 0 { try output.writeLines(results.output.span) }
        } catch {
            let part = results.output.prefix(error.count)
            lines = part.count { $0 == UInt8(ascii: "\n") }
            if lines < results.lineCount { bytesRead = lines == 0 ? 0 : block.lineEnds[lines - 1] + 1 }
            bytesWritten = part.count
            endsWithinLine = part.last.map { $0 != UInt8(ascii: "\n") } ?? false
            end =
                switch error.cause {
                case .interrupted: .interrupted
                case .failed(let error): .writeFailed(error)
                }
        }
        let (tally, failed, problems) = results.summary(of: lines)
        let outcome = queue.withLock { queue in
            queue.outcome.written += lines
            queue.outcome.endsWithinLine = endsWithinLine
            queue.outcome.tally.add(tally)
            queue.outcome.bytesRead += bytesRead
            queue.outcome.bytesWritten += bytesWritten
            queue.outcome.bytesSkipped += block.skippedBytes
            queue.outcome.failed += failed
            if block.number == 0 {
                queue.outcome.firstLine = Array(block.input[..<(block.lineEnds.first ?? 0)])
            }
            for (line, problem) in problems {
                onProblem(results.firstLine + line, problem, queue.outcome.firstLine)
            }
            return queue.outcome
        }
        onProgress(outcome)
        return end
    }
}
