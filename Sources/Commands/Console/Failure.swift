import OpenSSL

/// Why a command failed: the message for the user and the exit status.
///
/// A message has no capital at the start and no full stop at the end, and names the file or the line if there is one.
/// A hint is the next step, never general advice. Secrets, and values that may be secrets, are not shown.
package struct Failure: Error, Equatable, Sendable {
    package let status: ExitStatus
    package let message: String
    package let hint: String?
    /// How far a long run got.
    package let note: String?

    package init(_ status: ExitStatus, _ message: String, hint: String? = nil, note: String? = nil) {
        self.status = status
        self.message = message
        self.hint = hint
        self.note = note
    }

    /// The same failure, attributed to a file or to standard input.
    func about(_ source: String) -> Failure {
        Failure(status, "\(source.printable): \(message)", hint: hint, note: note)
    }
}

/// Runs `body` and attributes its errors to a file or to standard input.
func about<Result: ~Copyable>(_ source: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as OpenSSLError where error.isOfStore {
        // The error is about the key, not about the input.
        throw Failure(error)
    } catch {
        throw Failure(error).about(source)
    }
}

extension String {
    /// The text made safe for a terminal and cut. Control characters and direction marks are replaced by `?`.
    var printable: String { printable(upTo: 200) }

    /// The same for use in a sentence, where an empty text would not be seen.
    var shown: String { isEmpty ? "''" : printable }

    /// - Parameter count: the number of scalars to keep.
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
