import Foundation

/// Tries each mutant with the tests that reach it.
struct Trial {
    /// A suite of unit tests, or a session.
    struct Test {
        var name: String
        var seconds = 0.0
        var reached: Set<Int> = []

        var isSession: Bool { name.hasSuffix(".session") }
    }

    let copy: URL
    let folder: URL

    private var bundle: String { copy.appending(path: ".build/debug/signetPackageTests.xctest").path }
    private var arguments: [String] { [bundle, "--testing-library", "swift-testing"] }

    /// Tests that take longer are left out.
    let longest: Double

    /// Unit tests first, because they are faster.
    func run() throws {
        let mutants = try rows("mutants.tsv")
        for stage in ["unit tests", "sessions"] {
            let names = stage == "sessions" ? try sessions() : try suites()
            let tests = try record(names, largest: mutants.compactMap { Int($0[0]) }.max() ?? 0)
            let done = Set(
                try rows("results.tsv").filter { $0[5].hasPrefix("killed") || $0[7] == stage }.map { $0[0] })
            let results = try Table(folder.appending(path: "results.tsv"))
            try inPairs(mutants.filter { !done.contains($0[0]) }) { mutant in
                let verdict = try verdict(on: Int(mutant[0])!, tests)
                try results.append(mutant + verdict + [stage])
                say("\(mutant[0]) \(mutant[1]) \(verdict.joined(separator: " "))")
            }
        }
        try report()
    }

    // MARK: Reach

    private func suites() throws -> [String] {
        let targets = Tree.modules.map { $0 + "Tests." }
        return try Child.output(arguments + ["--list-tests"], in: copy).split(separator: "\n")
            .map { String($0.prefix { $0 != "/" }) }
            .filter { suite in targets.contains { suite.hasPrefix($0) } }
    }

    private func sessions() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: copy.appending(path: "Tests/Scripts").path)
            .filter { $0.hasSuffix(".session") && !$0.hasPrefix("interop/") }
    }

    /// Runs each test alone, without a mutant, and notes how long it takes and what it reaches.
    private func record(_ names: [String], largest: Int) throws -> [Test] {
        let known = Set(try rows("tests.tsv").filter { $0[1] == "passes" }.map { $0[0] })
        let table = try Table(folder.appending(path: "tests.tsv"))
        try inPairs(Set(names).subtracting(known).sorted()) { name in
            let marks = FileManager.default.temporaryDirectory.appending(path: "mutants-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: marks) }
            try Data(count: largest + 1).write(to: marks)
            let start = ContinuousClock.now
            let ending = try run(
                Test(name: name), ["SIGNET_MUTANTS_REACHED": marks.path], seconds: min(longest, 1800))
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let reached = try Data(contentsOf: marks).enumerated().filter { $1 == 1 }.map {
                String($0.offset)
            }
            let passes = if case .status(0) = ending { true } else { false }
            try table.append([
                name, passes ? "passes" : "fails", String(seconds), reached.joined(separator: ","),
            ])
            if !passes { say("\(name) fails without a mutant, or takes too long, and is left out") }
        }
        let wanted = Set(names)
        return try rows("tests.tsv").filter { wanted.contains($0[0]) && $0[1] == "passes" }
            .map {
                Test(
                    name: $0[0], seconds: Double($0[2])!,
                    reached: Set($0[3].split(separator: ",").compactMap { Int($0) }))
            }
            .filter { $0.seconds <= longest }
    }

    // MARK: Verdicts

    /// The first test that fails kills the mutant, the fastest first.
    private func verdict(on mutant: Int, _ tests: [Test]) throws -> [String] {
        let reaching = tests.filter { $0.reached.contains(mutant) }.sorted { $0.seconds < $1.seconds }
        for test in reaching {
            switch try run(test, ["SIGNET_MUTANT": String(mutant)], seconds: max(20, 10 * test.seconds)) {
            case .status(0): continue
            case .status: return ["killed", test.name]
            case .timeout: return ["killed by time", test.name]
            }
        }
        return reaching.isEmpty
            ? ["not reached", ""] : ["survived", reaching.map(\.name).joined(separator: ", ")]
    }

    private func run(_ test: Test, _ environment: [String: String], seconds: Double) throws -> Child.Ending {
        let temporary = URL(filePath: "/tmp/signet-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: temporary) }
        var environment = environment
        environment["TMPDIR"] = temporary.path
        var filter = "^" + NSRegularExpression.escapedPattern(for: test.name) + "/"
        if test.isSession {
            environment["SIGNET_ONLY_SCRIPTS"] = test.name
            filter = "^ScriptTests\\.ScriptTests/script"
        }
        return try Child.run(
            arguments + ["--filter", filter], in: copy, environment: environment, seconds: seconds)
    }

    // MARK: Report

    /// What neither stage killed, and first what neither reached.
    func report() throws {
        var results: [String: [String]] = [:]
        for row in try rows("results.tsv") {
            if let before = results[row[0]], row[5] == "not reached" {
                results[row[0]] = before
            } else {
                results[row[0]] = row
            }
        }
        for (verdict, those) in Dictionary(grouping: results.values, by: { $0[5] }).sorted(by: {
            $0.key < $1.key
        }) {
            say("\(verdict): \(those.count)")
        }
        for row in results.values.sorted(by: { ($0[5], $0[1]) < ($1[5], $1[1]) })
        where !row[5].hasPrefix("killed") {
            say("\n\(row[0]) \(row[1]) \(row[2]), \(row[5])\n    \(row[3])\n    → \(row[4])")
        }
    }

    // MARK: Tables

    private func rows(_ name: String) throws -> [[String]] {
        guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Two at a time.
    private func inPairs<Item: Sendable>(_ items: [Item], _ body: @escaping @Sendable (Item) throws -> Void)
        throws
    {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
        nonisolated(unsafe) var failure: (any Error)?
        let lock = NSLock()
        for item in items {
            queue.addOperation {
                do { try body(item) } catch {
                    lock.withLock { failure = failure ?? error }; queue.cancelAllOperations()
                }
            }
        }
        queue.waitUntilAllOperationsAreFinished()
        if let failure { throw failure }
    }
}

/// A table that grows by whole lines, so that an interrupted run can go on.
final class Table: @unchecked Sendable {
    private let file: FileHandle
    private let lock = NSLock()

    init(_ place: URL) throws {
        if !FileManager.default.fileExists(atPath: place.path) { try Data().write(to: place) }
        file = try FileHandle(forWritingTo: place)
        try file.seekToEnd()
    }

    func append(_ row: [String]) throws {
        try lock.withLock { try file.write(contentsOf: Data((row.joined(separator: "\t") + "\n").utf8)) }
    }
}
