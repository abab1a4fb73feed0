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
