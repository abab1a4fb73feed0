import Synchronization
import System
import Words

/// All messages to the user go through here, to standard error. Results go to ``Outputs`` instead.
package enum Console {
    package static func show(_ failure: CommandError) {
        say("error", failure.message)
        if let hint = failure.hint { say("hint", hint) }
        if let text = failure.note { note(text) }
    }

    package static func note(_ text: String) { say("note", text) }

    /// Standard input may hold data that was meant for this command.
    static func noteUnreadInput() {
        if StandardStreams.inputIsWaiting { note("standard input was not read; - reads it") }
    }

    package static func warn(_ text: String) { say("warning", text) }

    /// A text of several lines, for a user who needs help.
    package static func show(_ text: String) { put(text) }

    /// Whether a line of progress is on the terminal, which the next text replaces.
    private static let hasProgress = Mutex(false)
    private static let clearLine = "\r\u{1B}[K"

    /// Shows a line that the next text replaces.
    static func show(progress text: String) {
        hasProgress.withLock { hasProgress in
            write(clearLine + text)
            hasProgress = true
        }
    }

    static func clearProgress() { put("") }

    /// Writes one line, even if the quoted text contains line breaks.
    private static func say(_ kind: String, _ text: String) {
        put("signet: \(kind): \(text.printable(upTo: .max))\n")
    }

    private static func put(_ text: String) {
        hasProgress.withLock { hasProgress in
            write(hasProgress ? clearLine + text : text)
            hasProgress = false
        }
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        // If standard error fails too, nothing is left to report to. The exit status is still that of the command.
        HeldSignals.withoutBrokenPipes { try? StandardStreams.error.write(bytes.span) }
    }
}

/// Warnings that are printed once, however many lines and threads cause them. A stream of hostile lines could cause a
/// different one for each line, so both the printed and the remembered warnings are limited.
final class Warnings: Sendable {
    private let said = Mutex<[String]>([])

    private static let limit = 100

    func once(_ text: String) {
        let count: Int? = said.withLock { said in
            if said.count > Self.limit || said.contains(text) { return nil }
            said.append(text)
            return said.count
        }
        guard let count else { return }
        Console.warn(count <= Self.limit ? text : "more warnings like these are not shown")
    }
}
