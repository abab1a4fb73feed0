/// The cheapest way from what a script expects to what was seen. Without a cost, the two agree.
struct Alignment: Sendable {
    enum Edit: Equatable, Sendable {
        /// An expected line that was seen, or that asks for nothing (`…`).
        case kept(ExpectedLine)
        case missing(ExpectedLine)
        case unexpected(OutputLine)
        /// A line that `…` stands for.
        case covered(OutputLine)
        /// A blank line that is there only for the reader.
        case skipped(ExpectedLine)
    }

    let edits: [Edit]
    /// The number of missing and unexpected lines.
    let cost: Int

    init(_ expected: [ExpectedLine], _ seen: [OutputLine]) {
        // costs[i][j]: from expected[i...] to seen[j...].
        var costs = [[Int]](
            repeating: [Int](repeating: 0, count: seen.count + 1), count: expected.count + 1)
        for j in seen.indices {
            costs[expected.count][j] = seen.count - j
        }
        for i in expected.indices.reversed() {
            let line = expected[i]
            let isFree = line.pattern == .anyLines || line.pattern == .optionalBlank
            for j in (0...seen.count).reversed() {
                var best = costs[i + 1][j] + (isFree ? 0 : 1)
                if j < seen.count {
                    best = min(best, costs[i][j + 1] + (line.pattern == .anyLines ? 0 : 1))
                    if line.matches(seen[j]) {
                        best = min(best, costs[i + 1][j + 1])
                    }
                }
                costs[i][j] = best
            }
        }
        cost = costs[0][0]
        edits = Self.walk(costs, expected, seen)
    }

    /// Follows the cheapest way; among equals, missing lines stand before unexpected ones.
    private static func walk(
        _ costs: [[Int]], _ expected: [ExpectedLine], _ seen: [OutputLine]
    ) -> [Edit] {
        var edits: [Edit] = []
        var i = 0
        var j = 0
        while i < expected.count || j < seen.count {
            guard i < expected.count else {
                edits.append(.unexpected(seen[j]))
                j += 1
                continue
            }
            let line = expected[i]
            let cost = costs[i][j]
            if line.pattern == .anyLines {
                if cost == costs[i + 1][j] {
                    edits.append(.kept(line))
                    i += 1
                } else {
                    edits.append(.covered(seen[j]))
                    j += 1
                }
            } else if j < seen.count, line.matches(seen[j]), cost == costs[i + 1][j + 1] {
                edits.append(.kept(line))
                i += 1
                j += 1
            } else if line.pattern != .optionalBlank, cost == costs[i + 1][j] + 1 {
                edits.append(.missing(line))
                i += 1
            } else if j < seen.count, cost == costs[i][j + 1] + 1 {
                edits.append(.unexpected(seen[j]))
                j += 1
            } else {
                edits.append(.skipped(line))
                i += 1
            }
        }
        return edits
    }
}
