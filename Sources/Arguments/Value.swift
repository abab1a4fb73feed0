import Words

/// The value of a flag or an operand: its placeholder in usage lines, and its completion.
package struct Value: Sendable {
    package enum Kind: Sendable {
        /// Free text, which a shell cannot complete.
        case text
        /// The path of an input file, or `-`.
        case file
        /// The path of an input file, or one of these words.
        case fileOr([Choice])
        /// The path of an input file, with a slash, or one of these words.
        case pathOr([Choice])
        /// A text, `=`, and the path of an input file.
        case assignedFile
        /// The number of an open file descriptor that is read.
        case descriptor
        /// The path of an output file, or `-`.
        case output
        case directory
        /// Exactly one of these words.
        case choice([Choice])
        /// One of these words or free text.
        case suggestion([Choice])
        /// Some of these words or free text, with commas between them.
        case list([Choice])
        /// The path of a command, word by word (`signet help jwt sign`), or the name of a topic.
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

    /// The words that completion offers, if any.
    package var choices: [Choice] {
        switch kind {
        case .choice(let choices), .suggestion(let choices), .list(let choices), .fileOr(let choices),
            .pathOr(let choices):
            choices
        case .text, .file, .assignedFile, .descriptor, .output, .directory, .command: []
        }
    }

    /// Whether it is the path of an input file.
    package var isInput: Bool {
        switch kind {
        case .file, .fileOr, .pathOr: true
        case .text, .assignedFile, .descriptor, .output, .directory, .choice, .suggestion, .list, .command:
            false
        }
    }

    /// The choice that a word means: the one that differs from it in case alone, if there is exactly one. Every other
    /// word stays as it is.
    func choice(meantBy word: String) -> String {
        let choices: [Choice]
        switch kind {
        case .choice(let all), .suggestion(let all): choices = all
        default: return word
        }
        if choices.contains(where: { $0.word == word }) { return word }
        let typed = word.utf8.map(\.inLowerCase)
        let meant = choices.filter { $0.word.utf8.map(\.inLowerCase) == typed }
        return meant.count == 1 ? meant[0].word : word
    }
}

/// Converts a typed word to a value, and a value to a word.
package struct ValueFormat<Result: Sendable>: Sendable {
    package let value: Value
    package let read: @Sendable (String) throws -> Result
    /// The word for a default value that pages show.
    let text: @Sendable (Result) -> String

    package init(
        _ placeholder: String, _ kind: Value.Kind = .text,
        text: @escaping @Sendable (Result) -> String = { "\($0)" },
        read: @escaping @Sendable (String) throws -> Result
    ) {
        value = Value(placeholder: placeholder, kind: kind)
        self.read = read
        self.text = text
    }
}

/// Why a typed word is not a valid value of its flag.
package struct InvalidValue: Error {
    /// What follows the name of the flag.
    let predicate: String
    let hint: String?

    /// - Parameter problem: `invalid time 'yesterday'`.
    package static func because(_ problem: String, hint: String? = nil) -> InvalidValue {
        InvalidValue(predicate: ": \(problem)", hint: hint)
    }

    /// - Parameter requirement: `a number from 1 to 9`.
    package static func mustBe(_ requirement: String, hint: String? = nil) -> InvalidValue {
        InvalidValue(predicate: " must be \(requirement)", hint: hint)
    }
}

extension ValueFormat where Result == String {
    /// Any word, unchanged, even an empty one: for operands whose command says what that means.
    package static func anyText(_ placeholder: String) -> Self { Self(placeholder) { word in word } }

    /// The word unchanged. It must not be empty: usually, a variable of the shell is not set then.
    package static func text(_ placeholder: String, _ kind: Value.Kind = .text) -> Self {
        Self(placeholder, kind) { word in
            if word.isEmpty { throw InvalidValue.empty(insteadOf: placeholder) }
            return word
        }
    }

    package static var file: Self { .text("FILE", .file) }
    package static var output: Self { .text("FILE", .output) }
    package static var directory: Self { .text("DIR", .directory) }

    /// Free text, for which completion suggests these words.
    package static func suggestion(_ placeholder: String, _ words: [String]) -> Self {
        .text(placeholder, .suggestion(words.map { Value.Choice($0) }))
    }
}

extension ValueFormat where Result == Int {
    package static func number(_ range: ClosedRange<Int>) -> Self {
        Self("N") { word in
            guard let number = Int(word), range.contains(number) else {
                throw InvalidValue.mustBe("a number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
    }
}

extension ValueFormat {
    /// Exactly one of the words that `words` gives for `values`.
    package static func choice(
        _ placeholder: String, _ values: [Result], summary: (Result) -> String? = { _ in nil },
        _ word: @escaping @Sendable (Result) -> String
    ) -> Self {
        let words = values.map { Value.Choice(word($0), summary($0)) }
        return Self(placeholder, .choice(words), text: word) { typed in
            guard let value = values.first(where: { word($0) == typed }) else {
                throw InvalidValue.unknown(typed, among: words.map(\.word))
            }
            return value
        }
    }
}

extension ValueFormat {
    /// The format with words of other tools, in lower case, each with what signet has in its place. They are not
    /// accepted: the error proposes ours.
    package func proposing(_ words: [String: String]) -> Self {
        Self(value.placeholder, value.kind, text: text) { [read] word in
            do {
                return try read(word)
            } catch let error as InvalidValue where error.hint == nil {
                guard let ours = words[word.lowercased()] else { throw error }
                throw InvalidValue(predicate: error.predicate, hint: "use \(ours)")
            }
        }
    }
}

extension ValueFormat where Result: RawRepresentable & CaseIterable, Result.RawValue == String {
    /// Exactly one of the type's words.
    package static func choice(_ placeholder: String, of type: Result.Type = Result.self) -> Self {
        .choice(placeholder, Array(Result.allCases)) { $0.rawValue }
    }
}

extension InvalidValue {
    private static let unsetVariable = "check that the variables of the shell are set"

    /// The error for an empty word.
    package static func empty(insteadOf placeholder: String) -> Self {
        .because("expected \(placeholder), found an empty text", hint: unsetVariable)
    }

    /// What to do about a word from a file whose lines end as on Windows.
    package static let unixLines = "pipe the text it comes from through: tr -d '\\r'"

    static func line(insteadOf placeholder: String) -> Self {
        .because(
            "expected \(placeholder), found a text that ends in a newline",
            hint: "leave out the newline at its end")
    }

    static func lineOfWindows(insteadOf placeholder: String) -> Self {
        .because("expected \(placeholder), found a text that ends in a carriage return", hint: unixLines)
    }

    /// The error for a word that looks like a flag.
    ///
    /// - Parameters:
    ///   - word: as it may be shown.
    ///   - isKnown: whether it is a flag of the command.
    ///   - flag: whose value it would be, with its dashes.
    static func flag(_ word: String, isKnown: Bool, insteadOf placeholder: String, of flag: String) -> Self {
        .because(
            "expected \(placeholder), found \(isKnown ? "the flag " : "")'\(word)'",
            hint: word.contains("…")
                ? "\(unsetVariable); join a value that begins with a dash to \(flag) with ="
                : "\(unsetVariable); \(flag)=\(word) means it")
    }

    /// The error for the text of a file in PEM in place of its name.
    ///
    /// - Parameter flag: whose value it would be, with its dashes.
    static func contents(insteadOf value: Value, of flag: String) -> Self {
        var hint = "write it to a file and give its name"
        if case .file = value.kind { hint += ", or use \(flag) - to read it from standard input" }
        return .because("expected the name of a file, found the contents of one in PEM", hint: hint)
    }

    /// The error for a word that is not one of the accepted ones.
    package static func unknown(_ word: String, among words: [String]) -> Self {
        .because("unknown value '\(UsageError.printable(word))'; expected \(words.orList)")
    }
}
