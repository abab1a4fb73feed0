/// A piece of documentation. In its texts, words between backticks are literal (`--key`, `exp`), and nothing
/// else is markup.
package enum Block: Sendable, ExpressibleByStringLiteral {
    case paragraph(String)
    /// Terms with what they mean.
    case definitions([(term: String, text: String)])
    /// Lines that stand as they are: commands, output.
    case verbatim(String)
    /// A table; the first row is its head.
    case table([[String]])

    package init(stringLiteral text: String) { self = .paragraph(text) }
}

/// A section of a page under a heading of its own.
package struct Section: Sendable {
    package let title: String
    package let blocks: [Block]

    package init(_ title: String, _ blocks: [Block]) {
        self.title = title
        self.blocks = blocks
    }
}

/// An example: what it does, in one line, and the command as it is typed.
package struct Example: Sendable {
    package let summary: String
    package let command: String

    package init(_ summary: String, _ command: String) {
        self.summary = summary
        self.command = command
    }
}

/// An exit status and when a command ends with it.
package struct ExitStatusNote: Sendable {
    package let status: Int
    package let meaning: String

    package init(_ status: Int, _ meaning: String) {
        self.status = status
        self.meaning = meaning
    }
}
