import Foundation
import Spawning

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
        let output = output?.path ?? "/dev/null"
        let file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Failed(description: "\(output): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        // Not with Process of Foundation, which learns of the end from a socket that every descendant holds: it waits
        // for one that a test has left behind.
        let environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let process = try Spawn(.group, environment: environment).start(
            ["/bin/sh", "-c", script, folder] + arguments, output: file)
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
