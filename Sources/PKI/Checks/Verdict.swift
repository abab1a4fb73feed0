/// The outcome of a check.
package enum Verdict: String, Comparable, Sendable {
    case skipped
    case pass
    case warn
    case fail

    private var rank: Int {
        switch self {
        case .skipped: 0
        case .pass: 1
        case .warn: 2
        case .fail: 3
        }
    }

    package static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }
}
