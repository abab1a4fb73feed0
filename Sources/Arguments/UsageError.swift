import Words

/// A command line that its declaration does not allow.
///
/// A value is shown only if its flag's format does so, because it may be a secret that was typed in the wrong place.
/// Words that were typed as names are shown: a command, a flag, a word of a fixed list.
package struct UsageError: DescribedError, Equatable {
    package let message: String
    /// What to type instead, if known.
    package let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    static func unknownFlag(_ flag: String, hint: String?) -> UsageError {
        UsageError("unknown flag '\(printable(flag))'", hint: hint)
    }

    static func missingFlag(_ flag: String, _ placeholder: String?) -> UsageError {
        UsageError("\(flag)\(placeholder.map { " \($0)" } ?? "") is required")
    }

    static func conflict(_ one: String, _ other: String, _ reason: String?) -> UsageError {
        UsageError("\(one) and \(other) cannot be used together\(reason.map { ": \($0)" } ?? "")")
    }

    /// - Parameter name: the name of a flag, with its dashes, or of an operand.
    /// - Parameter hint: if the error has none.
    static func invalidValue(of name: String, _ error: any Error, hint: String? = nil) -> UsageError {
        switch error {
        case let error as InvalidValue: UsageError(name + error.predicate, hint: error.hint ?? hint)
        case let error as any DescribedError:
            UsageError("\(name): \(error.message)", hint: error.hint ?? hint)
        default: UsageError("\(name): \(error)", hint: hint)
        }
    }

    /// The beginning of a typed word that looks like a name, safe for a terminal. If a key or a document was typed in
    /// place of a file name, the rest of it is not shown (`-----BEGIN PRIVATE KEY-----…` looks like a flag). A
    /// long word in what is left may be a secret, too: only the first eight characters are shown.
    package static func printable(_ word: String) -> String {
        let start = String(
            decoding: word.utf8.prefix { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }.prefix(32),
            as: UTF8.self)
        let name = start.hasLongWord ? String(start.prefix(8)) : start
        return name + (name.utf8.count < word.utf8.count ? "…" : "")
    }
}

/// Finds the known word that is nearest to a mistyped one.
package enum Suggestion {
    /// - Returns: nil if no word is near: more than a third of the letters differ, and no word begins with the typed
    ///   one.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = Array(word.utf8.prefix(maximumLength))
        let letters = letterCount(typed)
        guard letters > 0 else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in candidates {
            let known = Array(candidate.utf8)
            let distance = known.starts(with: typed) ? 1 : editDistance(typed, known)
            let allowed = max(1, max(letters, letterCount(known)) / 3)
            if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// Longer than any name here. It limits the work that a hostile argument can cause.
    private static let maximumLength = 64

    /// Every flag has the same dashes, so they say nothing about which one was meant.
    private static func letterCount(_ word: [UInt8]) -> Int { word.count { $0 != UInt8(ascii: "-") } }

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
