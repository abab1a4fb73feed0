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
}

extension JSONLimits {
    /// For texts that were written here.
    static let none = JSONLimits(maximumBytes: .max, maximumDepth: .max)
}
