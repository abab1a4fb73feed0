import Arguments
import System

enum HelpCommand: SignetCommand {
    static let declaration = Command(
        name: "help",
        summary: "print the page of a command, or of a topic",
        discussion: [
            """
            The same page as `--help`, for a command of any depth; without one, signet's own. Pages on what is no command \
            are shown by their topic.
            """
        ],
        operands: [
            Operand(
                Value(
                    "COMMAND",
                    .command(orTopic: Registry.topics.map { Value.Choice($0.name, $0.summary) })),
                isRepeatable: true, "the command, word by word, or a topic")
        ],
        flags: [SharedFlags.help],
        examples: [
            Example("All about signing", "signet help jwt sign"),
            Example("An enrolment with Nevis, step by step", "signet help nevis"),
        ],
        exitStatuses: [SharedExitStatuses.done, SharedExitStatuses.usage, SharedExitStatuses.file],
        sections: [
            Section(
                "Topics",
                [.definitions(Registry.topics.map { ("`\($0.name)`", $0.summary) })])
        ])

    static func run(_ arguments: ParsedArguments) throws(Failure) -> ExitStatus {
        if arguments.operands.count == 1, let topic = Registry.topic(arguments.operands[0]) {
            try show(Help.page(topic, width: width, styled: isStyled))
            return .success
        }
        let topic = arguments.operands.first.flatMap {
            Suggestion.nearest(to: $0, among: Registry.topics.map(\.name))
        }
        let hint = topic.map { "signet help \($0)" } ?? "signet --help"
        let info = try saying({ (error: UsageError) in
            Failure(.usage, error.message, hint: error.hint ?? hint)
        }) { () throws(UsageError) in
            try CommandInfo(root: Registry.root).descend(arguments.operands)
        }
        try show(Help.long(info, width: width, styled: isStyled))
        return .success
    }

    static func show(_ text: String) throws(Failure) {
        var outputs = Outputs(mayReplace: false)
        outputs.add(Outputs.Content(text: text), to: nil)
        try outputs.write(inputs: InputFiles())
    }

    static var width: Int { min(Terminal.columns() ?? 80, 100) }

    /// Bold on a terminal, unless the user asks for none (no-color.org).
    static var isStyled: Bool {
        StandardStreams.outputIsTerminal && (Environment.withValue("NO_COLOR") { $0.isEmpty } ?? true)
    }
}
