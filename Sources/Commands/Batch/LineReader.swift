import System
import Words

/// Cuts a stream into blocks of whole lines. It reads only when it has no whole line left, so a line that comes
/// alone is handed on at once.
struct LineReader: ~Copyable {
    private let file: FileDescriptor
    private let options: BatchOptions
    private let stop: WakeUp
    /// Bytes that were read beyond the last block; only the first `restCount` are in use.
    private var rest: [UInt8] = []
    private var restCount = 0
    private var isAtEnd = false
    /// Inside a line that is too long, which is skipped to its end.
    private var isSkippingLine = false
    /// Lines at the beginning that are still to be ignored.
    private(set) var linesToSkip: Int
    /// Lines that were handed on.
    private(set) var lineCount = 0
    /// All bytes that were read.
    private(set) var byteCount = 0

    /// Why there is no further block, although the input has not ended.
    enum ReadingError: Error {
        case system(SystemError)
        case interrupted
        /// The batch stops.
        case stopped
    }

    /// - Parameter stop: ends the waiting for input.
    init(_ file: consuming FileDescriptor, _ options: BatchOptions, _ stop: WakeUp) {
        self.file = file
        self.options = options
        self.stop = stop
        linesToSkip = options.skip
    }

    /// - Returns: false at the end of the input.
    mutating func fill(_ block: LineBlock) throws(ReadingError) -> Bool {
        block.clear(firstLine: options.skip + lineCount + 1)
        try skipLines(block)
        guard let lines = try readLines(block) else { return false }
        lineCount += lines
        return true
    }

    /// - Returns: how many lines the block has, at least one; nil at the end of the input.
    private mutating func readLines(_ block: LineBlock) throws(ReadingError) -> Int? {
        swap(&block.input, &rest)
        var count = restCount
        restCount = 0
        var searched = 0
        var passedOver = 0
        while true {
            if isSkippingLine {
                // Nothing of the line is kept, so that it may have any length.
                let newline = Self.newline(in: block.input, from: 0, to: count)
                if newline != nil || isAtEnd {
                    isSkippingLine = false
                    let end = newline.map { $0 + 1 } ?? count
                    keepRest(of: block, from: end, to: count)
                    block.tooLongBytes = passedOver + end
                    return 1
                }
                passedOver += count
                count = 0
            } else {
                findLines(in: block, from: searched, to: count)
                if let end = block.lineEnds.last {
                    keepRest(of: block, from: end + 1, to: count)
                    block.inputCount = end + 1
                    return block.lineEnds.count
                }
                searched = count
                // No newline yet, or one beyond the limit.
                if count > options.maximumLineBytes {
                    isSkippingLine = true
                    continue
                }
                if isAtEnd {
                    if count == 0 { return nil }
                    block.lineEnds.append(count)
                    block.inputCount = count
                    return 1
                }
            }
            count += try read(into: &block.input, at: count)
        }
    }

    private mutating func read(into buffer: inout [UInt8], at count: Int) throws(ReadingError) -> Int {
        // Doubling keeps a long line linear.
        let room = max(options.blockBytes, count)
        if buffer.count < count + room {
            buffer += [UInt8](repeating: 0, count: count + room - buffer.count)
        }
        let arrival: FileDescriptor.Arrival
        do {
            arrival = try file.read(into: &buffer, at: count, upTo: room, unless: stop)
        } catch {
            throw .system(error)
        }
        switch arrival {
        case .bytes(let added):
            isAtEnd = added == 0
            byteCount += added
            return added
        case .interrupted: throw .interrupted
        case .awakened: throw .stopped
        }
    }

    /// Finds the whole lines at the beginning, as many as a block may have, and none that is too long.
    ///
    /// - Parameter start: there is no newline before it.
    private func findLines(in block: LineBlock, from start: Int, to count: Int) {
        let bytes = block.input
        var ends: [Int] = []
        swap(&ends, &block.lineEnds)
        defer { swap(&ends, &block.lineEnds) }
        var lineStart = 0
        while ends.count < options.linesPerBlock,
            let newline = Self.newline(in: bytes, from: max(start, lineStart), to: count),
            newline - lineStart <= options.maximumLineBytes
        {
            ends.append(newline)
            lineStart = newline + 1
        }
    }

    private static func newline(in bytes: [UInt8], from start: Int, to count: Int) -> Int? {
        bytes.span.extracting(..<count).firstIndex(of: UInt8(ascii: "\n"), from: start)
    }

    private mutating func keepRest(of block: LineBlock, from end: Int, to count: Int) {
        restCount = count - end
        if rest.count < restCount {
            rest += [UInt8](repeating: 0, count: max(restCount, options.blockBytes) - rest.count)
        }
        rest.replaceSubrange(..<restCount, with: block.input[end..<count])
    }

    /// Reads past the lines that are ignored. Only their newlines are looked at, so this is much faster than work.
    ///
    /// - Parameter block: its memory is used for reading.
    private mutating func skipLines(_ block: LineBlock) throws(ReadingError) {
        var isInsideLine = false
        while linesToSkip > 0 {
            let count = try read(into: &block.input, at: 0)
            if isAtEnd {
                if isInsideLine { linesToSkip -= 1 }
                return
            }
            var start = 0
            while linesToSkip > 0, let newline = Self.newline(in: block.input, from: start, to: count) {
                start = newline + 1
                linesToSkip -= 1
            }
            isInsideLine = start < count
            if linesToSkip == 0 { keepRest(of: block, from: start, to: count) } else { start = count }
            block.skippedBytes += start
        }
    }
}
