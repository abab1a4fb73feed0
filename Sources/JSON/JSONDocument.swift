/// A text that was parsed according to RFC 8259, with its bytes.
///
/// Parsing is stricter than the RFC requires if two readers could otherwise see different values. Names must be
/// unique, escapes must stand for whole characters, and a byte order mark is an error.
package struct JSONDocument: Sendable {
    /// The text as given, without the white space around the value.
    package let bytes: [UInt8]
    /// Ranges in it are relative to `bytes`.
    package let root: JSONValue

    /// - Throws: a `JSONError` with offset, line and column in `bytes` as given.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: bytes, limits: limits, depth: 0)
    }

    /// - Parameter depth: the number of arrays and objects that will enclose the value.
    init(parsing bytes: [UInt8], limits: JSONLimits, depth: Int) throws(JSONError) {
        var reader = JSONReader(limits: limits, depth: depth)
        let (root, range) = try reader.readText(in: bytes.span)
        self.root = root
        self.bytes = range.count == bytes.count ? bytes : Array(bytes[range])
    }
}

/// Limits on a text (RFC 8259 §9). They are checked before memory is allocated for it.
package struct JSONLimits: Sendable {
    /// Length of the whole text, white space included, in bytes.
    package var maximumBytes: Int
    /// The number of arrays and objects that may be open at once: a scalar has depth 0, `[]` has depth 1. Reading
    /// recurses once per level, so this also bounds the stack: keep it below a few thousand.
    package var maximumDepth: Int

    package init(maximumBytes: Int, maximumDepth: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
    }

    /// 16 MiB and 64 levels.
    package static let standard = JSONLimits(maximumBytes: 16 << 20, maximumDepth: 64)

    /// For texts that this program wrote.
    static let none = JSONLimits(maximumBytes: .max, maximumDepth: .max)
}
