import Arguments

enum HelpCommand: SignetCommand {
    static let command = Operand(
        repeatable: .text(
            "COMMAND", .command(orTopic: Registry.topics.map { Value.Choice($0.name, $0.summary) })),
        "the command, word by word, or a topic")

    static let declaration = Command(
        name: "help",
        summary: "print the page of a command or a topic",
        discussion: [
            """
            Prints the page that `--help` prints for a command, or signet's own page if no command is given. Pages \
            about anything else are topics.
            """
        ],
        operands: [command],
        flags: [SharedFlags.help],
        examples: [
            Example("All about signing", "signet help jwt sign"),
            Example("An enrolment with Nevis, step by step", "signet help nevis"),
        ],
        exitStatuses: [SharedExitStatuses.done, SharedExitStatuses.usage, SharedExitStatuses.file])
}

struct HelpRequest: CommandRequest {
    /// The words of a command's path, or one topic.
    let words: [String]

    init(_ arguments: ParsedArguments) { words = arguments[HelpCommand.command] }
}
