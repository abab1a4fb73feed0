import JOSE

extension LineProcessor where Self: ~Copyable, Problem == Failure {
    // Here, beside the processors, and not beside the protocol: what is generic in another module stays generic.
    mutating func process(_ line: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        // Stored only where there is one: taking care of an optional failure costs as much as looking up a claim.
        if let failure = begin(line, into: &output) {
            problem = failure
            return false
        }
        work()
        if let failure = end(0, into: &output) {
            problem = failure
            return false
        }
        return true
    }
}
