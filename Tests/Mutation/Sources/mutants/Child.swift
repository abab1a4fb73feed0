import Foundation

/// A program that this one runs.
enum Child {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    enum Ending {
        case status(Int32)
        case timeout
    }

    /// Runs a program to its end, and kills what it has started if it takes longer than `seconds`. A mutant may count
    /// or allocate for ever: the time of a processor and the memory of each process are limited too.
    static func run(
        _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:],
        output: URL? = nil, seconds: Double = .infinity
    ) throws -> Ending {
        let limits = seconds.isFinite ? "ulimit -c 0 -t \(Int(seconds) + 1) -v 16000000; " : ""
        let script = limits + #"cd -- "$0" && exec nice -n 4 "$@""#
        let folder = folder?.path ?? FileManager.default.currentDirectoryPath
        let process = try start(
            ["/bin/sh", "-c", script, folder] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            output: output?.path ?? "/dev/null")
        let start = ContinuousClock.now
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) != process {
            if seconds.isFinite, ContinuousClock.now - start > .seconds(seconds) {
                for child in descendants(of: process) { kill(child, SIGKILL) }
                waitpid(process, &status, 0)
                return .timeout
            }
            usleep(2000)
        }
        return .status(status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f)
    }

    /// Not with Process of Foundation, which learns of the end from a socket that every descendant holds: it waits for
    /// one that a test has left behind.
    private static func start(
        _ arguments: [String], environment: [String: String], output: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))

        let words = arguments.map { strdup($0) }
        let variables = environment.map { strdup("\($0)=\($1)") }
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        let error = posix_spawn(&process, words[0]!, &actions, &attributes, words + [nil], variables + [nil])
        guard error == 0 else {
            throw Failed(description: "\(arguments[0]): \(String(cString: strerror(error)))")
        }
        return process
    }

    /// What a program writes, if it succeeds.
    static func output(_ arguments: [String], in folder: URL? = nil) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "mutants-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let ending = try run(arguments, in: folder, output: file)
        let text = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        guard case .status(0) = ending else {
            throw Failed(description: "\(arguments.joined(separator: " ")): \(ending)\n\(text)")
        }
        return text
    }

    /// The process and all below it, although sessions begin groups of their own.
    private static func descendants(of process: Int32) -> [Int32] {
        var parents: [Int32: [Int32]] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let id = Int32(name),
                let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 1,
                let parent = Int32(fields[1])
            else { continue }
            parents[parent, default: []].append(id)
        }
        var all = [process]
        var next = 0
        while next < all.count {
            all += parents[all[next]] ?? []
            next += 1
        }
        return all
    }
}
