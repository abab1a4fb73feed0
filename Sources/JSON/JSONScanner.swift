/// A cursor that checks a JSON text (RFC 8259) and says where its parts are, and allocates nothing.
///
/// It is the hot path of a batch and the grammar of the tree reader: there is no second one. The caller
/// drives it: `beginText`, then a value by `nextKind`, then `endText`. An object is walked so:
///
///     let scope = names.openObject()
///     var hasMember = try scanner.openObject(in: bytes)
///     while hasMember {
///         let name = try scanner.scanName(in: bytes)
///         try names.add(name, in: bytes, to: scope)
///         let kind = try scanner.nextKind(in: bytes)
///         let value = try scanner.skipValue(kind, in: bytes, names: &names)
///         hasMember = try scanner.nextMember(in: bytes)
///     }
///     names.close(scope)
///
/// The bytes are handed over with each call, the same ones every time, because a type that stores a `Span`
/// still needs an experimental feature (SE-0446, SE-0447). Every access is checked against the bounds.
package struct JSONScanner: Sendable {
    /// Bytes from the start: of the next byte to look at.
    package internal(set) var position: Int
    /// Arrays and objects that are open.
    package internal(set) var depth: Int
    let limits: JSONLimits

    /// - Parameters:
    ///   - position: where to start, in bytes.
    ///   - depth: how deep the value stands already, counted against the limit.
    package init(at position: Int = 0, depth: Int = 0, limits: JSONLimits = .standard) {
        self.position = position
        self.depth = depth
        self.limits = limits
    }

    /// Checks the size, refuses a byte order mark (§8.1), and passes over white space to the first value.
    package mutating func beginText(in bytes: Span<UInt8>) throws(JSONError) {
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
    package mutating func endText(in bytes: Span<UInt8>) throws(JSONError) {
        skipWhiteSpace(in: bytes)
        if position < bytes.count { throw unexpected(orElse: .trailingBytes, in: bytes) }
    }

    /// Passes over the four bytes that are white space (§2).
    @inline(__always)
    package mutating func skipWhiteSpace(in bytes: Span<UInt8>) {
        // Compact texts have none, so a look at one byte is nearly always all.
        while position < bytes.count, bytes[position] <= ASCII.space {
            switch bytes[position] {
            case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab: position += 1
            default: return
            }
        }
    }

    /// The kind of the value that starts here, told by its first byte (§3). Does not move.
    @inline(__always)
    package func nextKind(in bytes: Span<UInt8>) throws(JSONError) -> JSONKind {
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

    /// The error for a byte the grammar has no use for here. That there is none, or that it is no UTF-8 (a
    /// text in another encoding), tells more than what was hoped for.
    @inline(never)
    func unexpected(orElse reason: JSONError.Reason, in bytes: Span<UInt8>) -> JSONError {
        if position >= bytes.count { return JSONError(.unexpectedEnd, at: bytes.count, in: bytes) }
        if UTF8Sequence.length(at: position, in: bytes) == nil {
            return JSONError(.notUTF8, at: position, in: bytes)
        }
        return JSONError(reason, at: position, in: bytes)
    }
}
