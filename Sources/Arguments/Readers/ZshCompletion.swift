/// A completion script for zsh with a function for each command, which calls `_arguments`. It can be sourced, or
/// installed as `_signet` in a folder of `fpath`.
package enum ZshCompletion {
    package static func script(root: CommandInfo) -> String {
        let function = root.functionName
        let program = root.fullName
        var lines = [
            "#compdef \(program)",
            "# zsh completion for \(program), generated from the declarations of its commands: do not edit.",
            "",
        ]
        for info in root.all {
            lines += info.command.isGroup ? group(info, in: root) : leaf(info, in: root)
            lines.append("")
        }
        lines += commandTable(root)
        lines += [
            "",
            "# Loaded from fpath, this file is the function's first call.",
            "if [[ $funcstack[1] == \(function) ]]; then",
            "    \(function) \"$@\"",
            "else",
            "    compdef \(function) \(program)",
            "fi",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func group(_ info: CommandInfo, in root: CommandInfo) -> [String] {
        let head = [
            "\(info.functionName)() {",
            "    local context state state_descr line curcontext=$curcontext ret=1",
            "    typeset -A opt_args",
            "    _arguments -C -S \\",
        ]
        let tail = [
            "        '1: :->command' \\",
            "        '*:: :->rest' && ret=0",
            "    case $state in",
            "    command) \(root.functionName)_commands '\(info.fullName)' && ret=0 ;;",
            "    rest) _call_function ret \(info.functionName)_$words[1] ;;",
            "    esac",
            "    return ret",
            "}",
        ]
        return head + flagSpecs(of: info.command, in: root).map { "        \($0) \\" } + tail
    }

    private static func leaf(_ info: CommandInfo, in root: CommandInfo) -> [String] {
        let operands = info.command.operands.map { operand in
            ShellQuote.posix(position(of: operand) + argument(of: operand, in: root))
        }
        let specs = flagSpecs(of: info.command, in: root) + operands
        let call = ["_arguments -S"] + specs.map { "    \($0)" }
        return ["\(info.functionName)() {", "    " + call.joined(separator: " \\\n    "), "}"]
    }

    /// For free text, zsh's own message would prevent it from completing `--al` to `--alg`, so this prints one
    /// itself.
    private static func argument(of operand: OperandInfo, in root: CommandInfo) -> String {
        guard case .text = operand.value.kind else { return argument(operand.value, in: root) }
        let placeholder = ShellQuote.escaping(":", in: operand.value.placeholder)
        return "\(placeholder): _message \(ShellQuote.posix(placeholder))"
    }

    private static func position(of operand: OperandInfo) -> String {
        guard operand.isRepeatable else { return operand.isRequired ? ":" : "::" }
        // After `*::` the array `words` holds only the operands, from which the path of a command is read.
        if case .command = operand.value.kind { return "*::" }
        return "*:"
    }

    /// `'(--key --jwks)--key=[the key]:KEY:_files'`, one for each name of a flag.
    private static func flagSpecs(of command: Command, in root: CommandInfo) -> [String] {
        command.flags.flatMap { flag in
            let closed = command.flagsClosed(by: flag).flatMap(\.spellings).joined(separator: " ")
            let exclusion = closed.isEmpty ? "" : "(\(closed))"
            let repetition = flag.isRepeatable ? "*" : ""
            let summary = ShellQuote.escaping("\\[]", in: Markup(flag.summary).plain)
            let value = flag.value.map { ":" + argument($0, in: root) } ?? ""
            return flag.spellings.map { spelling in
                // `--out=` also accepts its value after `=`; `-o+` also accepts it in the same word.
                let form = flag.value == nil ? "" : spelling.hasPrefix("--") ? "=" : "+"
                return ShellQuote.posix("\(exclusion)\(repetition)\(spelling)\(form)[\(summary)]\(value)")
            }
        }
    }

    /// The placeholder of a value and its completion: `FILE:_files`.
    private static func argument(_ value: Value, in root: CommandInfo) -> String {
        ShellQuote.escaping(":", in: value.placeholder) + ":" + action(value, in: root)
    }

    private static func action(_ value: Value, in root: CommandInfo) -> String {
        switch value.kind {
        case .text, .descriptor: return " "
        case .file, .output: return "_files"
        case .assignedFile: return "{compset -P \"*=\" && _files}"
        case .pathOr(let choices):
            let words = choices.map(\.word).joined(separator: " ")
            return "{[[ $PREFIX == */* ]] && _files || compadd \(words)}"
        case .fileOr(let choices):
            let words = choices.map(\.word).joined(separator: " ")
            return ShellQuote.escaping(":", in: " _alternative 'files:file:_files' 'words:word:(\(words))'")
        case .list(let choices):
            let words = choices.map { choice in
                choice.summary.map { ShellQuote.posix("\(choice.word)[\(Markup($0).plain)]") } ?? choice.word
            }
            return ShellQuote.escaping(
                ":",
                in: (["_values -s ,", ShellQuote.posix(value.placeholder)] + words).joined(separator: " "))
        case .directory: return "_files -/"
        case .command(let topics):
            // After a space, the words are the complete arguments of the function.
            let words = topics.map { described($0.word, $0.summary ?? "") }
            return ShellQuote.escaping(
                ":", in: ([" \(root.functionName)_below"] + words).joined(separator: " "))
        case .choice(let choices), .suggestion(let choices):
            if choices.allSatisfy({ $0.summary == nil }) {
                let words = choices.map(\.word).joined(separator: " ")
                // More follows a colon, and no space.
                let action = words.hasSuffix(":") ? "{compadd -S \"\" \(words)}" : "(\(words))"
                return ShellQuote.escaping(":", in: action)
            }
            // zsh evaluates these words again, and a colon would end the action.
            let words = choices.map { described($0.word, $0.summary ?? "") }
            return "((\(ShellQuote.escaping(":", in: words.joined(separator: " ")))))"
        }
    }

    /// A word with its description, in the form that `_describe` reads.
    private static func described(_ word: String, _ summary: String) -> String {
        ShellQuote.posix("\(word):\(ShellQuote.escaping("\\", in: Markup(summary).plain))")
    }

    private static func commandTable(_ root: CommandInfo) -> [String] {
        let function = root.functionName
        var lines = [
            "# The commands below the command whose path is given.",
            "\(function)_commands() {",
            "    local -a commands",
            "    case $1 in",
        ]
        for info in root.all where info.command.isGroup {
            lines.append("    '\(info.fullName)')")
            lines.append("        commands=(")
            for command in info.command.subcommands.map(\.command) {
                lines.append("            \(described(command.name, command.summary))")
            }
            lines += ["        )", "        ;;"]
        }
        lines += [
            "    esac",
            "    _describe -t commands command commands",
            "}",
            "",
            "# The next word of a command's path, after the operands that stand already, or one of the topics given.",
            "\(function)_below() {",
            "    local -a above=('\(root.fullName)' \"${(@)words[1,CURRENT-1]}\") topics=(\"$@\")",
            "    local ret=1",
            "    \(function)_commands \"${(j: :)above}\" && ret=0",
            "    if ((CURRENT == 1)); then",
            "        _describe -t topics topic topics && ret=0",
            "    fi",
            "    return ret",
            "}",
        ]
        return lines
    }
}
