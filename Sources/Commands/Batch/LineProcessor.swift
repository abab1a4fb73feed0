import System

/// What became of a line that has a result.
package enum LineResult {
    case valid
    /// The result says no, for a reason that statistics count. Reasons are words of a fixed list.
    case invalid(reason: String)
}

/// Turns lines into results, some of them together. Each worker has a processor of its own, so nothing in it is shared.
///
/// The lines of a group are begun one after the other, then worked on together, then ended in the same order. A
/// processor that gains nothing from a group has groups of one.
package protocol LineProcessor: ~Copyable, SendableMetatype {
    /// Takes over what has changed since the last lines. It is called before each block of lines.
    mutating func refresh()

    /// How many lines a group has at most.
    var groupSize: Int { get }

    /// Forgets the last group.
    mutating func beginGroup()

    /// Takes in one line.
    ///
    /// - Parameter line: without its newline; it may be empty.
    /// - Throws: why the line has no result.
    mutating func begin(_ line: Span<UInt8>) throws

    /// Does what is done for all lines of a group together, after the last of them was begun.
    mutating func work()

    /// Appends a result, without a newline.
    ///
    /// - Parameters:
    ///   - place: of the line among those of the group that `begin` did not refuse, from 0, in order.
    ///   - number: the number of the line in the input, from 1.
    ///   - output: only to be appended to.
    /// - Throws: why the line has no result. Bytes that were appended are dropped.
    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult

    /// Appends the result for a line that is longer than a batch reads, if such a line has one.
    ///
    /// - Throws: why the line has no result.
    mutating func refuse(
        line number: Int, over limitBytes: Int, into output: inout [UInt8]
    ) throws -> LineResult

    /// The output line for a failed input line, without its newline. If it says something, the
    /// problem is not reported in another way.
    ///
    /// - Returns: nil if it says nothing.
    func answer(to problem: any Error, line number: Int) -> [UInt8]?
}

extension LineProcessor where Self: ~Copyable {
    /// Appends the result of a line that is a group by itself.
    mutating func process(_ line: Span<UInt8>, into output: inout [UInt8]) throws {
        beginGroup()
        try begin(line)
        work()
        _ = try end(0, line: 1, into: &output)
    }

    package mutating func refresh() {}

    package mutating func refuse(
        line number: Int, over limitBytes: Int, into output: inout [UInt8]
    ) throws -> LineResult {
        throw SystemError(path: nil, reason: .tooLarge(limitBytes: limitBytes))
    }

    package func answer(to problem: any Error, line number: Int) -> [UInt8]? { nil }
}
