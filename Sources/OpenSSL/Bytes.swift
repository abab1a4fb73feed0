import Words

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
        } else if count < self.count {
            removeLast(self.count - count)
        }
    }
}

extension Span<UInt8> {
    /// The bytes are validated in place, because a String would be a copy that is not wiped.
    package var isUTF8: Bool {
        do {
            _ = try UTF8Span(validating: self)
            return true
        } catch {
            return false
        }
    }

    /// 3 if the text begins with a byte order mark in UTF-8, as some editors on Windows write it, otherwise 0.
    package var byteOrderMarkCount: Int {
        count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
    }

    /// Where the text is without the white space around it: lines of Windows, files and `echo` have some.
    package var trimmed: Range<Int> {
        var (start, end) = (0, count)
        while start < end, self[start].isSpace { start += 1 }
        while end > start, self[end - 1].isSpace { end -= 1 }
        return start..<end
    }

    /// The first byte that is not white space.
    package var firstVisible: UInt8? {
        let text = trimmed
        return text.isEmpty ? nil : self[text.lowerBound]
    }
}
