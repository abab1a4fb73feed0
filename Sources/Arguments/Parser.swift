/// Reads a command line against a declaration.
///
/// `--flag value`, `--flag=value` and `-o value`; flags and operands in any order; `--` ends the flags; `-` is
/// an operand (or a value). A flag is given once unless it is repeatable, and its name is not abbreviated. The
/// word after a flag that takes a value is its value, whatever it looks like, so that `--sub "$NAME"` is safe.
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
            try refuseSingleDash(word, in: command)
            let typed = split(word)
            let flag = try find(typed.name, in: command)
            if flag.value == nil, typed.value != nil { throw .unexpectedValue(flag: flag.spelling) }
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

    /// Who comes from openssl types `-out FILE`, which would be `-o` with the value `ut`.
    private func refuseSingleDash(_ word: String, in command: Command) throws(UsageError) {
        guard !word.hasPrefix("--") else { return }
        let spelling = split("-" + word).name
        if spelling.utf8.count > 3, command.flags.contains(where: { $0.spelling == spelling }) {
            throw .unknownFlag(flag: String(spelling.dropFirst()), suggestion: spelling)
        }
    }

    /// `--name=value`, `-nvalue` and `-n=value` into their parts. Cut between scalars, not between characters:
    /// a value may begin with a combining mark.
    private func split(_ word: String) -> (name: String, value: String?) {
        let scalars = word.unicodeScalars
        if word.hasPrefix("--") {
            guard let equals = scalars.firstIndex(of: "=") else { return (word, nil) }
            return (String(scalars[..<equals]), String(scalars[scalars.index(after: equals)...]))
        }
        var value = scalars.dropFirst(2)
        if value.isEmpty { return (word, nil) }
        if value.first == "=" { value.removeFirst() }
        return (String(scalars.prefix(2)), String(value))
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
        guard let value = flag.value else { return nil }
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
        for rule in command.rules { try check(rule, given, operands, in: command) }
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
        for (index, text) in operands.enumerated() {
            let value = command.operands[min(index, command.operands.count - 1)].value
            try check(text, of: value, named: value.placeholder)
        }
    }

    private func check(
        _ rule: Rule, _ given: Set<String>, _ operands: [String], in command: Command
    ) throws(UsageError) {
        func spelled(_ names: [String]) -> [String] { names.map { "--\($0)" } }
        switch rule {
        case .atMostOne(let names), .exactlyOne(let names):
            let found = names.filter(given.contains)
            if found.count > 1 { throw .conflict(flag: "--\(found[0])", other: "--\(found[1])") }
            if case .exactlyOne = rule, found.isEmpty {
                if names.count == 1 {
                    let placeholder = command.flag(names[0])?.value?.placeholder
                    throw .missingFlag(flag: "--\(names[0])", placeholder: placeholder)
                }
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
        case .excludesOperands(let name):
            if given.contains(name), let operand = command.operands.first, !operands.isEmpty {
                throw .conflict(flag: "--\(name)", other: "the operand \(operand.value.placeholder)")
            }
        }
    }
}
