import Glibc

extension Span<UInt8> {
    /// The index of the first `byte` at or after `start`. memchr(3) compares many bytes at once.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        precondition(start >= 0 && start <= count)
        return withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress, start < bytes.count,
                let found = memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
        }
    }
}

extension Span<UInt8> {
    /// Whether both hold the same bytes. memcmp(3) does not take constant time, so this is not for secrets.
    package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { left in
            other.withUnsafeBufferPointer { right in
                left.isEmpty || memcmp(left.baseAddress!, right.baseAddress!, left.count) == 0
            }
        }
    }
}
