/// What was typed, checked against the declaration of its command.
package struct ParsedArguments: Sendable {
    /// The flags in the order in which they were typed; the value is nil for a switch.
    package let occurrences: [(flag: String, value: String?)]
    package let operands: [String]

    package init(occurrences: [(flag: String, value: String?)], operands: [String]) {
        self.occurrences = occurrences
        self.operands = operands
    }

    package func has(_ flag: String) -> Bool { occurrences.contains { $0.flag == flag } }

    package func value(_ flag: String) -> String? { occurrences.first { $0.flag == flag }?.value }

    package func values(_ flag: String) -> [String] {
        occurrences.compactMap { $0.flag == flag ? $0.value : nil }
    }

    /// The value of a flag whose words are the raw values of `Choice`; the parser let no other word pass.
    package func choice<Choice: RawRepresentable>(
        _ flag: String, as type: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        value(flag).flatMap(Choice.init(rawValue:))
    }
}
