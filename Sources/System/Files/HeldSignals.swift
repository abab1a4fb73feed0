import Glibc

/// Runs `body` while the signals that ask a process to end wait, so that what it begins is also finished:
/// files that belong together appear together, or none does.
package func holdingSignals<Result, Failure>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    var held = sigset_t()
    var before = sigset_t()
    sigemptyset(&held)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
}
