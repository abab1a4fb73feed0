internal import CSystem
import Glibc

/// The setup that a process that holds keys performs first.
package enum ProcessSetup {
    /// - Throws: if a closed standard stream cannot be replaced. No file may be opened then, because it would take
    ///   the stream's number.
    package static func prepare() throws(SystemError) {
        try StandardStreams.fillGaps()
        // If the reader of a pipe goes away, the process ends without a message.
        signal(SIGPIPE, SIG_DFL)
        signet_refuse_dumps()
        signet_lock_heap()
        leaveNothingOnCrash()
        restoreQuit()
    }

    /// Overwrites what the calls that have returned left on the stack, which may contain parts of keys.
    package static func wipeStack() { signet_wipe_stack() }

    /// If the process crashes, it removes its temporary files, writes an error and exits with status 70. The status is
    /// 4 if no memory was left. Swift's own handler would print registers and memory, which may contain keys.
    private static func leaveNothingOnCrash() {
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            signal(number) { _ in
                // Only functions that signal-safety(7) lists may be called here: no allocation, no locks.
                // Swift ends a process that gets no memory; malloc has set errno then.
                let isOutOfMemory = errno == ENOMEM
                TemporaryName.removeAll()
                let message: StaticString =
                    isOutOfMemory
                    ? "signet: error: out of memory\n" : "signet: error: a bug in signet: it crashed\n"
                _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
                _exit(isOutOfMemory ? 4 : 70)
            }
        }
    }

    /// Swift's runtime treats SIGQUIT (Ctrl-\) as a crash, unless it is ignored.
    private static func restoreQuit() {
        var quit = sigaction()
        if sigaction(SIGQUIT, nil, &quit) == 0,
            unsafeBitCast(quit.__sigaction_handler.sa_handler, to: Int.self) > 1
        {
            signal(SIGQUIT, SIG_DFL)
        }
    }
}
