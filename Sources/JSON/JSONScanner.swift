import Words

/// A cursor that checks a JSON text (RFC 8259) and reports the positions of its parts.
///
/// A batch spends most of its parsing time here. The tree reader uses the same scanner, so that the grammar exists
/// only once. The caller calls `beginText`, then reads a value with `nextKind`, then calls `endText`. To read an
/// object:
///
///     var members = MemberPlaces()
///     var hasMember = try scanner.openObject(in: bytes)
///     while hasMember {
///         let name = try scanner.scanName(in: bytes)
///         try members.refuseDuplicate(name, in: bytes)
///         members.append(name, value: try scanner.skipValue(scanner.nextKind(in: bytes), in: bytes))
///         hasMember = try scanner.nextMember(in: bytes)
///     }
///
/// Each call takes the bytes, always the same ones, because a type that stores a `Span` still needs an experimental
/// feature (SE-0446, SE-0447). Every access is checked against the bounds.
struct JSONScanner: Sendable {
    /// The index of the next byte to read.
    var position: Int
    /// The number of arrays and objects that are open.
    var depth: Int
    let limits: JSONLimits

    /// - Parameters:
    ///   - position: where to start, in bytes.
    ///   - depth: the depth at which the value already is; it counts against the limit.
    init(at position: Int = 0, depth: Int = 0, limits: JSONLimits = .standard) {
        self.position = position
        self.depth = depth
        self.limits = limits
    }

    /// Checks the size, rejects a byte order mark (§8.1), and skips white space before the value.
    mutating func beginText(in bytes: Span<UInt8>) throws(JSONError) {
        if bytes.count > limits.maximumBytes {
            let limit = limits.maximumBytes
            throw JSONError(.tooLarge(limit: limit), at: limit, in: bytes)
        }
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw JSONError(.byteOrderMark, at: 0, in: bytes)
        }
        skipWhiteSpace(in: bytes)
    }

    /// Throws unless only white space is left (§2).
    mutating func endText(in bytes: Span<UInt8>) throws(JSONError) {
        skipWhiteSpace(in: bytes)
        if position < bytes.count { throw unexpected(orElse: .trailingBytes, in: bytes) }
    }

    /// Skips the four bytes that are white space (§2).
    @inline(__always)
    mutating func skipWhiteSpace(in bytes: Span<UInt8>) {
        // Compact texts have no white space, so looking at one byte is usually enough.
        while position < bytes.count, bytes[position] <= ASCII.space {
            switch bytes[position] {
            case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab: position += 1
            default: return
            }
        }
    }

    /// The kind of the value that starts here, determined by its first byte (§3). The position does not change.
    @inline(__always)
    func nextKind(in bytes: Span<UInt8>) throws(JSONError) -> JSONKind {
        guard position < bytes.count else { throw unexpected(orElse: .unexpectedEnd, in: bytes) }
        let byte = bytes[position]
        switch byte {
        case ASCII.quote: return .string
        case ASCII.openBrace: return .object
        case ASCII.openBracket: return .array
        case ASCII.minus, ASCII.zero...ASCII.nine: return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "n"): return .null
        default: throw unexpected(orElse: .unexpectedCharacter(byte), in: bytes)
        }
    }

    /// The error for a byte that the grammar does not allow here. If the text has ended, or the byte is not UTF-8 (a
    /// text in another encoding), the error says so, because that is more useful than what was expected.
    @inline(never)
    func unexpected(orElse reason: JSONError.Reason, in bytes: Span<UInt8>) -> JSONError {
        if position >= bytes.count { return JSONError(.unexpectedEnd, at: bytes.count, in: bytes) }
        if UTF8Sequence.length(at: position, in: bytes) == nil {
            return JSONError(.notUTF8, at: position, in: bytes)
        }
        return JSONError(reason, at: position, in: bytes)
    }
}

/// Arrays and objects, one step at a time (RFC 8259 §4, §5).
extension JSONScanner {
    /// Enters the object that starts here. If it is empty, leaves it again and returns false.
    mutating func openObject(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
        try open(ASCII.openBrace, until: ASCII.closeBrace, called: "'{'", in: bytes)
    }

    /// Scans a member's name and the colon, up to the start of its value.
    @inline(__always)
    mutating func scanName(in bytes: Span<UInt8>) throws(JSONError) -> ScannedString {
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

    /// Continues after a member's value. Returns true if another name follows, and false after the end of the object.
    @inline(__always)
    mutating func nextMember(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
        try proceed(until: ASCII.closeBrace, orElse: "',' or '}'", in: bytes)
    }

    /// Enters the array that starts here. If it is empty, leaves it again and returns false.
    mutating func openArray(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
        try open(ASCII.openBracket, until: ASCII.closeBracket, called: "'['", in: bytes)
    }

    /// Continues after an element. Returns true if another one follows, and false after the end of the array.
    mutating func nextElement(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
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

/// Numbers and the three literal names (RFC 8259 §6, §3).
extension JSONScanner {
    /// Scans a number and returns its range, in bytes.
    mutating func scanNumber(in bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        let start = position
        if position < bytes.count, bytes[position] == ASCII.minus { position += 1 }
        if position < bytes.count, bytes[position] == ASCII.zero {
            position += 1
            // §6 does not allow leading zeros.
            if position < bytes.count, bytes[position].isDigit {
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
    mutating func scanBoolean(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
        if position < bytes.count, bytes[position] == UInt8(ascii: "t") {
            try skip("true", in: bytes)
            return true
        }
        try skip("false", in: bytes)
        return false
    }

    mutating func scanNull(in bytes: Span<UInt8>) throws(JSONError) {
        try skip("null", in: bytes)
    }

    @inline(__always)
    private mutating func skipDigits(in bytes: Span<UInt8>) throws(JSONError) {
        guard position < bytes.count, bytes[position].isDigit else {
            throw unexpected(orElse: .invalidNumber, in: bytes)
        }
        position &+= 1
        while let word = bytes.word(at: position) {
            let others = word.nonDigits
            if others != 0 {
                position &+= others.trailingZeroBitCount / 8
                return
            }
            position &+= 8
        }
        while position < bytes.count, bytes[position].isDigit { position &+= 1 }
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

/// Whole values, of any kind.
extension JSONScanner {
    /// Checks the whole value that starts here, including for duplicate names, and returns its range, in bytes. It
    /// does not build a tree, and recurses once per level.
    ///
    /// - Parameter kind: the kind of the value, from its first byte.
    @inline(__always) @discardableResult
    mutating func skipValue(_ kind: JSONKind, in bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        switch kind {
        case .number: return try scanNumber(in: bytes)
        case .string: return try scanString(in: bytes).range
        case .null, .boolean, .array, .object:
            let start = position
            try skipOther(kind, in: bytes)
            return start..<position
        }
    }

    @inline(never)
    private mutating func skipOther(_ kind: JSONKind, in bytes: Span<UInt8>) throws(JSONError) {
        switch kind {
        case .number, .string: break
        case .null: try scanNull(in: bytes)
        case .boolean: _ = try scanBoolean(in: bytes)
        case .array:
            var hasElement = try openArray(in: bytes)
            while hasElement {
                try skipValue(nextKind(in: bytes), in: bytes)
                hasElement = try nextElement(in: bytes)
            }
        case .object:
            var members = MemberPlaces()
            var hasMember = try openObject(in: bytes)
            while hasMember {
                let name = try scanName(in: bytes)
                try members.refuseDuplicate(name, in: bytes)
                members.append(name, value: try skipValue(nextKind(in: bytes), in: bytes))
                hasMember = try nextMember(in: bytes)
            }
        }
    }
}
