import Glibc

/// Blocks the signals that end or stop a process, in the thread that creates this value. Files that belong together
/// are then all published, or none is.
package struct HeldSignals: ~Copyable {
    private var before = sigset_t()

    package init() {
        var held = sigset_t()
        sigemptyset(&held)
        for number in EndingSignals.all + [SIGTSTP] { sigaddset(&held, number) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
    }

    deinit {
        var mask = before
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}
