import Foundation

/// One run of a command in a folder of its own, and what it left there.
struct Trial {
    struct File: Equatable {
        var bytes: Data
        var mode: mode_t
    }

    let victim: Victim
    let fault: Fault?
    /// All that went wrong, for reports.
    let rules: String
    let ending: Ending
    let output: Data
    let errors: String
    /// How often each kind of call was made.
    let counts: [String: Int]
    /// By the path in the folder.
    let files: [String: File]
    /// The same while the command was stopped, if it was.
    private(set) var filesWhenStopped: [String: File]?
    let inputs: Inputs
    private let folder: URL

    /// - Parameters:
    ///   - rules: other rules of `TEST_FAULTS`.
    ///   - setup: shell commands that run before, such as a redirection or a limit.
    init(_ victim: Victim, _ fault: Fault? = nil, rules: [Fault] = [], setup: String = "") throws {
        self.victim = victim
        self.fault = fault
        inputs = try Inputs.shared.get()
        folder = inputs.folder.appendingPathComponent(UUID().uuidString)
        let work = folder.appendingPathComponent("work")
        let manager = FileManager.default
        try manager.createDirectory(at: work, withIntermediateDirectories: true)
        try manager.createSymbolicLink(
            at: folder.appendingPathComponent("in"),
            withDestinationURL: inputs.folder.appendingPathComponent("in"))
        if victim.replaces {
            for name in victim.folders {
                try manager.createDirectory(
                    at: work.appendingPathComponent(name), withIntermediateDirectories: true)
            }
            for output in victim.outputs {
                let file = work.appendingPathComponent(output.name)
                try inputs.old(output, of: victim).write(to: file)
                try manager.setAttributes([.posixPermissions: Inputs.oldMode], ofItemAtPath: file.path)
            }
        }
        let counts = folder.appendingPathComponent("counts")
        try Data(count: 32 * (CallKind.allCases.count + 1)).write(to: counts)
        let script = """
            export LD_PRELOAD=../../preload.so TEST_FAULT_COUNTS=../counts
            exec > ../stdout 2> ../stderr
            \(setup)
            exec "$SIGNET" \(victim.command)
            """
        var variables = ["SIGNET": Inputs.binary]
        let faults = (rules + [fault].compactMap(\.self)).map(\.description).joined(separator: ",")
        if !faults.isEmpty { variables["TEST_FAULTS"] = faults }
        self.rules = faults + setup
        var whenStopped: [String: File]?
        ending = try Program(folder: work, variables: variables).run(script) {
            whenStopped = Self.files(in: work)
        }
        filesWhenStopped = whenStopped
        let output = try Data(contentsOf: folder.appendingPathComponent("stdout"))
        self.output = victim.printsReport ? Data() : output
        errors = String(
            decoding: try Data(contentsOf: folder.appendingPathComponent("stderr")), as: UTF8.self)
        self.counts = Self.counts(try Data(contentsOf: counts))
        files = Self.files(in: work)
    }

    /// Whether the command got as far as the fault.
    var wasMade: Bool { fault.map { counts[$0.kind?.rawValue ?? "any", default: 0] >= $0.number } ?? false }

    /// Removes the folder.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Runs a script in the folder.
    func succeeds(_ script: String) throws -> Bool {
        let program = Program(
            folder: folder.appendingPathComponent("work"), variables: ["SIGNET": Inputs.binary])
        return try program.run("exec > ../log 2>&1; signet() { \"$SIGNET\" \"$@\"; }; \(script)") == .exit(0)
    }

    private static func counts(_ data: Data) -> [String: Int] {
        var counts: [String: Int] = [:]
        for start in stride(from: 0, to: data.count, by: 32) {
            let name = String(decoding: data[start..<start + 24].prefix { $0 != 0 }, as: UTF8.self)
            counts[name] = data[start + 24..<start + 32].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        return counts
    }

    private static func files(in folder: URL) -> [String: File] {
        var files: [String: File] = [:]
        for name in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
            guard let name = name as? String else { continue }
            let path = folder.appendingPathComponent(name).path
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            files[name] = File(
                bytes: FileManager.default.contents(atPath: path) ?? Data(), mode: status.st_mode & 0o7777)
        }
        return files
    }
}
