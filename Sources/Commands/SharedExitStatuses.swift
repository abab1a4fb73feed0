import Arguments

/// Exit statuses as the manual lists them.
enum SharedExitStatuses {
    static let done = ExitStatusNote(0, "done")
    static let usage = ExitStatusNote(2, "the command line is invalid")
    static let badInput = ExitStatusNote(3, "the input is invalid")
    static let file = ExitStatusNote(4, "a file or stream failed (missing, unreadable, exists, full)")
    static let bug = ExitStatusNote(70, "a bug in signet")

    static func standard(badInput meaning: String) -> [ExitStatusNote] {
        [done, usage, ExitStatusNote(3, meaning), file, bug]
    }
}
