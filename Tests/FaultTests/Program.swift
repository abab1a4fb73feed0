import Foundation
import Spawning

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
        let words = ["/bin/sh", "-c", "umask 0; cd -- \"$FOLDER\" || exit 99; " + script]
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let environment = variables.merging(["PATH": path, "LC_ALL": "C.UTF-8", "FOLDER": folder.path]) {
            mine, _ in mine
        }
        let process = try Spawn(.group, environment: environment).start(words)
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
}
