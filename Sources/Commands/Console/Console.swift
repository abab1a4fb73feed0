import System

/// Every word to the user goes through here, to standard error. Results are no words: they go to ``Outputs``.
package enum Console {
    package static func show(_ failure: Failure) {
        put("signet: error: \(failure.message)\n")
        if let hint = failure.hint { put("signet: hint: \(hint)\n") }
        if let text = failure.note { note(text) }
    }

    package static func note(_ text: String) { put("signet: note: \(text)\n") }

    package static func warn(_ text: String) { put("signet: warning: \(text)\n") }

    /// Text of more than one line, for a person who asked for help in the wrong way.
    package static func show(_ text: String) { put(text) }

    private static func put(_ text: String) {
        let bytes = Array(text.utf8)
        // Where not even standard error takes it, nobody is there to be told.
        try? StandardStreams.error.write(bytes.span)
    }
}
