import Arguments
import System

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
            throw Failure(
                .usage, error.message,
                hint: error.hint ?? topic.map { "signet help \($0)" } ?? "signet --help")
        }
        return .success
    }

    static func show(_ text: String) throws {
        var outputs = Outputs(mayReplace: false)
        outputs.add(Outputs.Content(text: text), to: nil)
        try outputs.write(inputs: InputFiles())
    }

    static var width: Int { min(Terminal.columns() ?? 80, 100) }

    /// Whether to use bold: on a terminal, unless the user disabled colours (no-color.org).
    static var isStyled: Bool {
        StandardStreams.outputIsTerminal && (Environment.withValue("NO_COLOR") { $0.isEmpty } ?? true)
    }
}
