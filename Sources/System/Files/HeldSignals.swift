import Glibc

/// The signals that ask a process to end, made to wait, so that files that belong together get their names together,
/// or none does. Of the thread that makes it.
package struct HeldSignals: ~Copyable {
    private var before = sigset_t()

    package init() {
        var held = sigset_t()
        sigemptyset(&held)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&held, number) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
    }

    deinit {
        var mask = before
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}
