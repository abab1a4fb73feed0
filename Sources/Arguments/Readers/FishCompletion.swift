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
        lines += [functions(program: program), ""]
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
        case .text, .descriptor: return exclusive
        case .assignedFile: return "\(exclusive) -a '(__\(program)_assigned)'"
        case .file, .output: return isOperand ? "-F" : "-r -F"
        case .fileOr(let choices): return (isOperand ? "-F" : "-r -F") + " -a \(words(choices))"
        case .pathOr(let choices), .list(let choices):
            let function = if case .list = value.kind { "list" } else { "path" }
            let words = choices.map(\.word).joined(separator: " ")
            return "\(exclusive) -a '(__\(program)_\(function) \(words))'"
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

    /// The part that is the same for every program except for its name.
    private static func functions(program: String) -> String {
        #"""
        # The words of the command line before the cursor, from the program's own on.
        function __\#(program)_words
            set -l words (commandline -opc)
            while string match -q -- '*=*' $words[1]
                set -e words[1]
            end
            printf '%s\n' $words
        end

        # The path of the command at hand.
        function __\#(program)_command
            set -l words (__\#(program)_words)
            set -l command \#(program)
            for word in $words[2..-1]
                set -l next (__\#(program)_below $command | string match -- "$word"\t'*')
                or break
                set -a command $word
            end
            echo "$command"
        end

        # Whether it is this one. fish asks once for each flag of the program: the answer is kept for the line.
        function __\#(program)_at
            set -l line (commandline -cp)
            if test "$line" != "$__\#(program)_line"
                set -g __\#(program)_line "$line"
                set -g __\#(program)_at_hand (__\#(program)_command)
            end
            test "$__\#(program)_at_hand" = "$argv"
        end

        # Whether one of these flags stands before the cursor. A flag whose value is at hand does not yet.
        function __\#(program)_given
            set -l words (__\#(program)_words)
            if contains -- $words[-1] (__\#(program)_valued)
                set -e words[-1]
            end
            for flag in $argv
                set -l attached "$flag=*"
                if not string match -q -- '--*' $flag
                    set attached "$flag*"
                end
                if string match -q -- $flag $words; or string match -q -- $attached $words
                    return 0
                end
            end
            return 1
        end

        # The operands of the command at hand that stand before the cursor.
        function __\#(program)_operands
            set -l words (__\#(program)_words)
            set -l command (string split ' ' -- (__\#(program)_command))
            set -l valued (__\#(program)_valued)
            set -e words[1..(count $command)]
            set -l is_value
            set -l is_ended
            for word in $words
                if test -n "$is_value"
                    set is_value
                else if test -n "$is_ended"; or test "$word" = -; or not string match -q -- '-*' $word
                    printf '%s\n' $word
                else if test "$word" = --
                    set is_ended 1
                else if contains -- $word $valued
                    set is_value 1
                end
            end
        end

        # What is typed of the value at hand.
        function __\#(program)_typed
            string replace -r -- '^--[^=]*=' '' (commandline -ct)
        end

        # The words, or files if a slash is typed.
        function __\#(program)_path
            set -l typed (__\#(program)_typed)
            if string match -q -- '*/*' $typed
                __fish_complete_path $typed
            else
                printf '%s\n' $argv
            end
        end

        # Files, behind the last =.
        function __\#(program)_assigned
            set -l parts (string match -r -- '^(.*=)(.*)$' (__\#(program)_typed))
            or return
            for file in (__fish_complete_path $parts[3])
                echo $parts[2]$file
            end
        end

        # The words of a list with commas, behind those that are typed already.
        function __\#(program)_list
            set -l words (string split , -- (__\#(program)_typed))
            set -e words[-1]
            for word in $argv
                if not contains -- $word $words
                    string join , -- $words $word
                end
            end
        end

        # Whether so many operands stand: `__\#(program)_operand -eq 0`.
        function __\#(program)_operand
            test (count (__\#(program)_operands)) $argv
        end
        """#
    }
}
