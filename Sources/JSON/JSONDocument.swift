/// A text that was parsed by RFC 8259 and keeps its bytes.
///
/// Stricter than the RFC asks, where leniency would let two readers see two values: names are unique, escapes
/// stand for whole characters, there is no byte order mark.
package struct JSONDocument: Sendable {
    /// The text as it was given, the white space before and after the value dropped.
    package let bytes: [UInt8]
    /// Ranges in it are relative to `bytes`.
    package let root: JSONValue

    /// - Throws: a `JSONError` with offset, line and column in `bytes` as given.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: bytes, limits: limits, depth: 0)
    }

    /// - Parameter depth: how many arrays and objects the value is going to stand in.
    init(parsing bytes: [UInt8], limits: JSONLimits, depth: Int) throws(JSONError) {
        var reader = JSONReader(limits: limits, depth: depth)
        let (root, range) = try reader.readText(in: bytes.span)
        self.root = root
        self.bytes = range.count == bytes.count ? bytes : Array(bytes[range])
    }
}

/// What a text may ask for before it is refused (RFC 8259 §9). Checked before memory is spent on it.
package struct JSONLimits: Sendable {
    /// Length of the whole text, white space included, in bytes.
    package var maximumBytes: Int
    /// How many arrays and objects may be open at once: a scalar has depth 0, `[]` has 1.
    /// Reading recurses once a level, so this also bounds the stack: keep it within a few thousand.
    package var maximumDepth: Int

    package init(maximumBytes: Int, maximumDepth: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
    }

    /// 16 MiB and 64 levels.
    package static let standard = JSONLimits(maximumBytes: 16 << 20, maximumDepth: 64)

    /// For texts that were written here.
    static let none = JSONLimits(maximumBytes: .max, maximumDepth: .max)
}
