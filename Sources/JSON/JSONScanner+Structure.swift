/// Arrays and objects, one step at a time (RFC 8259 §4, §5).
extension JSONScanner {
    /// Enters the object that starts here. False when it is empty, and then it is left again.
    package mutating func openObject(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
        try open(ASCII.openBrace, until: ASCII.closeBrace, called: "'{'", in: bytes)
    }

    /// Scans a member's name and passes over the colon to its value.
    @inline(__always)
    package mutating func scanName(in bytes: Span<UInt8>) throws(JSONError) -> ScannedString {
        guard position < bytes.count, bytes[position] == ASCII.quote else {
            throw unexpected(orElse: .expected("a member name"), in: bytes)
        }
        let name = try scanString(in: bytes)
        skipWhiteSpace(in: bytes)
        guard position < bytes.count, bytes[position] == ASCII.colon else {
            throw unexpected(orElse: .expected("':'"), in: bytes)
        }
        position += 1
        skipWhiteSpace(in: bytes)
        return name
    }

    /// After a member's value: true at the next name, false once the object is left.
    @inline(__always)
    package mutating func nextMember(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
        try proceed(until: ASCII.closeBrace, orElse: "',' or '}'", in: bytes)
    }

    /// Enters the array that starts here. False when it is empty, and then it is left again.
    package mutating func openArray(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
        try open(ASCII.openBracket, until: ASCII.closeBracket, called: "'['", in: bytes)
    }

    /// After an element: true at the next one, false once the array is left.
    package mutating func nextElement(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
        try proceed(until: ASCII.closeBracket, orElse: "',' or ']'", in: bytes)
    }

    private mutating func open(
        _ opening: UInt8, until closing: UInt8, called name: String, in bytes: Span<UInt8>
    ) throws(JSONError) -> Bool {
        guard position < bytes.count, bytes[position] == opening else {
            throw unexpected(orElse: .expected(name), in: bytes)
        }
        guard depth < limits.maximumDepth else {
            throw JSONError(.tooDeep(limit: limits.maximumDepth), at: position, in: bytes)
        }
        position += 1
        skipWhiteSpace(in: bytes)
        if position < bytes.count, bytes[position] == closing {
            position += 1
            return false
        }
        depth += 1
        return true
    }

    @inline(__always)
    private mutating func proceed(
        until closing: UInt8, orElse wanted: String, in bytes: Span<UInt8>
    ) throws(JSONError) -> Bool {
        skipWhiteSpace(in: bytes)
        guard position < bytes.count else { throw unexpected(orElse: .unexpectedEnd, in: bytes) }
        switch bytes[position] {
        case ASCII.comma:
            position += 1
            skipWhiteSpace(in: bytes)
            return true
        case closing:
            position += 1
            depth -= 1
            return false
        default:
            throw unexpected(orElse: .expected(wanted), in: bytes)
        }
    }
}
