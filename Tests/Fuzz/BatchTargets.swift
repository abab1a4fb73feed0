import Commands
import Glibc
import System

extension FuzzTarget {
    static let batches = [
        FuzzTarget(
            name: "batch", words: ["\n", "\r\n", "\n\n"],
            seeds: {
                [
                    "\u{10}\u{4}\u{20}\u{0}a\nbc\n\nlast", "\u{1}\u{1}\u{1}\u{1}\n\n\n",
                    "\u{40}\u{8}\u{3f}\u{2}x",
                ].map { Array($0.utf8) }
            },
            body: testBatch)
    ]

    /// Each line is answered once, in order, however it is cut into blocks.
    ///
    /// The first bytes are the size of a block, the lines of a block, the longest line and the lines to skip.
    @Sendable private static func testBatch(_ input: [UInt8]) throws {
        guard input.count >= 4 else { return }
        var options = BatchOptions(jobs: 1)
        options.keepsGoing = true
        options.blockBytes = 1 + Int(input[0])
        options.linesPerBlock = 1 + Int(input[1] & 15)
        options.maximumLineBytes = 1 + Int(input[2])
        options.skip = Int(input[3] & 7)
        let text = input.dropFirst(4)
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last == [] { lines.removeLast() }
        let expected = lines.dropFirst(options.skip).flatMap { line -> [UInt8] in
            line.count > options.maximumLineBytes ? [UInt8(ascii: "!"), 0x0A] : answer(Array(line)) + [0x0A]
        }

        for file in [source, target] where ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0 {
            stop("a file without a name cannot be emptied")
        }
        try FileDescriptor(borrowing: source).writeLines(Array(text).span)
        lseek(source, 0, SEEK_SET)
        let result = try LinePipeline(
            input: FileDescriptor(borrowing: source), output: FileDescriptor(borrowing: target), options,
            makeProcessor: { Echo() }
        ).run(Echo())
        switch result.end {
        case .finished: expect(lines.count >= options.skip, "lines that are not there were skipped")
        case .tooFewLines(let count): expect(count == lines.count && count < options.skip, "\(count) lines")
        default: fatalError("\(result.end)")
        }
        expect(result.written == max(0, lines.count - options.skip), "\(result.written) lines were written")
        expect(result.tally.valid + result.tally.invalid == result.written, "lines are not counted")
        var output = [UInt8](repeating: 0, count: expected.count + 1)
        let count = pread(target, &output, output.count, 0)
        expect(count == expected.count && output.dropLast()[...] == expected[...], "other lines")
    }

    /// Files without a name.
    private static let source = fileno(tmpfile())
    private static let target = fileno(tmpfile())

    /// The line and its length.
    fileprivate static func answer(_ line: [UInt8]) -> [UInt8] { Array("\(line.count) ".utf8) + line }

    private struct Echo: LineProcessor {
        var groupSize: Int { 3 }
        private var lines: [[UInt8]] = []

        mutating func beginGroup() { lines = [] }

        mutating func begin(_ line: Span<UInt8>) throws {
            lines.append(line.withUnsafeBufferPointer { Array($0) })
        }

        mutating func work() {}

        mutating func end(
            _ place: Int, line number: Int, into output: inout [UInt8]
        ) throws -> LineResult {
            output += FuzzTarget.answer(lines[place])
            return .valid
        }

        mutating func refuse(
            line number: Int, over limitBytes: Int, into output: inout [UInt8]
        ) throws -> LineResult {
            output.append(UInt8(ascii: "!"))
            return .invalid(reason: "too long")
        }
    }
}
