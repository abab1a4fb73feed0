import Arguments
import System

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
        exitStatuses: [.done, .usage, .file])
}

struct HelpRequest: CommandRequest {
    /// The words of a command's path, or one topic.
    let words: [String]

    init(_ arguments: ParsedArguments) { words = arguments[HelpCommand.command] }
}

extension HelpCommand {
    static func run(_ request: HelpRequest) throws -> ExitStatus {
        if request.words.count == 1, let topic = Registry.topic(request.words[0]) {
            try show(Help.page(topic, width: width, styled: isStyled))
            return .success
        }
        do {
            let info = try CommandInfo(root: Registry.root).descend(request.words)
            try show(Help.long(info, width: width, styled: isStyled))
        } catch let error as UsageError {
            let topic = request.words.first.flatMap {
                Suggestion.nearest(to: $0, among: Registry.topics.map(\.name))
            }
            throw CommandError(
                .usage, error.message,
                hint: error.hint ?? topic.map { "signet help \($0)" } ?? "signet --help")
        }
        return .success
    }

    static func show(_ text: String) throws {
        try Output.standard.write(Outputs.Content(text: text), InputFiles())
    }

    static var width: Int { min(Terminal.columns() ?? 80, 100) }

    /// Whether to use bold: on a terminal, unless the user disabled colours (no-color.org).
    static var isStyled: Bool {
        StandardStreams.outputIsTerminal && (Environment.withValue("NO_COLOR") { $0.isEmpty } ?? true)
    }
}
