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
        // A file that grows beyond a limit (ulimit -f) is then an error of write, as a full disk is.
        signal(SIGXFSZ, SIG_IGN)
        signet_refuse_dumps()
        leaveNothingOnCrash()
        restoreQuit()
        // The first process of a container gets only signals that it handles.
        if getpid() == 1 { EndingSignals.removeFiles() }
    }

    /// Keeps the secrets that `body` handles out of swap space, and wipes what they leave on the stack. Help and the
    /// version need neither, which takes a twentieth of their time.
    package static func protectingSecrets<Result>(_ body: () throws -> Result) rethrows -> Result {
        signet_lock_heap()
        defer { wipeStack() }
        return try body()
    }

    /// Overwrites what the calls that have returned left on the stack, which may contain parts of keys.
    package static func wipeStack() { signet_wipe_stack() }

    /// If the process crashes, it removes its temporary files, writes an error and exits with status 70. The status is
    /// 4 if no memory was left. Swift's own handler would print registers and memory, which may contain keys.
    private static func leaveNothingOnCrash() {
        useCrashStack(UnsafeMutableRawPointer.allocate(byteCount: crashStackBytes, alignment: 16))
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            var action = sigaction()
            action.sa_flags = SA_ONSTACK
            action.__sigaction_handler.sa_handler = { _ in
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
            sigaction(number, &action, nil)
        }
    }

    /// The handler of a crash runs on a stack of its own, because the thread's may be exhausted. Each thread needs one.
    ///
    /// - Parameter body: what the calling thread does.
    static func withCrashStack(_ body: () -> Void) {
        let stack = UnsafeMutableRawPointer.allocate(byteCount: crashStackBytes, alignment: 16)
        useCrashStack(stack)
        body()
        var none = stack_t()
        none.ss_flags = Int32(SS_DISABLE)
        sigaltstack(&none, nil)
        stack.deallocate()
    }

    private static func useCrashStack(_ start: UnsafeMutableRawPointer) {
        var stack = stack_t(ss_sp: start, ss_flags: 0, ss_size: crashStackBytes)
        sigaltstack(&stack, nil)
    }

    /// The kernel puts all registers on it, up to 11 KiB with AMX.
    private static let crashStackBytes = 32 << 10

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
