extension JSONScanner {
    /// Checks the value that starts here in full, duplicate names included, and returns where it stands, in
    /// bytes. Builds no tree; recurses once a level.
    ///
    /// - Parameter names: scratch space, to be reused from text to text so that its memory is too.
    @discardableResult
    package mutating func skipValue(
        in bytes: Span<UInt8>, names: inout MemberNames
    ) throws(JSONError) -> Range<Int> {
        let start = position
        switch try nextKind(in: bytes) {
        case .null: try scanNull(in: bytes)
        case .boolean: _ = try scanBoolean(in: bytes)
        case .number: _ = try scanNumber(in: bytes)
        case .string: _ = try scanString(in: bytes)
        case .array:
            var hasElement = try openArray(in: bytes)
            while hasElement {
                try skipValue(in: bytes, names: &names)
                hasElement = try nextElement(in: bytes)
            }
        case .object:
            var scope = names.openObject()
            var hasMember = try openObject(in: bytes)
            while hasMember {
                try names.add(try scanName(in: bytes), in: bytes, to: &scope)
                try skipValue(in: bytes, names: &names)
                hasMember = try nextMember(in: bytes)
            }
            names.close(scope)
        }
        return start..<position
    }
}
