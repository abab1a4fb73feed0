import Words

/// Shared parts of the completion scripts.
extension Command {
    /// Flags that are no longer offered after `flag`: itself, unless it is repeatable, and those that the rules then
    /// forbid.
    func flagsClosed(by flag: FlagInfo) -> [FlagInfo] {
        let names = flagsExcluded(by: flag.name).union(flag.isRepeatable ? [] : [flag.name])
        return flags.filter { names.contains($0.name) }
    }

    /// The operand at `index`. A repeatable last operand also covers all following positions.
    package func operand(at index: Int) -> OperandInfo? {
        if index < operands.count { return operands[index] }
        return operands.last.flatMap { $0.isRepeatable ? $0 : nil }
    }
}

extension FlagInfo {
    /// Both names as they are typed: `--out`, `-o`.
    var spellings: [String] { [spelling] + (short.map { ["-\($0)"] } ?? []) }
}

extension CommandInfo {
    /// The name of its shell function: `_signet_jwt_sign`.
    var functionName: String {
        "_" + path.map(\.name).joined(separator: "_")
    }
}

/// Quotes words for shells.
package enum ShellQuote {
    /// For sh, bash and zsh. No character is special between single quotes, and a quote itself is written outside of
    /// them.
    package static func posix(_ text: String) -> String {
        // Scalars are compared, because a quote followed by a combining mark is one Character that does not equal a
        // quote.
        var quoted = String.UnicodeScalarView("'".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "'" {
                quoted.append(contentsOf: "'\\''".unicodeScalars)
            } else {
                quoted.append(scalar)
            }
        }
        quoted.append("'")
        return String(quoted)
    }

    /// The same, without quotes around a word that needs none.
    package static func posixIfNeeded(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { $0.isLetter || $0.isDigit || "./_-+,:@%".utf8.contains($0) }
        return isPlain && !word.isEmpty ? word : posix(word)
    }

    /// fish allows backslash escapes between single quotes.
    static func fish(_ text: String) -> String { "'" + escaping("\\'", in: text) + "'" }

    /// Puts a backslash before each of `characters`.
    static func escaping(_ characters: String, in text: String) -> String {
        String(text.flatMap { characters.contains($0) ? "\\\($0)" : String($0) })
    }
}
