import JOSE

extension LineProcessor where Self: ~Copyable, Problem == Failure {
    // Here, beside the processors, and not beside the protocol: what is generic in another module stays generic.
    mutating func process(_ line: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        problem = begin(line, into: &output)
        if problem != nil { return false }
        work()
        problem = end(0, into: &output)
        return problem == nil
    }
}
