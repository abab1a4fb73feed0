import Foundation
import Synchronization
import Testing

/// Runs Tests/Scripts; `Script` says how they read.
///
/// SIGNET_UPDATE_SCRIPTS=1 writes what was seen into the scripts, for their authors to judge. `ScriptFile.all` says
/// which scripts run.
@Suite(SlowestScripts()) struct ScriptTests {
    @Test(arguments: ScriptFile.all)
    func script(_ file: ScriptFile) async throws {
        let script: Script
        do {
            script = try file.read()
        } catch let error as ScriptSyntaxError {
            let location = file.location(line: error.lineNumber)
            Issue.record("\(file.name):\(error.lineNumber): \(error.reason)", sourceLocation: location)
            return
        }
        let binary = try ScriptFile.binary()
        if let requirement = script.requirement, try !requirement.isMet(by: Requirement.version(of: binary)) {
            // Cancelled tests are not in the summary.
            print("skipped \(file.name), which \(requirement.description)")
            return
        }
        let environment = ScriptEnvironment(binary: binary, testFolder: ScriptFile.testFolder)
        let transcript = try await Lanes.run {
            let start = ContinuousClock.now
            defer { SlowestScripts.add(file.name, ContinuousClock.now - start) }
            return try environment.run(
                script, named: file.name, in: file.url.deletingLastPathComponent(), deadline: file.deadline)
        }
        if ProcessInfo.processInfo.environment["SIGNET_UPDATE_SCRIPTS"] == "1" {
            try script.updated(with: transcript).write(to: file.url, atomically: true, encoding: .utf8)
            guard transcript.wasKilled else { return }
        }
        for mismatch in script.mismatches(with: transcript) {
            Issue.record(
                "\(file.name):\(mismatch.lineNumber): \(mismatch.description)",
                sourceLocation: file.location(line: mismatch.lineNumber))
        }
    }

    @Test func `There are scripts to run`() {
        #expect(!ScriptFile.all.isEmpty)
    }
}

/// As many scripts at a time as there are cores, and none of them on a thread of the concurrency pool,
/// which would stand still while a script is waited for.
private enum Lanes {
    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
        return queue
    }()

    static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result
    {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation {
                continuation.resume(with: Swift.Result { try body() })
            }
        }
    }
}

/// Lists the slowest scripts after a run of many, because they decide how long everybody waits.
private struct SlowestScripts: SuiteTrait, TestScoping {
    private static let durations = Mutex<[(name: String, duration: Duration)]>([])

    static func add(_ name: String, _ duration: Duration) {
        durations.withLock { $0.append((name, duration)) }
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        let all = Self.durations.withLock { $0 }
        if all.count <= 20 { return }
        let slowest = all.sorted { $0.duration > $1.duration }.prefix(10)
        let lines = slowest.map {
            "  \($0.duration.formatted(.units(fractionalPart: .show(length: 1))))  \($0.name)"
        }
        print("The slowest of \(all.count) scripts:\n\(lines.joined(separator: "\n"))")
    }
}
