import Glibc

/// The signals that end a process which does not handle them, SIGKILL and crashes excepted.
enum EndingSignals {
    /// Their numbers. The last real-time signal of Linux is number 64.
    static let all = (1...Int32(64)).filter { !others.contains($0) }

    private static let others: Set<Int32> = [
        // Nothing handles these two.
        SIGKILL, SIGSTOP,
        // These stop a process, continue it, or are ignored.
        SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH,
        // ``ProcessSetup`` handles these.
        SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGXFSZ,
        // The C library keeps these for its threads.
        32, 33,
    ]

    /// Makes them remove the temporary files before they end the process.
    static func removeFiles() {
        for number in all { handle(number, with: endProcess) }
    }

    /// Replaces the default action, or the one that only removes files. A signal that is ignored (nohup) stays so.
    static func handle(_ number: Int32, with handler: @convention(c) (Int32) -> Void) {
        var before = sigaction()
        guard sigaction(number, nil, &before) == 0 else { return }
        let current = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self)
        if current != 0, current != unsafeBitCast(endProcess, to: Int.self) { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        sigaction(number, &action, nil)
    }

    /// Ends the process by a signal, without leaving temporary files. A signal handler may call this.
    static func end(by number: Int32) {
        TemporaryName.removeAll()
        signal(number, SIG_DFL)
        // In a handler of the same signal, it takes effect when the handler returns.
        raise(number)
    }
}

private let endProcess: @convention(c) (Int32) -> Void = { EndingSignals.end(by: $0) }
