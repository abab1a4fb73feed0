import Arguments

enum Completions: SignetCommand {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static let shell = Operand(required: .choice("SHELL", of: Shell.self), "the shell")

    static let declaration = Command(
        name: "completions",
        summary: "print the completion script for bash, zsh or fish",
        discussion: [
            "Prints a script that completes commands, flags, their values and file names. `make install` installs it."
        ],
        operands: [shell],
        flags: [SharedFlags.help],
        examples: [
            Example("In ~/.bashrc", "source <(signet completions bash)"),
            Example(
                "For zsh, in a folder of $fpath",
                "mkdir -p ~/.zfunc && signet completions zsh > ~/.zfunc/_signet"),
            Example(
                "For fish",
                "mkdir -p ~/.config/fish/completions && signet completions fish > ~/.config/fish/completions/signet.fish"
            ),
        ],
        exitStatuses: [.done, .usage, .file])
}

struct CompletionsRequest: CommandRequest {
    let shell: Completions.Shell

    init(_ arguments: ParsedArguments) { shell = arguments[Completions.shell] }
}

extension Completions {
    static func run(_ request: CompletionsRequest) throws -> ExitStatus {
        try HelpCommand.show(script(for: request.shell))
        return .success
    }

    static func script(for shell: Shell) -> String {
        let root = CommandInfo(root: Registry.root)
        switch shell {
        case .bash: return BashCompletion.script(root: root)
        case .zsh: return ZshCompletion.script(root: root)
        case .fish: return FishCompletion.script(root: root)
        }
    }
}
