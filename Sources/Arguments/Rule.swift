import Words

/// A rule between the flags of a command. The parser enforces it, pages describe it, and completions follow it.
package struct Rule: Sendable {
    enum Kind: Sendable {
        /// At most one of these may be given; exactly one if it is required.
        case oneOf([String], isRequired: Bool)
        case requires(Condition, oneOf: [Condition])
        case excludes(Condition, [Condition])
        case excludesOperands(String)
    }

    private(set) var kind: Kind
    /// Added to the message: `an HMAC secret has no public key`.
    var reason: String?

    package static func atMostOne(_ flags: any AnyFlag...) -> Rule { atMostOne(flags) }

    package static func atMostOne(_ flags: [any AnyFlag]) -> Rule {
        Rule(kind: .oneOf(flags.map(\.info.name), isRequired: false))
    }

    package static func exactlyOne(_ flags: any AnyFlag...) -> Rule {
        Rule(kind: .oneOf(flags.map(\.info.name), isRequired: true))
    }

    /// If the first condition holds, at least one of the others must hold.
    package static func requires(
        _ condition: any Conditional, _ others: any Conditional..., because reason: String? = nil
    ) -> Rule {
        requires(condition, others, because: reason)
    }

    package static func requires(
        _ condition: any Conditional, _ others: [any Conditional], because reason: String? = nil
    ) -> Rule {
        Rule(kind: .requires(condition.condition, oneOf: others.map(\.condition)), reason: reason)
    }

    /// If the first condition holds, none of the others may hold.
    package static func excludes(
        _ condition: any Conditional, _ others: any Conditional..., because reason: String? = nil
    ) -> Rule {
        excludes(condition, others, because: reason)
    }

    package static func excludes(
        _ condition: any Conditional, _ others: [any Conditional], because reason: String? = nil
    ) -> Rule {
        Rule(kind: .excludes(condition.condition, others.map(\.condition)), reason: reason)
    }

    /// If the flag is given, operands are not allowed, not even `-`.
    package static func excludesOperands(_ flag: any AnyFlag) -> Rule {
        Rule(kind: .excludesOperands(flag.info.name))
    }

    /// What pages say at a flag; nil at other flags.
    func note(for flag: String) -> RuleNote? {
        func note(_ mine: [Condition], _ relation: RuleNote.Relation, _ others: [String]) -> RuleNote {
            let isAny = mine.contains { $0.words == nil }
            return RuleNote(
                subject: isAny ? nil : mine.map(\.quoted).orList, relation: relation, others: others,
                reason: reason)
        }
        switch kind {
        case .requires(let condition, let others) where condition.flag == flag:
            return note([condition], .requires, others.map(\.quoted))
        case .excludes(let condition, let others) where condition.flag == flag:
            return note([condition], .excludes, others.map(\.quoted))
        case .excludes(let condition, let others):
            let mine = others.filter { $0.flag == flag }
            return mine.isEmpty ? nil : note(mine, .excludes, [condition.quoted])
        case .excludesOperands(let name):
            return name == flag ? RuleNote(relation: .excludes, others: ["an operand"]) : nil
        case .oneOf, .requires: return nil
        }
    }

    /// The names of all flags in the rule.
    package var flags: [String] {
        switch kind {
        case .oneOf(let names, _): names
        case .requires(let condition, let others), .excludes(let condition, let others):
            [condition.flag] + others.map(\.flag)
        case .excludesOperands(let name): [name]
        }
    }

    /// What is left of the rule for a command that does not have all of its flags; nil if nothing is.
    fileprivate func limited(to flags: Set<String>) -> Rule? {
        func known(_ conditions: [Condition]) -> [Condition] { conditions.filter { flags.contains($0.flag) } }
        var rule = self
        switch kind {
        case .oneOf(let names, let isRequired):
            let known = names.filter(flags.contains)
            if known.count < (isRequired ? 1 : 2) { return nil }
            rule.kind = .oneOf(known, isRequired: isRequired)
        case .requires(let condition, let others):
            if !flags.contains(condition.flag) { return nil }
            precondition(!known(others).isEmpty, "\(condition.text) could not be used")
            rule.kind = .requires(condition, oneOf: known(others))
        case .excludes(let condition, let others):
            if !flags.contains(condition.flag) || known(others).isEmpty { return nil }
            rule.kind = .excludes(condition, known(others))
        case .excludesOperands(let name): if !flags.contains(name) { return nil }
        }
        return rule
    }
}

extension [Rule] {
    /// What is left of them for a command that has only these flags.
    package func limited(to flags: [any AnyFlag]) -> [Rule] {
        let names = Set(flags.map(\.info.name))
        return compactMap { $0.limited(to: names) }
    }
}

/// What pages say about rules at one of their flags: `Requires --batch.`
struct RuleNote {
    enum Relation: String {
        case requires = "requires"
        case excludes = "cannot be used with"
    }

    /// The values of the flag that it is about, such as `--type rsa`; nil if it is about any.
    var subject: String?
    var relation: Relation
    var others: [String]
    var reason: String?

    var sentence: String {
        let verb = relation.rawValue
        let start = subject.map { "\($0) \(verb)" } ?? verb.prefix(1).uppercased() + verb.dropFirst()
        return "\(start) \(others.orList)\(reason.map { ": \($0)" } ?? "")."
    }

    /// Puts all that a flag cannot be used with into one sentence, unless a reason is given.
    static func sentences(_ notes: [RuleNote]) -> String {
        var joined: [RuleNote] = []
        for note in notes {
            let same = joined.firstIndex {
                note.relation == .excludes && $0.relation == .excludes && $0.subject == note.subject
                    && $0.reason == nil && note.reason == nil
            }
            if let same { joined[same].others += note.others } else { joined.append(note) }
        }
        return joined.map(\.sentence).joined(separator: " ")
    }
}

/// Something that a rule can test for one flag. A flag itself tests whether it is given.
package protocol Conditional {
    var condition: Condition { get }
}

/// The condition that a flag is given, or that its value, which may be the default, is one of some words.
package struct Condition: Conditional, Sendable {
    let flag: String
    /// Nil accepts any value.
    let words: [String]?
    /// Whether the condition holds if the flag is left out.
    let holdsByDefault: Bool

    package var condition: Condition { self }

    fileprivate var quoted: String { "`\(text)`" }

    /// `--type rsa or hmac`.
    var text: String { "--\(flag)" + (words.map { " " + $0.orList } ?? "") }

    /// The same text with the word that was typed: `--type hmac`.
    func text(_ occurrences: [ParsedArguments.Occurrence]) -> String {
        let typed = occurrences.first { $0.flag == flag }?.value
        return words == nil ? text : typed.map { "--\(flag) \($0)" } ?? text
    }

    func holds(_ occurrences: [ParsedArguments.Occurrence]) -> Bool {
        guard let found = occurrences.first(where: { $0.flag == flag }) else { return holdsByDefault }
        return words?.contains(found.value ?? "") ?? true
    }
}

extension Condition {
    fileprivate init(_ flag: FlagInfo, isOneOf words: [String]) {
        self.init(
            flag: flag.name, words: words, holdsByDefault: flag.defaultWord.map(words.contains) ?? false)
    }
}

extension Flag: Conditional {
    package var condition: Condition { Condition(flag: info.name, words: nil, holdsByDefault: false) }

    /// The condition that the flag's value, typed or by default, is one of these words.
    package func isOne(of words: String...) -> Condition { Condition(info, isOneOf: words) }

    package func isOne<T: RawRepresentable<String>>(of values: T...) -> Condition where Result == T? {
        isOne(of: values)
    }

    package func isOne<T: RawRepresentable<String>>(of values: [T]) -> Condition where Result == T? {
        Condition(info, isOneOf: values.map { $0.rawValue })
    }
}

extension Flag where Result: RawRepresentable<String> {
    package func isOne(of values: Result...) -> Condition { isOne(of: values) }

    package func isOne(of values: [Result]) -> Condition {
        Condition(info, isOneOf: values.map { $0.rawValue })
    }
}
