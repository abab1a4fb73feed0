/// What the completion scripts have in common.
extension Command {
    /// Flags that are not offered once `flag` is given: itself, unless it is repeatable, and those that the
    /// rules allow no more.
    func flagsClosed(by flag: FlagInfo) -> [FlagInfo] {
        let names = flagsExcluded(by: flag.name).union(flag.isRepeatable ? [] : [flag.name])
        return flags.filter { names.contains($0.name) }
    }

    /// The operand at `index`, the last one for all that follow where it is repeatable.
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
    /// A name for a shell function: `_signet_jwt_sign`.
    var functionName: String {
        "_" + path.map(\.name).joined(separator: "_")
    }
}

/// A shell's quoted word.
package enum ShellQuote {
    /// sh, bash and zsh: nothing is special between single quotes, and a quote itself stands outside of them.
    package static func posix(_ text: String) -> String {
        // By scalars: a quote with a combining mark behind it is one Character, and no quote.
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

    /// fish knows the backslash between single quotes.
    static func fish(_ text: String) -> String { "'" + escaping("\\'", in: text) + "'" }

    /// A backslash before each of `characters`.
    static func escaping(_ characters: String, in text: String) -> String {
        String(text.flatMap { characters.contains($0) ? "\\\($0)" : String($0) })
    }
}
