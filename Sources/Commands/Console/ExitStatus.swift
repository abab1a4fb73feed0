import Arguments

/// The exit status of a command. The numbers never change, because scripts depend on them.
package enum ExitStatus: Int32, Comparable, Sendable {
    /// Success, or the answer is yes.
    case success = 0
    /// The answer is no: the token is not valid, a check failed.
    case no = 1
    /// The command line is invalid.
    case usage = 2
    /// The input is invalid: a malformed key, a wrong passphrase, a claim that the profile forbids.
    case badInput = 3
    /// A file or a stream failed: it is missing, unreadable, full, or already exists.
    case file = 4
    /// A bug in signet.
    case bug = 70

    package static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}

/// Exit statuses as the manual lists them.
extension ExitStatusNote {
    static let done = ExitStatusNote(0, "done")
    static let usage = ExitStatusNote(2, "the command line is invalid")
    static let badInput = ExitStatusNote(3, "the input is invalid")
    static let file = ExitStatusNote(4, "a file or stream failed (missing, unreadable, exists, full)")
    static let bug = ExitStatusNote(70, "a bug in signet")
}

extension [ExitStatusNote] {
    static func standard(badInput meaning: String) -> Self {
        [.done, .usage, ExitStatusNote(3, meaning), .file, .bug]
    }
}
