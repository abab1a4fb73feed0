/// A command, declared once. The parser, `-h`, `--help`, the man pages and the completions all read this value. It is
/// plain data; the code that runs the command is found by its path elsewhere.
package struct Command: Sendable {
    /// The word that users type: `sign`.
    package let name: String
    /// What users of other tools type for it, after the program's name: `genrsa`, `jwt decode`. These words are not
    /// accepted; the error proposes this command.
    package let synonyms: [String]
    /// One line for lists of commands: no capital at the start, no full stop.
    package let summary: String
    package let operands: [OperandInfo]
    package let flags: [FlagInfo]
    package let rules: [Rule]
    package let subcommands: [Subcommand]

    // What only pages show is made only when it is read: a run of the program reads none of it.
    private let makeDiscussion: @Sendable () -> [Block]
    private let makeExamples: @Sendable () -> [Example]
    private let makeExitStatuses: @Sendable () -> [ExitStatusNote]
    private let makeSections: @Sendable () -> [Section]
    private let makeTopics: @Sendable () -> [Topic]
    private let makeSeeAlso: @Sendable () -> [String]

    package init(
        name: String, synonyms: [String] = [], summary: String,
        discussion: @autoclosure @escaping @Sendable () -> [Block] = [],
        operands: [any AnyOperand] = [], flags: [any AnyFlag] = [], rules: [Rule] = [],
        examples: @autoclosure @escaping @Sendable () -> [Example] = [],
        exitStatuses: @autoclosure @escaping @Sendable () -> [ExitStatusNote] = [],
        sections: @autoclosure @escaping @Sendable () -> [Section] = [],
        subcommands: [Subcommand] = [],
        topics: @autoclosure @escaping @Sendable () -> [Topic] = [],
        seeAlso: @autoclosure @escaping @Sendable () -> [String] = []
    ) {
        self.name = name
        self.synonyms = synonyms
        self.summary = summary
        makeDiscussion = discussion
        self.operands = operands.map(\.info)
        self.flags = flags.map(\.info)
        self.rules = rules
        makeExamples = examples
        makeExitStatuses = exitStatuses
        makeSections = sections
        self.subcommands = subcommands
        makeTopics = topics
        makeSeeAlso = seeAlso
    }

    /// The text under DESCRIPTION in `--help` and the man page.
    package var discussion: [Block] { makeDiscussion() }
    package var examples: [Example] { makeExamples() }
    /// Exit statuses and their meanings for this command.
    package var exitStatuses: [ExitStatusNote] { makeExitStatuses() }
    /// Additional sections for the man page and `--help`, after the flags.
    package var sections: [Section] { makeSections() }
    /// Pages about something other than a command.
    package var topics: [Topic] { makeTopics() }
    /// Names of man pages with their section: `signet-jwt-verify(1)`.
    package var seeAlso: [String] { makeSeeAlso() }

    /// A command with subcommands is a group: it does nothing itself.
    package var isGroup: Bool { !subcommands.isEmpty }

    package func flag(_ name: String) -> FlagInfo? { flags.first { $0.name == name } }

    /// The flags that the rules forbid together with this one, whatever their values are.
    package func flagsExcluded(by flag: String) -> Set<String> {
        var names: Set<String> = []
        for rule in rules {
            switch rule.kind {
            case .oneOf(let list, _):
                if list.contains(flag) { names.formUnion(list.filter { $0 != flag }) }
            case .excludes(let condition, let others) where condition.words == nil:
                let others = others.filter { $0.words == nil }.map(\.flag)
                if condition.flag == flag { names.formUnion(others) }
                if others.contains(flag) { names.insert(condition.flag) }
            case .excludes, .requires, .excludesOperands: break
            }
        }
        return names
    }

    package func subcommand(_ name: String) -> Command? { subcommands.first { $0.name == name }?.command }
}

/// A subcommand by its name. Its declaration is made only when it is read, because a run of the program reads only
/// those on the path to one command. Making all of them would take longer than many commands do.
package struct Subcommand: Sendable {
    package let name: String
    /// The heading under which help lists it.
    package let group: String
    private let make: @Sendable () -> Command

    /// - Parameter make: makes the declaration, which must have the same name.
    package init(_ name: String, group: String = "Commands", _ make: @escaping @Sendable () -> Command) {
        self.name = name
        self.group = group
        self.make = make
    }

    package init(_ command: Command, group: String = "Commands") {
        self.init(command.name, group: group) { command }
    }

    package var command: Command {
        let command = make()
        precondition(command.name == name, "\(command.name) is listed as \(name)")
        return command
    }
}
