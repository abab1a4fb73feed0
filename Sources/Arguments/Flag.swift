/// A flag of a command: its names, its value and its words.
package struct Flag: Sendable {
    /// What the parser does when it meets the flag.
    package enum Role: Sendable {
        case ordinary
        /// Stops parsing: the short help (`-h`) or the whole page (`--help`).
        case help
        /// Stops parsing: names the program's version.
        case version
    }

    /// Without the dashes: `key`.
    package let name: String
    package let short: Character?
    /// Nil for a switch.
    package let value: Value?
    package let isRepeatable: Bool
    package let isRequired: Bool
    /// Shown in the help; the command itself applies it.
    package let defaultText: String?
    /// One line for `-h`: no capital at the start, no full stop.
    package let summary: String
    /// What `--help` and the man page add, whole sentences.
    package let details: [Block]
    /// The heading under which help lists it; the flags of one heading stand together.
    package let group: String
    package let role: Role

    package init(
        _ name: String, short: Character? = nil, value: Value? = nil, isRepeatable: Bool = false,
        isRequired: Bool = false, default defaultText: String? = nil, group: String = "Options",
        role: Role = .ordinary, _ summary: String, details: [Block] = []
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.isRepeatable = isRepeatable
        self.isRequired = isRequired
        self.defaultText = defaultText
        self.group = group
        self.role = role
        self.summary = summary
        self.details = details
    }

    /// `--key`.
    package var spelling: String { "--\(name)" }
}

/// The value of a flag or an operand: how it is written in a usage line, and what completes it.
package struct Value: Sendable {
    package enum Kind: Sendable {
        /// Free text: a shell has nothing to offer for it.
        case text
        /// The path of a file that is read, or `-`.
        case file
        /// The path of a file that is written, or `-`.
        case output
        case directory
        /// One of these words, and no other.
        case choice([Choice])
        /// One of these words or free text.
        case suggestion([Choice])
        /// The path of a command, word by word (`signet help jwt sign`), or the name of a topic in its place.
        case command(orTopic: [Choice])
    }

    package struct Choice: Sendable {
        package let word: String
        package let summary: String?

        package init(_ word: String, _ summary: String? = nil) {
            self.word = word
            self.summary = summary
        }
    }

    /// `FILE`.
    package let placeholder: String
    package let kind: Kind

    package init(_ placeholder: String, _ kind: Kind = .text) {
        self.placeholder = placeholder
        self.kind = kind
    }

    package static let file = Value("FILE", .file)
    package static let output = Value("FILE", .output)

    package static func choice(_ placeholder: String, _ words: [String]) -> Value {
        Value(placeholder, .choice(words.map { Choice($0) }))
    }

    package static func suggestion(_ placeholder: String, _ words: [String]) -> Value {
        Value(placeholder, .suggestion(words.map { Choice($0) }))
    }

    /// The words that completion offers, if any.
    package var choices: [Choice] {
        switch kind {
        case .choice(let choices), .suggestion(let choices): choices
        case .text, .file, .output, .directory, .command: []
        }
    }
}

/// What a command takes beside its flags.
package struct Operand: Sendable {
    package let value: Value
    package let isRequired: Bool
    package let isRepeatable: Bool
    package let summary: String

    package init(_ value: Value, isRequired: Bool = false, isRepeatable: Bool = false, _ summary: String) {
        self.value = value
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.summary = summary
    }
}

/// What holds between flags. Flags are named without dashes.
package enum Rule: Sendable {
    /// At most one of these is given.
    case atMostOne([String])
    /// One of these is given, and only one.
    case exactlyOne([String])
    /// Where the first is given, one of the others is too.
    case requires(String, oneOf: [String])
    /// Where the first is given, none of the others is.
    case excludes(String, [String])
    /// Where it is given, no operand is, not even `-`.
    case excludesOperands(String)
}
