import System

// Small parts of sentences that several checks say.

/// - Parameter second: since 1970.
func day(_ second: Int64) -> String { String(moment(second).prefix(10)) }

/// - Parameter second: since 1970.
func moment(_ second: Int64) -> String { Timestamp(seconds: second).rfc3339 }

/// The first three, and how many more there are.
func list(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
}
