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
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let limits = seconds.isFinite ? "ulimit -c 0 -t \(Int(seconds) + 1) -v 16000000; " : ""
        process.arguments = ["-c", limits + #"exec nice -n 4 "$@""#, "sh"] + arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        if let output { try Data().write(to: output) }
        let handle = try output.map(FileHandle.init(forWritingTo:)) ?? FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle

        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        if seconds.isFinite, ended.wait(timeout: .now() + seconds) == .timedOut {
            for child in descendants(of: process.processIdentifier) { kill(child, SIGKILL) }
            ended.wait()
            return .timeout
        }
        if !seconds.isFinite { ended.wait() }
        return .status(
            process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus)
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
