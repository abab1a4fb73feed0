import Foundation
import Testing

/// A failure of the tests themselves.
struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// How a program ended.
enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
}

/// Runs programs in a folder, without a terminal and with umask 0, so that a mode that is too wide is seen.
struct Program {
    let folder: URL
    var variables: [String: String] = [:]

    /// Runs `script` with the POSIX shell. A stopped program is continued.
    ///
    /// - Parameter onStop: called while the program is stopped.
    func run(_ script: String, onStop: () -> Void = {}) throws -> Ending {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // A group of its own, and the session of the tests: SIGTSTP has no effect on an orphaned group.
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        let words = ["sh", "-c", "umask 0; cd -- \"$FOLDER\" || exit 99; " + script]
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let environment = variables.merging(["PATH": path, "LC_ALL": "C.UTF-8", "FOLDER": folder.path]) {
            mine, _ in mine
        }
        let error = withCStrings(words) { words in
            withCStrings(environment.map { "\($0)=\($1)" }) {
                posix_spawn(&process, "/bin/sh", &actions, &attributes, words, $0)
            }
        }
        guard error == 0 else { throw TestFailure("/bin/sh: \(String(cString: strerror(error)))") }
        return try wait(for: process, onStop)
    }

    private func wait(for process: pid_t, _ onStop: () -> Void) throws -> Ending {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(120)
        while true {
            var status: Int32 = 0
            let changed = waitpid(process, &status, WNOHANG | WUNTRACED)
            if changed == 0 || changed == -1 && errno == EINTR {
                if clock.now > deadline {
                    kill(-process, SIGKILL)
                    waitpid(process, &status, 0)
                    throw TestFailure("it did not end within two minutes")
                }
                usleep(500)
                continue
            }
            guard changed == process else {
                throw TestFailure("waitpid: \(String(cString: strerror(errno)))")
            }
            if status & 0xff == 0x7f {
                onStop()
                kill(-process, SIGCONT)
            } else {
                return status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
            }
        }
    }

    private func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
