import Foundation
import Synchronization

/// What has passed with this build if everything is tried, so that `make failures` goes on where it was interrupted.
enum Passed {
    private static let file = Inputs.builtFolder.appendingPathComponent("failures-passed")

    /// Of the program: another one is tried from the beginning.
    private static let time: String = {
        let attributes = try? FileManager.default.attributesOfItem(atPath: Inputs.binary)
        return String((attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0)
    }()

    private static let lines: Set<String> = {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map(String.init)
        return lines.first == time ? Set(lines) : []
    }()

    /// Those that passed in this run, and the commands with which something did not.
    private static let state = Mutex<(added: Set<String>, failed: Set<String>)>(([], []))

    /// Leaves out what has passed before.
    static func once(
        _ what: String, _ victim: Victim, _ files: FileSystem, _ body: () throws -> Void
    ) throws {
        let line = "\(what): \(victim), \(files)"
        if triesAll, lines.contains(line) { return }
        try body()
        if !triesAll { return }
        try state.withLock { state in
            if state.failed.contains(victim.description) { return }
            state.added.insert(line)
            let all = lines.union(state.added).subtracting([time]).sorted()
            try Data(([time] + all).map { $0 + "\n" }.joined().utf8).write(to: file, options: .atomic)
        }
    }

    static func exclude(_ victim: Victim) { _ = state.withLock { $0.failed.insert(victim.description) } }
}
