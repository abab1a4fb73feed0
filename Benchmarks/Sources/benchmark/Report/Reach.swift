/// What a figure ought to be.
enum Reach {
    case atLeast(Double)
    case above(Double)
    case atMost(Double)
    /// No figure of its own: less than it was.
    case falling

    var words: String {
        switch self {
        case .atLeast(let bound): "≥ \(bound.fixed(2))"
        case .above(let bound): "> \(bound.fixed(2))"
        case .atMost(let bound): "≤ \(bound.fixed(2))"
        case .falling: "falling"
        }
    }

    /// `nil` where one run cannot tell.
    func isReached(by figure: Double) -> Bool? {
        switch self {
        case .atLeast(let bound): figure >= bound
        case .above(let bound): figure > bound
        case .atMost(let bound): figure <= bound
        case .falling: nil
        }
    }
}
