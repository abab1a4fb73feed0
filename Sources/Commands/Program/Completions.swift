import Arguments

enum Completions: SignetCommand {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static let declaration = Command(
        name: "completions",
        summary: "print the completion script for bash, zsh or fish",
        discussion: [
            "Prints a script that completes commands, flags, their values and file names. `make install` puts it in place."
        ],
        operands: [
            Operand(
                .choice("SHELL", Shell.allCases.map(\.rawValue)), isRequired: true,
                "the shell: bash, zsh or fish")
        ],
        flags: [SharedFlags.help],
        examples: [
            Example("In ~/.bashrc", "source <(signet completions bash)"),
            Example("For zsh, in a folder of $fpath", "signet completions zsh > ~/.zfunc/_signet"),
            Example("For fish", "signet completions fish > ~/.config/fish/completions/signet.fish"),
        ],
        exitStatuses: [SharedExitStatuses.done, SharedExitStatuses.usage, SharedExitStatuses.file])

    static func run(_ arguments: ParsedArguments) throws(Failure) -> ExitStatus {
        guard let shell = arguments.operands.first.flatMap(Shell.init(rawValue:)) else { return .usage }
        var outputs = Outputs(mayReplace: false)
        outputs.add(Outputs.Content(text: script(for: shell)), to: nil)
        try outputs.write(inputs: InputFiles())
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
