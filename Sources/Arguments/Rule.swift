/// What holds between the flags of a command. The parser enforces it, pages say it, completions offer accordingly.
package struct Rule: Sendable {
    enum Kind: Sendable {
        /// At most one of these is given; exactly one if it is required.
        case oneOf([String], isRequired: Bool)
        case requires(Condition, oneOf: [Condition])
        case excludes(Condition, [Condition])
        case excludesOperands(String)
    }

    let kind: Kind
    /// Added to the message: `an HMAC secret has no public key`.
    var reason: String?

    package static func atMostOne(_ flags: any AnyFlag...) -> Rule { atMostOne(flags) }

    package static func atMostOne(_ flags: [any AnyFlag]) -> Rule {
        Rule(kind: .oneOf(flags.map(\.info.name), isRequired: false))
    }

    package static func exactlyOne(_ flags: any AnyFlag...) -> Rule {
        Rule(kind: .oneOf(flags.map(\.info.name), isRequired: true))
    }

    /// If the first holds, one of the others does too.
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

    /// If the first holds, none of the others does.
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

    /// If it is given, no operand is, not even `-`.
    package static func excludesOperands(_ flag: any AnyFlag) -> Rule {
        Rule(kind: .excludesOperands(flag.info.name))
    }

    /// The names of all flags that it speaks of.
    package var flags: [String] {
        switch kind {
        case .oneOf(let names, _): names
        case .requires(let condition, let others), .excludes(let condition, let others):
            [condition.flag] + others.map(\.flag)
        case .excludesOperands(let name): [name]
        }
    }
}

/// What a rule asks of one flag: a flag by itself asks whether it is given.
package protocol Conditional {
    var condition: Condition { get }
}

/// That a flag is given, or that it has one of some values, be it by default.
package struct Condition: Conditional, Sendable {
    let flag: String
    /// Nil: whatever its value is.
    let words: [String]?
    /// Whether it holds if the flag is left out.
    let holdsByDefault: Bool

    package var condition: Condition { self }

    /// `--type rsa or hmac`.
    var text: String { "--\(flag)" + (words.map { " " + UsageError.list($0) } ?? "") }

    /// The same with the word that was typed: `--type hmac`.
    func text(_ occurrences: [ParsedArguments.Occurrence]) -> String {
        let typed = occurrences.first { $0.flag == flag }?.value
        return words == nil ? text : typed.map { "--\(flag) \($0)" } ?? text
    }

    func holds(_ occurrences: [ParsedArguments.Occurrence]) -> Bool {
        guard let found = occurrences.first(where: { $0.flag == flag }) else { return holdsByDefault }
        return words?.contains(found.value ?? "") ?? true
    }
}

extension Flag: Conditional {
    package var condition: Condition { Condition(flag: info.name, words: nil, holdsByDefault: false) }

    /// That the flag has one of these words, as it is typed or by default.
    package func isOne(of words: String...) -> Condition {
        Condition(
            flag: info.name, words: words, holdsByDefault: info.defaultText.map(words.contains) ?? false)
    }
}

extension Flag where Result: RawRepresentable<String> {
    package func isOne(of values: Result...) -> Condition {
        let words = values.map(\.rawValue)
        return Condition(
            flag: info.name, words: words, holdsByDefault: info.defaultText.map(words.contains) ?? false)
    }
}

extension Flag {
    package func isOne<T: RawRepresentable<String>>(of values: T...) -> Condition where Result == T? {
        Condition(flag: info.name, words: values.map(\.rawValue), holdsByDefault: false)
    }
}
