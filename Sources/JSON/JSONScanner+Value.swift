extension JSONScanner {
    /// Checks the value that starts here in full, duplicate names included, and returns where it stands, in
    /// bytes. Builds no tree; recurses once a level.
    ///
    /// - Parameters:
    ///   - kind: the value's, as its first byte tells it.
    ///   - names: scratch space, to be reused from text to text so that its memory is too.
    @inline(__always) @discardableResult
    package mutating func skipValue(
        _ kind: JSONKind, in bytes: Span<UInt8>, names: inout MemberNames
    ) throws(JSONError) -> Range<Int> {
        switch kind {
        case .number: return try scanNumber(in: bytes)
        case .string: return try scanString(in: bytes).range
        case .null, .boolean, .array, .object:
            let start = position
            try skipOther(kind, in: bytes, names: &names)
            return start..<position
        }
    }

    @inline(never)
    private mutating func skipOther(
        _ kind: JSONKind, in bytes: Span<UInt8>, names: inout MemberNames
    ) throws(JSONError) {
        switch kind {
        case .number, .string: break
        case .null: try scanNull(in: bytes)
        case .boolean: _ = try scanBoolean(in: bytes)
        case .array:
            var hasElement = try openArray(in: bytes)
            while hasElement {
                try skipValue(nextKind(in: bytes), in: bytes, names: &names)
                hasElement = try nextElement(in: bytes)
            }
        case .object:
            let scope = names.openObject()
            var hasMember = try openObject(in: bytes)
            while hasMember {
                try names.add(try scanName(in: bytes), in: bytes, to: scope)
                try skipValue(nextKind(in: bytes), in: bytes, names: &names)
                hasMember = try nextMember(in: bytes)
            }
            names.close(scope)
        }
    }
}
