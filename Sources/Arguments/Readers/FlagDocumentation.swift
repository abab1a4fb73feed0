/// Texts that help and man pages derive from a flag's declaration.
extension FlagInfo {
    /// The summary with annotations that fit into one line: `… (default: 15m; repeatable)`.
    var annotatedSummary: String {
        var notes: [String] = []
        if isRequired { notes.append("required") }
        if let defaultText { notes.append("default: \(defaultText)") }
        if isRepeatable { notes.append("repeatable") }
        return notes.isEmpty ? summary : "\(summary) (\(notes.joined(separator: "; ")))"
    }

    /// The details, the accepted words if the details do not list them, and the rules of the command.
    func documentation(_ rules: [Rule]) -> [Block] {
        let notes = RuleNote.sentences(rules.compactMap { $0.note(for: name) })
        return details + (value?.documentation(knownFrom: details) ?? [])
            + (notes.isEmpty ? [] : [.paragraph(notes)])
    }
}

extension OperandInfo {
    var documentation: [Block] { value.documentation(knownFrom: []) }
}

extension Value {
    fileprivate func documentation(knownFrom details: [Block]) -> [Block] {
        let listed = details.reduce(into: Set<String>()) { $0.formUnion($1.terms) }
        if choices.isEmpty || choices.allSatisfy({ listed.contains($0.word) }) { return [] }
        if choices.contains(where: { $0.summary != nil }) {
            return [.definitions(choices.map { ("`\($0.word)`", $0.summary ?? "") })]
        }
        let words = choices.map { "`\($0.word)`" }.joined(separator: ", ")
        switch kind {
        case .suggestion, .list: return [.paragraph("Known: \(words).")]
        // The placeholder has the words.
        case .fileOr, .pathOr: return []
        default: return [.paragraph("One of \(words).")]
        }
    }
}

extension Block {
    /// The words that the block explains: the terms of a list, or the first column of a table.
    fileprivate var terms: [String] {
        switch self {
        case .definitions(let definitions): definitions.map { Markup($0.term).plain }
        case .table(let rows): rows.compactMap { $0.first.map { Markup($0).plain } }
        case .paragraph, .verbatim: []
        }
    }
}

extension Command {
    /// The flags under their headings, in the order in which the headings first appear.
    var flagGroups: [(title: String, flags: [FlagInfo])] {
        var groups: [(title: String, flags: [FlagInfo])] = []
        for flag in flags {
            if let index = groups.firstIndex(where: { $0.title == flag.group }) {
                groups[index].flags.append(flag)
            } else {
                groups.append((flag.group, [flag]))
            }
        }
        return groups
    }
}

/// A part of a piece of a synopsis (`CommandInfo.synopsis`), classified by its font.
struct SynopsisToken: Equatable {
    enum Kind {
        /// A flag or the name of the command, which is typed unchanged.
        case literal
        /// A placeholder for the user's text.
        case placeholder
        /// Brackets and dots.
        case mark
        /// A bar between alternatives.
        case bar
        case space
    }

    let text: String
    let kind: Kind

    static func tokens(of piece: String) -> [SynopsisToken] {
        var tokens: [SynopsisToken] = []
        for (index, word) in piece.split(separator: " ").enumerated() {
            if index > 0 { tokens.append(SynopsisToken(text: " ", kind: .space)) }
            if word == "|" {
                tokens.append(SynopsisToken(text: "|", kind: .bar))
                continue
            }
            let opening = word.prefix { "[(".contains($0) }
            let rest = word.dropFirst(opening.count)
            let closing = rest.reversed().prefix { "])…".contains($0) }.count
            let core = rest.dropLast(closing)
            // Names of commands are in lower case; placeholders are not.
            let isLiteral = core.first == "-" || core.first?.isLowercase == true
            if !opening.isEmpty { tokens.append(SynopsisToken(text: String(opening), kind: .mark)) }
            tokens.append(SynopsisToken(text: String(core), kind: isLiteral ? .literal : .placeholder))
            if closing > 0 { tokens.append(SynopsisToken(text: String(rest.suffix(closing)), kind: .mark)) }
        }
        return tokens
    }
}
