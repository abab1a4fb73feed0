import System

/// Values found again by the bytes from which they were made.
///
/// Each value has one place, which the next one takes. So a stranger who chooses the bytes can neither fill the memory
/// nor make a search slow: at worst, a value is made again.
struct RecentValues<Value> {
    private static var placeCount: Int { 256 }
    /// The bytes that may be kept in all, without the values: 16 of the longest headers.
    private static var maximumBytes: Int { 1 << 20 }

    private var places: [(bytes: [UInt8], value: Value)?] = []
    /// The number of bytes that were kept since all were let go of.
    private var byteCount = 0

    /// Nil if it was never kept, or was replaced.
    subscript(bytes: Span<UInt8>) -> Value? {
        guard !places.isEmpty, let found = places[Self.place(of: bytes)],
            found.bytes.span.hasSameBytes(as: bytes)
        else { return nil }
        return found.value
    }

    mutating func keep(_ value: Value, for bytes: [UInt8]) {
        byteCount += bytes.count
        if places.isEmpty || byteCount > Self.maximumBytes {
            places = Array(repeating: nil, count: Self.placeCount)
            byteCount = bytes.count
        }
        places[Self.place(of: bytes.span)] = (bytes, value)
    }

    private static func place(of bytes: Span<UInt8>) -> Int {
        Int(truncatingIfNeeded: bytes.mixture >> 56)
    }
}
