import OpenSSL

/// Why a command ends without having done what it was asked: what the user is told, and the exit status.
///
/// The rules of the words: no capital at the start, no full stop at the end, the file or the line where there
/// is one. A hint is the next step, never advice in general. Secrets, and values that may be some, are not
/// repeated.
package struct Failure: Error, Equatable, Sendable {
    package let status: ExitStatus
    package let message: String
    package let hint: String?
    /// How far a long run came.
    package let note: String?

    package init(_ status: ExitStatus, _ message: String, hint: String? = nil, note: String? = nil) {
        self.status = status
        self.message = message
        self.hint = hint
        self.note = note
    }

    /// The same, said of a file (or of standard input).
    func about(_ source: String) -> Failure {
        Failure(status, "\(source.printable): \(message)", hint: hint, note: note)
    }
}

/// Runs `body`, and says of what an error in it is: a file, or standard input.
func about<Result: ~Copyable>(_ source: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch {
        throw Failure(error).about(source)
    }
}

extension String {
    /// Made safe for a terminal: control characters, and those that turn the direction of text, as `?`; cut.
    var printable: String { printable(upTo: 200) }

    /// The same, in a sentence, where nothing at all would not be seen.
    var shown: String { isEmpty ? "''" : printable }

    /// - Parameter count: how many scalars are kept.
    func printable(upTo count: Int) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(count) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: text.append("?")
            default: text.append(scalar)
            }
        }
        if unicodeScalars.count > count { text.append("…") }
        return String(text)
    }
}
