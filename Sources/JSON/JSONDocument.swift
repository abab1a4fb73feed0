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

    package init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
        // One byte too many is enough to be refused, and no more of a text that is too long gets copied.
        let utf8 = text.utf8
        let isTooLarge = utf8.count > limits.maximumBytes
        try self.init(
            parsing: isTooLarge ? Array(utf8.prefix(limits.maximumBytes + 1)) : Array(utf8), limits: limits)
    }

    /// - Parameter depth: how many arrays and objects the value is going to stand in.
    init(parsing bytes: [UInt8], limits: JSONLimits, depth: Int) throws(JSONError) {
        var reader = JSONReader(limits: limits, depth: depth)
        let (root, range) = try reader.readText(in: bytes.span)
        self.root = root
        self.bytes = range.count == bytes.count ? bytes : Array(bytes[range])
    }
}
