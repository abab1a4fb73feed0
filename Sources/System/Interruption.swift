import Glibc

/// The signals that ask a long run to end: it finishes the line at hand, says where it stopped, and then ends
/// as the signal would have ended it.
package enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Readable once a signal has come; -1, which poll ignores, before ``watch()``.
    static var descriptor: Int32 { wakeUp?.reading ?? -1 }

    /// Begins to watch. A second signal of the same kind has its usual effect at once.
    package static func watch() throws(SystemError) {
        if wakeUp == nil { wakeUp = try PipeEnds.make() }
        for number in signals {
            var action = sigaction()
            // SA_RESETHAND: the second time, the default.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            action.__sigaction_handler.sa_handler = { number in
                interruptingSignal = number
                wakeUp?.notify()
            }
            var before = sigaction()
            sigaction(number, nil, &before)
            // Who started signet with a signal ignored (nohup) wants it ignored.
            if unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) != 1 {
                sigaction(number, &action, nil)
            }
        }
    }

    /// Whether a signal has come.
    package static var isRequested: Bool { interruptingSignal != 0 }

    /// Ends the process by the signal that came.
    package static func takeEffect() {
        guard isRequested else { return }
        signal(interruptingSignal, SIG_DFL)
        raise(interruptingSignal)
    }
}

private nonisolated(unsafe) var interruptingSignal: sig_atomic_t = 0
private nonisolated(unsafe) var wakeUp: PipeEnds?
