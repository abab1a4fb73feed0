/// A script that reads like a shell session, in the manner of cram.
///
///     # A comment says what is shown.
///
///     $ a command
///     > that goes on
///     its output, stdout and stderr in the order they came
///     [4]
///
/// - `$ ` starts a command, `> ` goes on with it. All commands run in one bash: variables, functions and
///   the folder last.
/// - The lines that follow are the expected output (see `ExpectedLine`), and `[N]` as the last of them is
///   the exit status where that is not 0.
/// - `# requires OpenSSL 3.5` before the first command skips the script where signet has an older one (see `Requirement`).
/// - Any other line that starts with `#` is a comment, between commands only. Blank lines between commands are for
///   the reader.
/// - An output line that looks like one of these is written with an escape: `\x23 not a comment (esc)`.
struct Script: Sendable {
    struct Step: Equatable, Sendable {
        /// Where the step stands in `lines`: its command, what is expected, and what lies before the next.
        var range: Range<Int>
        /// The command as bash gets it, its lines separated by newlines.
        var command: String
        var commandLineCount: Int
        var expected: [ExpectedLine] = []
        var status: Int32 = 0
        /// The number of lines at the end of `range` that belong to no command: comments and blank lines.
        var tailCount = 0

        /// The line of the command in the file, counted from 1.
        var lineNumber: Int { range.lowerBound + 1 }
    }

    /// The file, line by line.
    var lines: [String]
    var steps: [Step] = []

    /// What a line of a script is by itself, wherever it stands.
    enum LineKind: Equatable {
        case command(String)
        case continuation(String)
        case status(Int32)
        case comment
        case output

        init(_ line: String) {
            if line.hasPrefix("$ ") {
                self = .command(String(line.dropFirst(2)))
            } else if line.hasPrefix("> ") {
                self = .continuation(String(line.dropFirst(2)))
            } else if line == ">" {
                // An editor took the blank at the end.
                self = .continuation("")
            } else if line.hasPrefix("#") {
                self = .comment
            } else if line.hasPrefix("["), line.hasSuffix("]"),
                let status = UInt8(line.dropFirst().dropLast()), line == "[\(status)]"
            {
                self = .status(Int32(status))
            } else {
                self = .output
            }
        }
    }
}
