import Glibc

/// The signals that ask a long run to end: it finishes the line at hand, says where it stopped, and then ends
/// as the signal would have ended it.
package enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Begins to watch. A second signal of the same kind has its usual effect at once.
    package static func watch() {
        var ends: (Int32, Int32) = (-1, -1)
        let isMade = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: Int32.self, capacity: 2) { pipe($0) == 0 }
        }
        guard isMade else { return }
        (wakeUp.reading, wakeUp.writing) = ends
        _ = fcntl(wakeUp.reading, F_SETFD, FD_CLOEXEC)
        _ = fcntl(wakeUp.writing, F_SETFD, FD_CLOEXEC)
        for number in signals {
            var action = sigaction()
            // SA_RESETHAND: the second time, the default.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            action.__sigaction_handler.sa_handler = { number in
                interruptingSignal = number
                var byte: UInt8 = 0
                _ = write(wakeUp.writing, &byte, 1)
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

    /// Waits until there is something to read, or a signal comes.
    ///
    /// - Returns: false when a signal came.
    static func waitForInput(_ descriptor: Int32) -> Bool {
        guard !isRequested else { return false }
        guard wakeUp.reading >= 0 else { return true }
        var waits = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp.reading, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&waits, 2, -1) < 0, errno == EINTR, !isRequested {}
        return !isRequested
    }
}

private nonisolated(unsafe) var interruptingSignal: sig_atomic_t = 0
private nonisolated(unsafe) var wakeUp: (reading: Int32, writing: Int32) = (-1, -1)
