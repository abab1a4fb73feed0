/// A command with its place in the tree, as help, man pages and completions need it.
package struct CommandInfo: Sendable {
    /// From the program to the command itself.
    package let path: [Command]

    package init(root: Command) { path = [root] }

    private init(path: [Command]) { self.path = path }

    package var command: Command { path[path.count - 1] }

    /// `signet jwt sign`.
    package var fullName: String { path.map(\.name).joined(separator: " ") }

    /// The name of its man page: `signet-jwt-sign`.
    package var pageName: String { path.map(\.name).joined(separator: "-") }

    package var children: [CommandInfo] {
        command.subcommands.map { CommandInfo(path: path + [$0.command]) }
    }

    /// This command and all commands below it, parents first.
    package var all: [CommandInfo] {
        [self] + children.flatMap(\.all)
    }

    package func child(_ name: String) -> CommandInfo? {
        command.subcommand(name).map { CommandInfo(path: path + [$0]) }
    }

    /// The command at `words` below this one.
    ///
    /// - Throws: ``UsageError/unknownCommand(word:parent:suggestion:)`` for the first word that is not a command.
    package func descend(_ words: [String]) throws(UsageError) -> CommandInfo {
        var info = self
        for word in words {
            guard let next = info.child(word) else {
                throw .unknownCommand(
                    word: word, parent: info.fullName, suggestion: info.suggestion(for: word))
            }
            info = next
        }
        return info
    }

    /// The command that an unknown word below this one may mean.
    private func suggestion(for word: String) -> String? {
        let typed = (path.dropFirst().map(\.name) + [word]).joined(separator: " ")
        let synonym = CommandInfo(root: path[0]).all.first { $0.command.synonyms.contains(typed) }
        return synonym?.fullName
            ?? Suggestion.nearest(to: word, among: command.subcommands.map(\.name)).map {
                "\(fullName) \($0)"
            }
    }

    /// The usage line in pieces that must not be broken: `signet jwt sign`, `--key KEY`, `[--alg ALG]`, …
    package var synopsis: [String] {
        var pieces = [fullName]
        if command.isGroup {
            pieces.append("COMMAND")
            return pieces
        }
        var written: Set<String> = []
        for flag in command.flags where flag.role == .ordinary && !written.contains(flag.name) {
            let (names, isRequired) = alternatives(to: flag)
            let choices = names.filter { !written.contains($0) }.compactMap(command.flag)
            written.formUnion(names)
            if choices.count > 1 {
                let text = choices.map { plain($0) + ($0.isRepeatable ? "…" : "") }.joined(separator: " | ")
                pieces.append(isRequired ? "(\(text))" : "[\(text)]")
            } else {
                pieces.append(piece(flag, isRequired: isRequired))
            }
        }
        for operand in command.operands {
            let text = operand.value.placeholder + (operand.isRepeatable ? "…" : "")
            pieces.append(operand.isRequired ? text : "[\(text)]")
        }
        return pieces
    }

    /// A short usage line of one or two lines: what is required, and `[options]`.
    var shortSynopsis: [String] {
        let operands = command.operands.isEmpty ? [] : synopsis.suffix(command.operands.count)
        let flags = synopsis.dropFirst().dropLast(operands.count)
        let required = flags.filter { !$0.hasPrefix("[") }
        return [fullName] + required + (required.count < flags.count ? ["[options]"] : []) + operands
    }

    /// The names of this flag and its alternatives, of which only one may be given, and whether one is required.
    private func alternatives(to flag: FlagInfo) -> (names: [String], isRequired: Bool) {
        for case .oneOf(let names, let isRequired) in command.rules.map(\.kind)
        where names.contains(flag.name) {
            return (names, isRequired)
        }
        return ([flag.name], flag.isRequired)
    }

    private func plain(_ flag: FlagInfo) -> String {
        flag.value.map { "\(flag.spelling) \($0.placeholder)" } ?? flag.spelling
    }

    private func piece(_ flag: FlagInfo, isRequired: Bool) -> String {
        let text = plain(flag)
        return (isRequired ? text : "[\(text)]") + (flag.isRepeatable ? "…" : "")
    }
}
