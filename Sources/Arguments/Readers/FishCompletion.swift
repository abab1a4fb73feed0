/// A completion script for fish 3.1 and later. It has a line for each flag, with the conditions that its command was
/// typed and that no earlier flag forbids it.
package enum FishCompletion {
    package static func script(root: CommandInfo) -> String {
        let program = root.fullName
        var lines = [
            "# fish completion for \(program), generated from the declarations of its commands: do not edit.",
            "",
        ]
        lines += commandTable(root)
        lines += valuedTable(root)
        lines += [FishCompletionFunctions.source(program: program), ""]
        lines += ["complete -c \(program) -e", "complete -c \(program) -f"]
        for info in root.all {
            lines.append("")
            lines += info.command.flags.map { flag(info, $0) }
            if info.command.isGroup {
                let condition = "__\(program)_at \(info.fullName); and __\(program)_operand -eq 0"
                lines.append(complete(info, condition, "-a '(__\(program)_below \(info.fullName))'"))
            }
            lines += info.command.operands.indices.flatMap { operand(info, $0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func complete(_ info: CommandInfo, _ condition: String, _ rest: String) -> String {
        "complete -c \(info.path[0].name) -n '\(condition)' \(rest)"
    }

    private static func flag(_ info: CommandInfo, _ flag: FlagInfo) -> String {
        let program = info.path[0].name
        var condition = "__\(program)_at \(info.fullName)"
        let closing = info.command.flagsClosed(by: flag).flatMap(\.spellings)
        if !closing.isEmpty {
            condition += "; and not __\(program)_given \(closing.joined(separator: " "))"
        }
        var words = ["-l \(flag.name)"]
        if let short = flag.short { words.append("-s \(short)") }
        if let value = flag.value { words.append(completing(value, in: info, isOperand: false)) }
        words.append("-d \(ShellQuote.fish(Markup(flag.summary).plain))")
        return complete(info, condition, words.joined(separator: " "))
    }

    private static func operand(_ info: CommandInfo, _ index: Int) -> [String] {
        let operand = info.command.operands[index]
        let isLast = index + 1 == info.command.operands.count
        let program = info.path[0].name
        let test = "\(isLast && operand.isRepeatable ? "-ge" : "-eq") \(index)"
        let condition = "__\(program)_at \(info.fullName); and __\(program)_operand"
        var lines = [
            complete(info, "\(condition) \(test)", completing(operand.value, in: info, isOperand: true))
        ]
        if case .command(let topics) = operand.value.kind, !topics.isEmpty {
            lines.append(complete(info, "\(condition) -eq \(index)", "-f -a \(words(topics))"))
        }
        return lines
    }

    /// The options of `complete` that complete a value.
    private static func completing(_ value: Value, in info: CommandInfo, isOperand: Bool) -> String {
        let program = info.path[0].name
        let exclusive = isOperand ? "-f" : "-x"
        switch value.kind {
        case .text: return exclusive
        case .file, .output: return isOperand ? "-F" : "-r -F"
        case .fileOr(let choices): return (isOperand ? "-F" : "-r -F") + " -a \(words(choices))"
        case .list(let choices):
            let words = choices.map(\.word).joined(separator: " ")
            return "\(exclusive) -a '(__\(program)_list \(words))'"
        case .directory: return "\(exclusive) -a '(__fish_complete_directories)'"
        case .command: return "\(exclusive) -a '(__\(program)_below \(program) (__\(program)_operands))'"
        case .choice(let choices), .suggestion(let choices):
            return "\(exclusive) -a \(words(choices))"
        }
    }

    /// fish evaluates the list again, so descriptions are quoted in it; the tab before a description is not.
    private static func words(_ choices: [Value.Choice]) -> String {
        let words = choices.map { choice in
            choice.word + (choice.summary.map { "\\t" + ShellQuote.fish(Markup($0).plain) } ?? "")
        }
        return ShellQuote.fish(words.joined(separator: " "))
    }

    private static func commandTable(_ root: CommandInfo) -> [String] {
        var lines = [
            "# The commands below the command whose path is given.",
            "function __\(root.fullName)_below",
            "    switch \"$argv\"",
        ]
        for info in root.all where info.command.isGroup {
            lines.append("        case '\(info.fullName)'")
            let words = info.command.subcommands.map(\.command).map { command in
                "            printf '%s\\t%s\\n' \(command.name) \(ShellQuote.fish(Markup(command.summary).plain))"
            }
            lines += words
        }
        return lines + ["    end", "end", ""]
    }

    private static func valuedTable(_ root: CommandInfo) -> [String] {
        var lines = [
            "# The flags of the command at hand that take a value.",
            "function __\(root.fullName)_valued",
            "    switch (__\(root.fullName)_command | string collect)",
        ]
        for info in root.all {
            let flags = info.command.flags.filter { $0.value != nil }.flatMap(\.spellings)
            if flags.isEmpty { continue }
            lines.append("        case '\(info.fullName)'")
            lines.append("            string split ' ' -- '\(flags.joined(separator: " "))'")
        }
        return lines + ["    end", "end", ""]
    }
}
