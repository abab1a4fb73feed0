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
    /// The text under DESCRIPTION in `--help` and the man page.
    package let discussion: [Block]
    package let operands: [OperandInfo]
    package let flags: [FlagInfo]
    package let rules: [Rule]
    package let examples: [Example]
    /// Exit statuses and their meanings for this command.
    package let exitStatuses: [ExitStatusNote]
    /// Additional sections for the man page and `--help`, after the flags.
    package let sections: [Section]
    package let subcommands: [Subcommand]
    /// Pages about something other than a command. They are made only when they are read.
    package let topics: @Sendable () -> [Topic]
    /// Names of man pages with their section: `signet-jwt-verify(1)`.
    package let seeAlso: [String]

    package init(
        name: String, synonyms: [String] = [], summary: String, discussion: [Block] = [],
        operands: [any AnyOperand] = [],
        flags: [any AnyFlag] = [],
        rules: [Rule] = [], examples: [Example] = [], exitStatuses: [ExitStatusNote] = [],
        sections: [Section] = [], subcommands: [Subcommand] = [],
        topics: @escaping @Sendable () -> [Topic] = { [] }, seeAlso: [String] = []
    ) {
        self.name = name
        self.synonyms = synonyms
        self.summary = summary
        self.discussion = discussion
        self.operands = operands.map(\.info)
        self.flags = flags.map(\.info)
        self.rules = rules
        self.examples = examples
        self.exitStatuses = exitStatuses
        self.sections = sections
        self.subcommands = subcommands
        self.topics = topics
        self.seeAlso = seeAlso
    }

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
