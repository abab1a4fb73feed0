extension Array where Element == UInt8 {
    /// Copies bytes that are not secret.
    package init(_ span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension [UInt8] {
    /// Sets the length, for bytes that are about to be written. Bytes that fit are kept; new ones are zero.
    package mutating func setCount(_ count: Int) {
        if count > self.count {
            append(contentsOf: repeatElement(0, count: count - self.count))
        } else {
            removeLast(self.count - count)
        }
    }
}

extension Span<UInt8> {
    /// 3 if the text begins with a byte order mark in UTF-8, as some editors on Windows write it, otherwise 0.
    package var byteOrderMarkCount: Int {
        count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
    }
}
