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
    /// - Throws: ``UsageError`` for the first word that is not a command.
    package func descend(_ words: [String]) throws(UsageError) -> CommandInfo {
        var info = self
        for (index, word) in words.enumerated() {
            guard let next = info.child(word) else {
                throw info.unknownCommand(words[index...], asksForPage: true)
            }
            info = next
        }
        return info
    }

    /// The error for words below this command, of which the first is unknown.
    func unknownCommand(_ words: ArraySlice<String>, asksForPage: Bool = false) -> UsageError {
        UsageError(
            "unknown command '\(fullName) \(UsageError.printable(words.first ?? ""))'",
            hint: suggestion(for: words, asksForPage))
    }

    /// The names of the groups and of the command, without the program's.
    private var names: [String] { path.dropFirst().map(\.name) }

    /// The command line that these words may mean.
    private func suggestion(for words: ArraySlice<String>, _ asksForPage: Bool) -> String? {
        func line(_ meant: CommandInfo) -> String {
            asksForPage ? "\(path[0].name) help \(meant.names.joined(separator: " "))" : meant.fullName
        }
        let root = CommandInfo(root: path[0])
        let typed = names + words.prefix { !$0.hasPrefix("-") }
        // Below a group, a word such as `convert` does not mean the command of another group.
        let meant =
            meant(byFlagIn: words) ?? root.meant(by: typed[...])
            ?? (names.isEmpty
                ? root.meant(by: typed.dropFirst()) : typed.dropFirst().first.flatMap(root.child))
        if let meant { return line(meant) }
        if let word = typed.last {
            // The name of a man page is also recognised without the program's: `jwt-sign`.
            let prefix = "\(root.pageName)-"
            let page = word.hasPrefix(prefix) ? word : prefix + word
            if let meant = root.all.first(where: { $0.pageName == page }) { return line(meant) }
            if let topic = root.command.topics.first(where: {
                prefix + $0.name == page || $0.synonyms.contains(word)
            }) {
                return "\(root.fullName) help \(topic.name)"
            }
        }
        return Suggestion.nearest(to: words.first ?? "", among: command.subcommands.map(\.name))
            .flatMap(child).map(line) ?? (asksForPage && !names.isEmpty ? line(self) : nil)
    }

    /// The command that a word and a flag of openssl mean, wherever the flag stands: `req … -x509`. Nil below a command,
    /// whose flags mean what they say.
    func meant(byFlagIn words: ArraySlice<String>) -> CommandInfo? {
        guard command.isGroup, let first = (names + words).first(where: { $0 != "openssl" }) else {
            return nil
        }
        let commands = CommandInfo(root: path[0]).all
        return words.lazy.filter { $0.hasPrefix("-") }.compactMap { flag in
            commands.first { $0.command.synonyms.contains("\(first) \(flag)") }
        }.first
    }

    /// The command that words of other tools mean; operands may follow them.
    private func meant(by typed: ArraySlice<String>) -> CommandInfo? {
        guard let first = typed.first else { return nil }
        let commands = all.filter { !$0.command.isGroup }
        func synonym(_ count: Int) -> CommandInfo? {
            let words = typed.prefix(count).joined(separator: " ")
            return commands.first { $0.command.synonyms.contains(words) }
        }
        if let found = synonym(3) ?? synonym(2) { return found }
        if let own = child(first) {
            return own.command.isGroup ? typed.dropFirst().first.flatMap(own.child) : own
        }
        let group = children.first { $0.command.synonyms.contains(first) }
        return group.flatMap { meant(by: [$0.command.name] + typed.dropFirst()) } ?? synonym(1) ?? group
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
