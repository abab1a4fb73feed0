import OpenSSL
import System

// Small parts of sentences that several checks say.

/// - Parameter second: since 1970.
func day(_ second: Int64) -> String { String(moment(second).prefix(10)) }

/// - Parameter second: since 1970.
func moment(_ second: Int64) -> String { Timestamp(seconds: second).rfc3339 }

/// Clauses about something that is valid for a time, in seconds since 1970.
func notValidBefore(_ second: Int64) -> String { "is not valid before \(moment(second))" }

func expired(on second: Int64) -> String { "expired on \(moment(second))" }

func signed(withWeak digest: String) -> String { "signed with \(digest), which is not collision-resistant" }

func couldNotBeJudged(_ error: OpenSSLError) -> String { "could not be judged (\(error.summary))" }

/// The first three, and how many more there are.
func list(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
}
