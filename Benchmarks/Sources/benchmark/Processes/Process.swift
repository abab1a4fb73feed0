import Glibc

/// A program that has been started.
struct Process {
    let name: String
    private let id: pid_t

    /// - Parameter words: the program, looked for in PATH unless it has a slash, and its arguments.
    static func start(
        _ words: [String], input: FileDescriptor, output: FileDescriptor, errors: FileDescriptor? = nil
    ) throws -> Process {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
        if let errors { posix_spawn_file_actions_adddup2(&actions, errors.number, STDERR_FILENO) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The benchmark itself blocks and ignores signals (TemporaryFolder); its children must not.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var id = pid_t()
        let status = posix_spawnp(&id, words[0], &actions, &attributes, arguments, environ)
        guard status == 0 else {
            throw Failure("cannot start \(words[0]): \(String(cString: strerror(status)))")
        }
        return Process(name: words[0], id: id)
    }

    /// Waits for its end, and throws unless its exit status is 0.
    func finish() throws {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure("\(name) is lost") }
        }
        guard status == 0 else {
            let name = name.split(separator: "/").last.map(String.init) ?? name
            let isExit = status & 0x7f == 0
            throw Failure(
                "\(name) ended with \(isExit ? "exit status \(status >> 8)" : "signal \(status & 0x7f)")")
        }
    }
}
