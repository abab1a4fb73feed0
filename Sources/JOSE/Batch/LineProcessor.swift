/// Works on a stream one line at a time, or some lines together. Each worker has one of its own, so nothing in it is
/// shared.
package protocol LineProcessor: ~Copyable, SendableMetatype {
    /// Why there is no result for a line.
    associatedtype Problem: Sendable

    /// How many lines it takes in, at most, before it completes their results: 1 where nothing is gained by waiting.
    var groupSize: Int { get }

    /// Takes in one line.
    ///
    /// - Parameters:
    ///   - line: without its newline; it may be empty.
    ///   - output: for the beginning of the result, if it is known; only to be appended to.
    /// - Returns: nil where there may be a result.
    mutating func begin(_ line: Span<UInt8>, into output: inout [UInt8]) -> Problem?

    /// Does what is done for all lines of a group together, after the last of them was taken in.
    mutating func work()

    /// Appends what is missing of a result, without a newline. What was appended before a problem is dropped.
    ///
    /// - Parameters:
    ///   - place: of the line among those of the group for which `begin` found no problem, from 0, in order.
    ///   - output: the one that `begin` appended to.
    /// - Returns: nil where there is a result.
    mutating func end(_ place: Int, into output: inout [UInt8]) -> Problem?

    /// Appends the result for one line that is a group by itself: `begin`, `work` and `end`, in one call, because each
    /// call from one module into another is one that the optimiser does not see through.
    ///
    /// - Returns: whether there is a result.
    mutating func process(_ line: Span<UInt8>, into output: inout [UInt8]) -> Bool

    /// Why the last line that came alone has no result.
    var problem: Problem? { get set }
}
