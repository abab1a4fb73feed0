import Arguments

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
