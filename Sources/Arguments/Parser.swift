import Words

/// Parses a command line by a declaration.
///
/// It accepts `--flag value`, `--flag=value` and `-o value`. Flags and operands may be in any order; `--` ends the
/// flags; `-` is an operand or a value. A flag may be given only once unless it is repeatable, and cannot be
/// abbreviated. A word that looks like a flag is not the value of the flag before it: a variable of the shell that is
/// not set leaves no word, and would take the next flag away. `--flag=--value` gives such a value.
package struct Parser: Sendable {
    /// The request of a command line.
    package enum Outcome: Sendable {
        case run(CommandInfo, ParsedArguments)
        case shortHelp(CommandInfo)
        case longHelp(CommandInfo)
        case version
    }

    /// An error together with the command that was reached, so that its usage can be shown.
    package struct ParsingError: Error {
        package let error: UsageError
        package let info: CommandInfo
    }

    private let root: CommandInfo

    package init(root: Command) { self.root = CommandInfo(root: root) }

    /// - Parameter words: the arguments after the program's own name.
    package func parse(_ words: [String]) throws(ParsingError) -> Outcome {
        var info = root
        var rest = words[...]
        while info.command.isGroup, let word = rest.first, !word.hasPrefix("-") {
            do {
                if let answer = try answer(rest, below: info) { return answer }
            } catch {
                throw ParsingError(error: error, info: info)
            }
            guard let next = info.child(word) else {
                throw ParsingError(error: info.unknownCommand(rest), info: info)
            }
            info = next
            rest.removeFirst()
        }
        do {
            return try parse(rest, for: info)
        } catch {
            throw ParsingError(error: error, info: info)
        }
    }

    /// What `version` and `help COMMAND…` ask for where a command is expected; nil for other words.
    private func answer(_ words: ArraySlice<String>, below info: CommandInfo) throws(UsageError) -> Outcome? {
        let names = info.command.subcommands.map(\.name)
        guard let word = words.first, !names.contains(word) else { return nil }
        if word == "help" { return .longHelp(try info.descend(Array(words.dropFirst()))) }
        let isVersion = info.command.flags.contains { $0.role == .version && $0.name == word }
        return isVersion && words.count == 1 ? .version : nil
    }

    private func parse(_ words: ArraySlice<String>, for info: CommandInfo) throws(UsageError) -> Outcome {
        let command = info.command
        var words = words
        var occurrences: [ParsedArguments.Occurrence] = []
        var operands: [String] = []
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                try refuseOtherDash(word, in: command)
                operands.append(word)
                continue
            }
            try refuseSingleDash(word, in: command)
            let typed = split(word)
            let flag: FlagInfo
            do {
                flag = try find(typed.name, in: command)
            } catch {
                guard let meant = info.meant(byFlagIn: [word] + words) else { throw error }
                throw .unknownFlag(word, hint: meant.fullName)
            }
            if flag.value == nil, typed.value != nil {
                throw UsageError("\(flag.spelling) does not take a value")
            }
            switch flag.role {
            case .help: return typed.name.hasPrefix("--") ? .longHelp(info) : .shortHelp(info)
            case .version: return .version
            case .ordinary: break
            }
            if !flag.isRepeatable, occurrences.contains(flag.name) {
                throw UsageError("\(flag.spelling) cannot be given twice")
            }
            occurrences.append(
                ParsedArguments.Occurrence(
                    flag: flag.name,
                    value: try value(of: flag, attached: typed.value, from: &words, in: command)))
        }
        if command.isGroup { throw UsageError("'\(info.fullName)' requires a command") }
        try check(command, occurrences, operands)
        return .run(info, try ParsedArguments(occurrences, operands, of: command))
    }

    /// Word processors and web pages turn two hyphens into a dash, which would make an operand of a flag.
    private func refuseOtherDash(_ word: String, in command: Command) throws(UsageError) {
        guard let first = word.unicodeScalars.first, Self.isDash(first) else { return }
        let name = word.unicodeScalars.drop { Self.isDash($0) || $0 == "-" }
        let spelling = split((name.count == 1 ? "-" : "--") + String(name)).name
        if command.flags.contains(where: { $0.isNamed(spelling) }) {
            throw UsageError("\(spelling) is typed with a dash in place of hyphens", hint: "use \(spelling)")
        }
    }

    /// Hyphens and dashes from U+2010 to U+2015, and the minus sign.
    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        0x2010...0x2015 ~= scalar.value || scalar == "\u{2212}"
    }

    /// Users of openssl may type `-out FILE`, which would otherwise mean `-o` with the value `ut`.
    private func refuseSingleDash(_ word: String, in command: Command) throws(UsageError) {
        guard !word.hasPrefix("--") else { return }
        let spelling = split("-" + word).name
        let isFlag = command.flags.contains { $0.spelling == spelling }
        if spelling.utf8.count > 3, let hint = isFlag ? "use \(spelling)" : hint(for: spelling, in: command) {
            throw .unknownFlag(String(spelling.dropFirst()), hint: hint)
        }
    }

    /// Splits `--name=value`, `-nvalue` and `-n=value`. It splits between scalars, not between characters, because a
    /// value may begin with a combining mark.
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

    private func find(_ typed: String, in command: Command) throws(UsageError) -> FlagInfo {
        if let flag = command.flags.first(where: { $0.isNamed(typed) }) { return flag }
        // `--no-encrypt` does not mean `--encrypt`.
        let known = command.flags.map(\.spelling).filter {
            !typed.hasPrefix("--no-") || $0.hasPrefix("--no-")
        }
        throw .unknownFlag(
            typed,
            hint: hint(for: typed, in: command)
                ?? Suggestion.nearest(to: typed, among: known).map { "use \($0)" })
    }

    /// What to do instead of a flag that other tools have, or that is an operand here.
    private func hint(for typed: String, in command: Command) -> String? {
        command.flags.lazy.compactMap { $0.hint(for: typed) }.first
            ?? command.operands.lazy.compactMap { $0.hint(for: typed) }.first
    }

    private func value(
        of flag: FlagInfo, attached: String?, from words: inout ArraySlice<String>, in command: Command
    ) throws(UsageError) -> String? {
        guard let value = flag.value else { return nil }
        guard let text = attached ?? words.popFirst() else {
            throw UsageError(
                "\(flag.spelling) requires a value: \(flag.spelling) \(value.placeholder)")
        }
        if attached == nil, text.hasPrefix("-----BEGIN "), value.isInput {
            throw .invalidValue(of: flag.spelling, InvalidValue.contents(insteadOf: value, of: flag.spelling))
        }
        if attached == nil, looksLikeFlag(text, in: command) {
            let isKnown = command.flags.contains { $0.isNamed(split(text).name) }
            throw .invalidValue(
                of: flag.spelling,
                InvalidValue.flag(
                    UsageError.printable(text), isKnown: isKnown, insteadOf: value.placeholder,
                    of: flag.spelling))
        }
        return value.choice(meantBy: text)
    }

    /// Whether a word begins with two dashes, or with a short flag of the command. A time such as `-60s` does not.
    private func looksLikeFlag(_ word: String, in command: Command) -> Bool {
        guard word.hasPrefix("-") else { return false }
        let name = split(word).name
        return word.hasPrefix("--") || command.flags.contains { $0.isNamed(name) }
    }

    private func check(
        _ command: Command, _ occurrences: [ParsedArguments.Occurrence], _ operands: [String]
    ) throws(UsageError) {
        for rule in command.rules { try check(rule, occurrences, operands, in: command) }
        for flag in command.flags where flag.isRequired && !occurrences.contains(flag.name) {
            throw .missingFlag(flag.spelling, flag.value?.placeholder)
        }
        let required = command.operands.filter(\.isRequired)
        if operands.count < required.count {
            throw UsageError("\(required[operands.count].value.placeholder) is required")
        }
        if command.operands.last?.isRepeatable != true, operands.count > command.operands.count {
            let operand = operands[command.operands.count]
            let expected = command.operands.map(\.value.placeholder).joined(separator: " and one ")
            let flag = command.flags.first { $0.value?.choices.contains { $0.word == operand } == true }
            for encrypting in command.flags where flag == nil && occurrences.contains(encrypting.name) {
                guard let prefix = encrypting.passphrasePrefix,
                    !occurrences.contains(where: { $0.flag.hasPrefix(prefix) })
                else { continue }
                throw UsageError(
                    "one operand too many; \(encrypting.spelling) does not take a value",
                    hint:
                        "write the passphrase to a file, and use --\(prefix)-file FILE; --out FILE names the output"
                )
            }
            throw UsageError(
                "unexpected operand '\(UsageError.printable(operand))'\(expected.isEmpty ? "" : "; expected one \(expected)")",
                hint: flag.map { "use \($0.spelling) \(operand)" })
        }
    }

    private func check(
        _ rule: Rule, _ occurrences: [ParsedArguments.Occurrence], _ operands: [String], in command: Command
    ) throws(UsageError) {
        switch rule.kind {
        case .oneOf(let names, let isRequired):
            let found = names.filter { occurrences.contains($0) }
            if found.count > 1 { throw .conflict("--\(found[0])", "--\(found[1])", rule.reason) }
            if !isRequired || !found.isEmpty { return }
            if names.count == 1 {
                throw .missingFlag("--\(names[0])", command.flag(names[0])?.value?.placeholder)
            }
            throw UsageError("\(names.map { "--\($0)" }.orList) is required")
        case .requires(let condition, let others):
            if condition.holds(occurrences), !others.contains(where: { $0.holds(occurrences) }) {
                throw UsageError(
                    "\(condition.text(occurrences)) requires \(others.map(\.text).orList)\(rule.reason.map { ": \($0)" } ?? "")"
                )
            }
        case .excludes(let condition, let others):
            if condition.holds(occurrences), let other = others.first(where: { $0.holds(occurrences) }) {
                throw .conflict(condition.text(occurrences), other.text(occurrences), rule.reason)
            }
        case .excludesOperands(let name):
            if occurrences.contains(name), let operand = command.operands.first, !operands.isEmpty {
                throw .conflict("--\(name)", "the operand \(operand.value.placeholder)", rule.reason)
            }
        }
    }
}
