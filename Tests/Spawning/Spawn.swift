import Foundation
package import Glibc

/// Starts a program with nothing to read.
package struct Spawn {
    /// What a signal from the terminal or `kill(-process, …)` reaches.
    package enum Group: Sendable {
        /// A session of its own, without a terminal.
        case session
        /// A group in the session of the tests: SIGTSTP has no effect on a group that is orphaned.
        case group

        /// spawn.h has POSIX_SPAWN_SETSID for _GNU_SOURCE only; Swift imports it without.
        fileprivate var flag: Int16 {
            switch self {
            case .session: 0x80
            case .group: Int16(POSIX_SPAWN_SETPGROUP)
            }
        }
    }

    package let group: Group
    package let environment: [String: String]

    package init(_ group: Group, environment: [String: String]) {
        self.group = group
        self.environment = environment
    }

    /// - Parameters:
    ///   - arguments: the first one is the path of the program.
    ///   - output: receives stdout and stderr; nil: they are those of the tests.
    /// - Throws: POSIXError.
    package func start(_ arguments: [String], output: Int32? = nil) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A test runner may ignore SIGPIPE; what it runs must not.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, group.flag | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var process: pid_t = 0
        let error = withCStrings(arguments) { arguments in
            withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&process, arguments[0]!, &actions, &attributes, arguments, environment)
            }
        }
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
        return process
    }

    private func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
