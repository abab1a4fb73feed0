import System

/// Every word to the user goes through here, to standard error. Results are no words: they go to ``Outputs``.
package enum Console {
    package static func show(_ failure: Failure) {
        say("error", failure.message)
        if let hint = failure.hint { say("hint", hint) }
        if let text = failure.note { note(text) }
    }

    package static func note(_ text: String) { say("note", text) }

    package static func warn(_ text: String) { say("warning", text) }

    /// Text of more than one line, for a person who asked for help in the wrong way.
    package static func show(_ text: String) { put(text) }

    /// One line, whatever is quoted in it.
    private static func say(_ kind: String, _ text: String) {
        put("signet: \(kind): \(text.printable(upTo: .max))\n")
    }

    private static func put(_ text: String) {
        let bytes = Array(text.utf8)
        // Where not even standard error takes it, nobody is there to be told.
        try? StandardStreams.error.write(bytes.span)
    }
}
