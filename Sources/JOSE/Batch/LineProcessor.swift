/// Works on a stream one line at a time. Each worker has one of its own, so nothing in it is shared.
package protocol LineProcessor: ~Copyable, SendableMetatype {
    /// Why there is no result for a line.
    associatedtype Problem: Sendable

    /// Appends the result for one line, without a newline. What was appended before a problem is dropped.
    ///
    /// - Parameters:
    ///   - line: without its newline; it may be empty.
    ///   - output: results of lines before this one; only to be appended to.
    /// - Returns: nil where there is a result.
    mutating func process(_ line: Span<UInt8>, into output: inout [UInt8]) -> Problem?
}
