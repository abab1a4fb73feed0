import System

/// Cuts a stream into blocks of whole lines. It reads only when it has no whole line left, so a line that comes
/// alone is handed on at once.
struct LineReader: ~Copyable {
    private let file: FileDescriptor
    private let options: BatchOptions
    /// What was read beyond the last block; `restCount` of its bytes count.
    private var rest: [UInt8] = []
    private var restCount = 0
    private var isAtEnd = false
    private var linesToSkip: Int

    enum Failure: Error {
        case system(SystemError)
        case lineTooLong
        case interrupted
    }

    init(_ file: consuming FileDescriptor, _ options: BatchOptions) {
        self.file = file
        self.options = options
        linesToSkip = options.skip
    }

    /// - Returns: false at the end of the input.
    mutating func fill<Problem>(_ block: LineBlock<Problem>) throws(Failure) -> Bool {
        while try readLines(block) {
            skipLines(block)
            if block.inputCount > block.start { return true }
        }
        return false
    }

    private mutating func readLines<Problem>(_ block: LineBlock<Problem>) throws(Failure) -> Bool {
        block.clear()
        swap(&block.input, &rest)
        var count = restCount
        restCount = 0
        var searched = 0
        while true {
            if let end = endOfLines(in: block.input, from: searched, to: count) {
                keepRest(of: block, from: end, to: count)
                block.inputCount = end
                return true
            }
            searched = count
            if isAtEnd {
                block.inputCount = count
                return count > 0
            }
            if count > options.maximumLineBytes { throw .lineTooLong }
            count += try read(into: &block.input, at: count)
        }
    }

    private mutating func read(into buffer: inout [UInt8], at count: Int) throws(Failure) -> Int {
        // Doubling keeps a long line linear.
        let room = max(options.blockBytes, count)
        if buffer.count < count + room {
            buffer.append(contentsOf: repeatElement(0, count: count + room - buffer.count))
        }
        do {
            guard let added = try file.read(into: &buffer, at: count, upTo: room) else {
                throw Failure.interrupted
            }
            isAtEnd = added == 0
            return added
        } catch let error as SystemError {
            throw .system(error)
        } catch {
            throw .interrupted
        }
    }

    /// Where the last whole line ends, newline included, of as many lines as a block may have.
    private func endOfLines(in bytes: [UInt8], from start: Int, to count: Int) -> Int? {
        let text = bytes.span.extracting(..<count)
        var end: Int?
        for _ in 0..<options.linesPerBlock {
            guard let newline = text.firstIndex(of: UInt8(ascii: "\n"), from: end ?? start) else { break }
            end = newline + 1
        }
        return end
    }

    private mutating func keepRest<Problem>(of block: LineBlock<Problem>, from end: Int, to count: Int) {
        restCount = count - end
        if rest.count < restCount {
            rest.append(contentsOf: repeatElement(0, count: max(restCount, options.blockBytes) - rest.count))
        }
        rest.replaceSubrange(..<restCount, with: block.input[end..<count])
    }

    private mutating func skipLines<Problem>(_ block: LineBlock<Problem>) {
        let bytes = block.input
        let text = bytes.span.extracting(..<block.inputCount)
        while linesToSkip > 0, block.start < block.inputCount {
            block.start = min(LineBlock<Problem>.lineEnd(in: text, from: block.start) + 1, block.inputCount)
            linesToSkip -= 1
        }
    }
}
