import Arguments
import JOSE
import OpenSSL
import System
import Words

/// Why a command failed: the message for the user and the exit status.
///
/// A message has no capital at the start and no full stop at the end, and names the file or the line if there is one.
/// A hint is the next step, never general advice. Secrets, and values that may be secrets, are not shown.
package struct CommandError: DescribedError, Equatable {
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

    /// The one place where an error of any layer becomes words and an exit status.
    package init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as UsageError: self.init(.usage, error.message, hint: error.hint)
        case let error as SystemError: self.init(system: error)
        case let error as OpenSSLError:
            self.init(
                error.isOfSystem && !error.isOfStore ? .file : .badInput, error.message, hint: error.hint)
        case let error as BackendError: self.init(error)
        case let error as RecordResultError: self.init(error.cause)
        case let error as any DescribedError:
            self.init(.badInput, error.message, hint: Self.hint(for: error))
        default: self.init(.bug, "a bug in signet: an error without words (\(type(of: error)))")
        }
    }

    /// The same failure, attributed to a file or to standard input.
    func about(_ source: String) -> CommandError {
        CommandError(status, "\(source.printable): \(message)", hint: hint, note: note)
    }
}

/// Runs `body` and attributes its errors to a file or to standard input.
func about<Result: ~Copyable>(_ source: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as OpenSSLError where error.isOfStore || error.isOfConfiguration {
        // The error is about the key or about OpenSSL, not about the input.
        throw CommandError(error)
    } catch {
        throw CommandError(error).about(source)
    }
}
