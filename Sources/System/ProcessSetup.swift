import Glibc

/// What a process that holds keys does before anything else.
package enum ProcessSetup {
    /// - Throws: if a stream that is closed cannot be replaced: no file may be opened in its place.
    package static func prepare() throws(SystemError) {
        try StandardStreams.fillGaps()
        // A reader that goes away ends the process without a word.
        signal(SIGPIPE, SIG_DFL)
        forgetMemoryOnCrash()
        restoreQuit()
    }

    /// A crash says that it is one, with exit status 70, and leaves neither a core file nor what Swift's own handler
    /// shows of registers and memory: keys may be in them.
    private static func forgetMemoryOnCrash() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            signal(number) { _ in
                // Nothing that allocates or locks may be called here: signal-safety(7).
                let message: StaticString = "signet: error: a bug in signet: it crashed\n"
                _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
                _exit(70)
            }
        }
    }

    /// Swift's runtime takes SIGQUIT, that is Ctrl-\, for a crash; it leaves it alone where it is ignored.
    private static func restoreQuit() {
        var quit = sigaction()
        if sigaction(SIGQUIT, nil, &quit) == 0,
            unsafeBitCast(quit.__sigaction_handler.sa_handler, to: Int.self) > 1
        {
            signal(SIGQUIT, SIG_DFL)
        }
    }
}
