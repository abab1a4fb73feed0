import System
import Words

/// Values found again by the bytes from which they were made.
///
/// Each value has one place, which another one takes when it is made for the second time. So a stranger who chooses the
/// bytes can neither fill the memory nor make a search slow: at worst, a value is made again. Bytes that never come
/// again, such as those of a header with a number of its own, cost no memory and take nobody's place.
struct RecentValues<Value> {
    private static var placeCount: Int { 4096 }
    /// The bytes that may be kept in all, without the values: 16 of the longest headers.
    private static var maximumBytes: Int { 1 << 20 }

    private var places: [(bytes: [UInt8], value: Value)?] = []
    /// The mixtures of the bytes that were last made into a value, by place.
    private var made: [UInt64] = []
    /// The number of bytes that were kept since all were let go of.
    private var byteCount = 0

    /// Nil if it was never kept, or was replaced.
    subscript(bytes: Span<UInt8>) -> Value? {
        guard !places.isEmpty, let found = places[Self.place(bytes.mixture)],
            found.bytes.span.hasSameBytes(as: bytes)
        else { return nil }
        return found.value
    }

    /// Keeps a value that is made for the second time.
    mutating func keep(_ value: Value, for bytes: Span<UInt8>) {
        if made.isEmpty { made = Array(repeating: 0, count: Self.placeCount) }
        let mixture = bytes.mixture
        let place = Self.place(mixture)
        guard made[place] == mixture else {
            made[place] = mixture
            return
        }
        if places.isEmpty || byteCount + bytes.count > Self.maximumBytes {
            places = Array(repeating: nil, count: Self.placeCount)
            byteCount = 0
        }
        places[place] = (bytes.withUnsafeBufferPointer { Array($0) }, value)
        byteCount += bytes.count
    }

    private static func place(_ mixture: UInt64) -> Int { Int(truncatingIfNeeded: mixture >> 52) }
}
