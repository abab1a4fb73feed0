/// Numbers and the three literal names (RFC 8259 §6, §3).
extension JSONScanner {
    /// Scans a number and returns where it stands, in bytes.
    @inline(__always)
    package mutating func scanNumber(in bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        // What times nearly always are, where they are wanted: eight digits, some more, and the end.
        let start = position
        if let word = bytes.word(at: start), EightDigits(word) != nil, bytes[start] != ASCII.zero {
            var end = start &+ 8
            while end < bytes.count, ASCII.isDigit(bytes[end]) { end &+= 1 }
            if end < bytes.count, bytes[end] == ASCII.comma || bytes[end] == ASCII.closeBrace {
                position = end
                return start..<end
            }
        }
        return try scanUnusualNumber(in: bytes)
    }

    @inline(never)
    private mutating func scanUnusualNumber(in bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        let start = position
        if position < bytes.count, bytes[position] == ASCII.minus { position += 1 }
        if position < bytes.count, bytes[position] == ASCII.zero {
            position += 1
            // `01` is nobody's octal (§6: leading zeros are not allowed).
            if position < bytes.count, ASCII.isDigit(bytes[position]) {
                throw JSONError(.invalidNumber, at: position, in: bytes)
            }
        } else {
            try skipDigits(in: bytes)
        }
        if position < bytes.count, bytes[position] == ASCII.point {
            position += 1
            try skipDigits(in: bytes)
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == ASCII.plus || bytes[position] == ASCII.minus {
                position += 1
            }
            try skipDigits(in: bytes)
        }
        return start..<position
    }

    /// Scans `true` or `false`.
    package mutating func scanBoolean(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
        if position < bytes.count, bytes[position] == UInt8(ascii: "t") {
            try skip("true", in: bytes)
            return true
        }
        try skip("false", in: bytes)
        return false
    }

    package mutating func scanNull(in bytes: Span<UInt8>) throws(JSONError) {
        try skip("null", in: bytes)
    }

    private mutating func skipDigits(in bytes: Span<UInt8>) throws(JSONError) {
        guard position < bytes.count, ASCII.isDigit(bytes[position]) else {
            throw unexpected(orElse: .invalidNumber, in: bytes)
        }
        while let word = bytes.word(at: position), EightDigits(word) != nil { position += 8 }
        while position < bytes.count && ASCII.isDigit(bytes[position]) { position += 1 }
    }

    private mutating func skip(_ name: StaticString, in bytes: Span<UInt8>) throws(JSONError) {
        for index in 0..<name.utf8CodeUnitCount {
            guard position + index < bytes.count else {
                throw JSONError(.unexpectedEnd, at: bytes.count, in: bytes)
            }
            guard bytes[position + index] == name.utf8Start[index] else {
                throw JSONError(.expected("\(name)"), at: position, in: bytes)
            }
        }
        position += name.utf8CodeUnitCount
    }
}
