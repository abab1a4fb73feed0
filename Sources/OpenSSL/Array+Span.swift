extension Array where Element == UInt8 {
    /// A copy of bytes that are no secret.
    package init(_ span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension [UInt8] {
    /// Makes the array so long, for bytes that are about to be written: those that are there stay, new ones are zero.
    package mutating func setCount(_ count: Int) {
        if count > self.count {
            append(contentsOf: repeatElement(0, count: count - self.count))
        } else {
            removeLast(self.count - count)
        }
    }
}
