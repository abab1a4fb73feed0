/// A path from an object to a value in it, as users type it: `payload.claims`, `events.0.token`.
///
/// A step is the name of a member. In an array, it is an index from 0. No step can have a dot in its name.
package struct JSONPath: Sendable {
    package struct Step: Sendable {
        package let name: MemberName
        /// Digits alone: no sign, no index in two spellings.
        package let index: Int?

        init(_ text: String) {
            name = MemberName(text)
            index = Int(text).flatMap { $0 >= 0 && String($0) == text ? $0 : nil }
        }
    }

    /// As it was typed.
    package let text: String
    package let steps: [Step]

    package init(_ text: String) {
        self.text = text
        // Even an empty text has one step.
        steps = text.split(separator: ".", omittingEmptySubsequences: false).map { Step(String($0)) }
    }
}
