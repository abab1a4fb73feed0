/// How many lines are valid, and how many are not, for each reason.
package struct LineTally: Sendable {
    package var valid = 0
    /// The reasons, and how many lines have each.
    package private(set) var reasons: [String: Int] = [:]
    /// The first line that is not valid.
    package private(set) var first: (line: Int, reason: String)?

    package var invalid: Int { reasons.values.reduce(0, +) }

    /// - Parameter line: its number in the input, from 1.
    mutating func add(invalid reason: String, line: Int) {
        reasons[reason, default: 0] += 1
        if first == nil { first = (line, reason) }
    }

    /// - Parameter later: of lines that follow.
    mutating func add(_ later: LineTally) {
        valid += later.valid
        if later.first == nil { return }
        reasons.merge(later.reasons, uniquingKeysWith: +)
        if first == nil { first = later.first }
    }
}
