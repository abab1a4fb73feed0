/// A command line that its declaration does not allow.
///
/// A value is shown only if its flag's format does so, because it may be a secret that was typed in the wrong place.
/// Words that were typed as names are shown: a command, a flag, a word of a fixed list.
package enum UsageError: Error, Equatable, Sendable {
    /// - Parameter suggestion: the whole command, with the program's name.
    case unknownCommand(word: String, parent: String, suggestion: String?)
    case missingCommand(parent: String)
    case unknownFlag(flag: String, hint: String?)
    case missingValue(flag: String, placeholder: String)
    case unexpectedValue(flag: String)
    case repeatedFlag(flag: String)
    /// - Parameter name: the name of a flag, with its dashes, or of an operand.
    case invalidValue(name: String, reason: InvalidValue)
    case missingFlag(flag: String, placeholder: String?)
    case missingOneOf(flags: [String])
    case conflict(String, String, reason: String? = nil)
    case requires(String, oneOf: [String], reason: String? = nil)
    case missingOperand(placeholder: String)
    /// The flag is one that takes the operand as its value.
    case unexpectedOperand(String, expected: [String], flag: String?)

    /// The problem in one line: no capital at the start, no full stop.
    package var message: String {
        switch self {
        case .unknownCommand(let word, let parent, _):
            "unknown command '\(parent) \(Self.printable(word))'"
        case .missingCommand(let parent): "'\(parent)' requires a command"
        case .unknownFlag(let flag, _): "unknown flag '\(Self.printable(flag))'"
        case .missingValue(let flag, let placeholder): "\(flag) requires a value: \(flag) \(placeholder)"
        case .unexpectedValue(let flag): "\(flag) does not take a value"
        case .repeatedFlag(let flag): "\(flag) cannot be given twice"
        case .invalidValue(let name, .because(let words, _)): "\(name): \(words)"
        case .invalidValue(let name, .mustBe(let words, _)): "\(name) must be \(words)"
        case .missingFlag(let flag, let placeholder):
            "\(flag)\(placeholder.map { " \($0)" } ?? "") is required"
        case .missingOneOf(let flags): "\(Self.list(flags)) is required"
        case .conflict(let one, let other, let reason):
            "\(one) and \(other) cannot be used together" + Self.suffix(reason)
        case .requires(let one, let others, let reason):
            "\(one) requires \(Self.list(others))" + Self.suffix(reason)
        case .missingOperand(let placeholder): "\(placeholder) is required"
        case .unexpectedOperand(let operand, let expected, _):
            "unexpected operand '\(Self.printable(operand))'"
                + (expected.isEmpty ? "" : "; expected one \(expected.joined(separator: " and one "))")
        }
    }

    /// What to type instead, if known.
    package var hint: String? {
        switch self {
        case .unknownCommand(_, _, let suggestion): suggestion
        case .unknownFlag(_, let hint): hint
        case .invalidValue(_, .because(_, let hint)), .invalidValue(_, .mustBe(_, let hint)): hint
        case .unexpectedOperand(let operand, _, let flag): flag.map { "use \($0) \(operand)" }
        case .missingCommand, .missingValue, .unexpectedValue, .repeatedFlag, .missingFlag, .missingOneOf,
            .conflict, .requires, .missingOperand:
            nil
        }
    }

    private static func suffix(_ reason: String?) -> String { reason.map { ": \($0)" } ?? "" }

    /// `a, b or c`.
    package static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// The beginning of a typed word that looks like a name, safe for a terminal. If a key or a document was typed in
    /// place of a file name, the rest of it is not shown (`-----BEGIN PRIVATE KEY-----…` looks like a flag).
    package static func printable(_ word: String) -> String {
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

/// Finds the known word that is nearest to a mistyped one.
package enum Suggestion {
    /// - Returns: nil if no word is near: more than a third of the letters differ, and no word begins with the typed
    ///   one.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = Array(word.utf8.prefix(maximumLength))
        guard typed.contains(where: { $0 != UInt8(ascii: "-") }) else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in candidates {
            let known = Array(candidate.utf8)
            let distance = known.starts(with: typed) ? 1 : editDistance(typed, known)
            let allowed = max(1, max(typed.count, known.count) / 3)
            if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// Longer than any name here. It limits the work that a hostile argument can cause.
    private static let maximumLength = 64

    /// Counts insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
    private static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
