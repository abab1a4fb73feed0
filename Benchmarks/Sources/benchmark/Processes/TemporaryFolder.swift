import FoundationEssentials
import Glibc

/// The folder that holds keys and inputs while the benchmark runs.
struct TemporaryFolder: Sendable {
    let path: String

    static func make() throws -> TemporaryFolder {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(parent)/signet-benchmark-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw Failure("cannot make a folder in \(parent)") }
        return TemporaryFolder(path: String(cString: path))
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// From now on Ctrl-C removes the folder too. What has been started gets the signal by itself.
    func removeOnInterrupt() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let waited = signals
        Thread.start {
            var signals = waited
            var number: Int32 = 0
            sigwait(&signals, &number)
            remove()
            _exit(128 + number)
        }
    }
}
