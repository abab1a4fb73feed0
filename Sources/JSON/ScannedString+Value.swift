extension ScannedString {
    /// The string itself, unescaped.
    ///
    /// - Parameter bytes: those it was scanned in.
    package func value(in bytes: Span<UInt8>) -> String {
        guard hasEscapes else { return Self.string(content, in: bytes) }
        var unescaped: [UInt8] = []
        unescaped.reserveCapacity(content.count)
        appendUnescaped(in: bytes, to: &unescaped)
        return Self.string(0..<unescaped.count, in: unescaped.span)
    }

    /// Appends the string's UTF-8, unescaped: never longer than `content`.
    func appendUnescaped(in bytes: Span<UInt8>, to unescaped: inout [UInt8]) {
        var index = content.lowerBound
        while index < content.upperBound {
            guard bytes[index] == ASCII.backslash else {
                unescaped.append(bytes[index])
                index += 1
                continue
            }
            guard let escape = try? Escape.scan(at: index, in: bytes) else {
                preconditionFailure("scanned in other bytes")
            }
            unescaped.append(contentsOf: UTF8.encode(escape.scalar).unsafelyUnwrapped)
            index = escape.end
        }
    }

    /// Whether both are the same string, unescaped.
    func isSame(as other: ScannedString, in bytes: Span<UInt8>) -> Bool {
        if hasEscapes || other.hasEscapes {
            return value(in: bytes).utf8.elementsEqual(other.value(in: bytes).utf8)
        }
        guard content.count == other.content.count else { return false }
        let (left, right) = (bytes.extracting(content), bytes.extracting(other.content))
        return left.indices.allSatisfy { left[$0] == right[$0] }
    }

    static func string(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
        bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
