/// A command line that its declaration does not allow, with the facts of what is wrong.
///
/// Values are not repeated in it: one may be a secret that landed in the wrong place. Only what was typed
/// where a name was due is: a command, a flag, a word of a fixed list.
package enum UsageError: Error, Equatable, Sendable {
    case unknownCommand(word: String, parent: String, suggestion: String?)
    case missingCommand(parent: String)
    case unknownFlag(flag: String, suggestion: String?)
    case missingValue(flag: String, placeholder: String)
    case unexpectedValue(flag: String)
    case repeatedFlag(flag: String)
    case invalidChoice(flag: String, value: String, choices: [String], suggestion: String?)
    case missingFlag(flag: String, placeholder: String?)
    case missingOneOf(flags: [String])
    case conflict(flag: String, other: String)
    case requires(flag: String, oneOf: [String])
    case missingOperand(placeholder: String)
    case unexpectedOperand(count: Int)

    /// What is wrong: one line, no capital at the start, no full stop.
    package var message: String {
        switch self {
        case .unknownCommand(let word, let parent, _):
            "unknown command '\(parent) \(Self.printable(word))'"
        case .missingCommand(let parent): "'\(parent)' needs a command"
        case .unknownFlag(let flag, _): "unknown flag \(Self.printable(flag))"
        case .missingValue(let flag, let placeholder): "\(flag) needs a value: \(flag) \(placeholder)"
        case .unexpectedValue(let flag): "\(flag) takes no value"
        case .repeatedFlag(let flag): "\(flag) is given twice"
        case .invalidChoice(let flag, let value, _, _): "\(flag): there is no '\(Self.printable(value))'"
        case .missingFlag(let flag, let placeholder):
            "\(flag)\(placeholder.map { " \($0)" } ?? "") is missing"
        case .missingOneOf(let flags): "one of \(Self.list(flags)) is missing"
        case .conflict(let flag, let other): "\(flag) and \(other) do not go together"
        case .requires(let flag, let others): "\(flag) goes with \(Self.list(others)), which is missing"
        case .missingOperand(let placeholder): "\(placeholder) is missing"
        case .unexpectedOperand(let count):
            count == 1 ? "there is one operand too many" : "there are \(count) operands too many"
        }
    }

    /// What to type instead, where that is known.
    package var hint: String? {
        switch self {
        case .unknownCommand(_, let parent, let suggestion): suggestion.map { "\(parent) \($0)" }
        case .unknownFlag(_, let suggestion): suggestion
        case .invalidChoice(_, _, let choices, let suggestion):
            suggestion.map { "'\($0)'" } ?? Self.list(choices)
        case .missingCommand, .missingValue, .unexpectedValue, .repeatedFlag, .missingFlag, .missingOneOf,
            .conflict, .requires, .missingOperand, .unexpectedOperand:
            nil
        }
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// As much of a typed word as looks like a name: safe for a terminal, and no more of a key or of a document
    /// that was typed in place of its file's name (`-----BEGIN PRIVATE KEY-----…` looks like a flag).
    private static func printable(_ word: String) -> String {
        let name = word.utf8.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }.prefix(32)
        return String(decoding: name, as: UTF8.self) + (name.count < word.utf8.count ? "…" : "")
    }
}
