/// A piece of documentation. In its texts, words between backticks are literal (`--key`, `exp`), and nothing
/// else is markup.
package enum Block: Sendable, ExpressibleByStringLiteral {
    case paragraph(String)
    /// Terms and their meanings.
    case definitions([(term: String, text: String)])
    /// Lines that are printed unchanged: commands, output.
    case verbatim(String)
    /// A table; the first row is the heading.
    case table([[String]])

    package init(stringLiteral text: String) { self = .paragraph(text) }
}

/// A section of a page with its own heading.
package struct Section: Sendable {
    package let title: String
    package let blocks: [Block]

    package init(_ title: String, _ blocks: [Block]) {
        self.title = title
        self.blocks = blocks
    }
}

/// An example: a line that says what it does, and the command to type.
package struct Example: Sendable {
    package let summary: String
    package let command: String

    package init(_ summary: String, _ command: String) {
        self.summary = summary
        self.command = command
    }
}

/// An exit status and when a command exits with it.
package struct ExitStatusNote: Sendable {
    package let status: Int
    package let meaning: String

    package init(_ status: Int, _ meaning: String) {
        self.status = status
        self.meaning = meaning
    }
}

/// A page that is not about a command: `signet help nevis`, `signet-nevis(7)`.
package struct Topic: Sendable {
    /// One word: `nevis`.
    package let name: String
    /// Words that lead here: `signet help rotate`.
    package let synonyms: [String]
    /// One line: no capital at the start, no full stop.
    package let summary: String
    package let sections: [Section]
    /// Names of man pages with their section.
    package let seeAlso: [String]

    package init(
        name: String, synonyms: [String] = [], summary: String, sections: [Section], seeAlso: [String] = []
    ) {
        self.name = name
        self.synonyms = synonyms
        self.summary = summary
        self.sections = sections
        self.seeAlso = seeAlso
    }

    /// The name of its man page: `signet-nevis`.
    package func pageName(program: String) -> String { "\(program)-\(name)" }
}
