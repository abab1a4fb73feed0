/// Reads a command line against a declaration.
///
/// `--flag value`, `--flag=value` and `-o value`; flags and operands in any order; `--` ends the flags; `-` is
/// an operand (or a value). A flag is given once unless it is repeatable, and its name is not abbreviated.
package struct Parser: Sendable {
    /// What a command line asks for.
    package enum Outcome: Sendable {
        case run(CommandInfo, ParsedArguments)
        case shortHelp(CommandInfo)
        case longHelp(CommandInfo)
        case version
    }

    /// An error together with the command that was reached, whose usage may be shown.
    package struct Failure: Error {
        package let error: UsageError
        package let info: CommandInfo
    }

    private let root: CommandInfo

    package init(root: Command) { self.root = CommandInfo(root: root) }

    /// - Parameter words: the arguments after the program's own name.
    package func parse(_ words: [String]) throws(Failure) -> Outcome {
        var info = root
        var rest = words[...]
        while info.command.isGroup, let word = rest.first, !word.hasPrefix("-") {
            do {
                info = try info.descend([word])
            } catch {
                throw Failure(error: error, info: info)
            }
            rest.removeFirst()
        }
        do {
            return try parse(rest, for: info)
        } catch {
            throw Failure(error: error, info: info)
        }
    }

    private func parse(_ words: ArraySlice<String>, for info: CommandInfo) throws(UsageError) -> Outcome {
        let command = info.command
        var words = words
        var occurrences: [(flag: String, value: String?)] = []
        var operands: [String] = []
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let typed = split(word)
            let flag = try find(typed.name, in: command)
            switch flag.role {
            case .help: return typed.name.hasPrefix("--") ? .longHelp(info) : .shortHelp(info)
            case .version: return .version
            case .ordinary: break
            }
            if !flag.isRepeatable, occurrences.contains(where: { $0.flag == flag.name }) {
                throw .repeatedFlag(flag: flag.spelling)
            }
            occurrences.append((flag.name, try value(of: flag, attached: typed.value, from: &words)))
        }
        if command.isGroup { throw .missingCommand(parent: info.fullName) }
        try check(command, occurrences, operands)
        return .run(info, ParsedArguments(occurrences: occurrences, operands: operands))
    }

    /// `--name=value` and `-nvalue` into their parts.
    private func split(_ word: String) -> (name: String, value: String?) {
        if word.hasPrefix("--") {
            guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (word, nil) }
            return (String(word[..<equals]), String(word[word.utf8.index(after: equals)...]))
        }
        let name = String(word.prefix(2))
        let value = word.dropFirst(2)
        return (name, value.isEmpty ? nil : String(value))
    }

    private func find(_ typed: String, in command: Command) throws(UsageError) -> Flag {
        let isLong = typed.hasPrefix("--")
        for flag in command.flags {
            if isLong ? flag.spelling == typed : flag.short.map({ "-\($0)" }) == typed { return flag }
        }
        throw .unknownFlag(
            flag: typed, suggestion: Suggestion.nearest(to: typed, among: command.flags.map(\.spelling)))
    }

    private func value(
        of flag: Flag, attached: String?, from words: inout ArraySlice<String>
    ) throws(UsageError) -> String? {
        guard let value = flag.value else {
            if attached != nil { throw .unexpectedValue(flag: flag.spelling) }
            return nil
        }
        guard let text = attached ?? words.popFirst() else {
            throw .missingValue(flag: flag.spelling, placeholder: value.placeholder)
        }
        try check(text, of: value, named: flag.spelling)
        return text
    }

    private func check(_ text: String, of value: Value, named name: String) throws(UsageError) {
        guard case .choice(let choices) = value.kind else { return }
        let words = choices.map(\.word)
        if !words.contains(text) {
            throw .invalidChoice(
                flag: name, value: text, choices: words,
                suggestion: Suggestion.nearest(to: text, among: words))
        }
    }

    private func check(
        _ command: Command, _ occurrences: [(flag: String, value: String?)], _ operands: [String]
    ) throws(UsageError) {
        let given = Set(occurrences.map(\.flag))
        for rule in command.rules { try check(rule, given) }
        for flag in command.flags where flag.isRequired && !given.contains(flag.name) {
            throw .missingFlag(flag: flag.spelling, placeholder: flag.value?.placeholder)
        }
        let required = command.operands.filter(\.isRequired)
        if operands.count < required.count {
            throw .missingOperand(placeholder: required[operands.count].value.placeholder)
        }
        if command.operands.last?.isRepeatable != true, operands.count > command.operands.count {
            throw .unexpectedOperand(count: operands.count - command.operands.count)
        }
        for (text, operand) in zip(operands, command.operands) {
            try check(text, of: operand.value, named: operand.value.placeholder)
        }
    }

    private func check(_ rule: Rule, _ given: Set<String>) throws(UsageError) {
        func spelled(_ names: [String]) -> [String] { names.map { "--\($0)" } }
        switch rule {
        case .atMostOne(let names), .exactlyOne(let names):
            let found = names.filter(given.contains)
            if found.count > 1 { throw .conflict(flag: "--\(found[0])", other: "--\(found[1])") }
            if case .exactlyOne = rule, found.isEmpty {
                if names.count == 1 { throw .missingFlag(flag: "--\(names[0])", placeholder: nil) }
                throw .missingOneOf(flags: spelled(names))
            }
        case .requires(let name, let others):
            if given.contains(name), given.isDisjoint(with: others) {
                throw .requires(flag: "--\(name)", oneOf: spelled(others))
            }
        case .excludes(let name, let others):
            if given.contains(name), let other = others.first(where: given.contains) {
                throw .conflict(flag: "--\(name)", other: "--\(other)")
            }
        }
    }
}
