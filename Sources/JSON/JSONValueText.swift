/// A value as the text that stands for it, ready to be put into object after object.
package struct JSONValueText: Sendable {
    let bytes: [UInt8]
    let kind: JSONKind

    /// Written compactly.
    package init(_ value: JSONValue) {
        bytes = JSONWriter.bytes(value)
        kind = value.kind
    }

    /// Kept as it is spelt, white space around it dropped.
    ///
    /// - Throws: what is wrong with `text`, at its place there; the limits are those of an object's member.
    package init(parsing text: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        let document = try JSONDocument(parsing: text, limits: limits, depth: 1)
        bytes = document.bytes
        kind = document.root.kind
    }
}
