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

    /// Whether these bytes, of which there is at least one, occur in it.
    package func contains(_ part: [UInt8]) -> Bool {
        var start = 0
        while let found = firstIndex(of: part[0], from: start), found + part.count <= count {
            if extracting(found..<found + part.count).hasSameBytes(as: part.span) { return true }
            start = found + 1
        }
        return false
    }

    package func contains(_ text: String) -> Bool { contains(Array(text.utf8)) }
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

extension Span<UInt8> {
    /// A number that depends on every byte, in its upper bits most. Whoever chooses the bytes can choose the number.
    package var mixture: UInt64 {
        withUnsafeBytes { bytes in
            var mixture = UInt64(bytes.count)
            func mix(_ next: UInt64) { mixture = (mixture ^ mixture >> 32 ^ next) &* 0x9E37_79B9_7F4A_7C15 }
            guard bytes.count >= 8 else {
                for byte in bytes { mix(UInt64(byte)) }
                return mixture
            }
            // The last word begins earlier, so that it is whole.
            let last = bytes.count - 8
            for index in stride(from: 0, to: last, by: 8) {
                mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            }
            mix(bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self))
            return mixture
        }
    }
}
