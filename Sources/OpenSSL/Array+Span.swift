extension Array where Element == UInt8 {
    /// A copy of bytes that are no secret.
    package init(_ span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
