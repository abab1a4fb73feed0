import FoundationEssentials

/// A batch of signet over an input that keeps it busy for long enough.
///
/// Its time is that of the whole process, start and all. Its input is a file that has just been written, so it is
/// in memory; its output goes to /dev/null.
final class Batch {
    private let cores: Cores
    private let path: String
    private let command: Command
    private var count = 0

    /// Beyond this an input takes more room than it is worth: 400 MB of claims.
    private static let mostLines = 2_000_000

    /// Finds out how many lines take so many seconds, and writes them.
    ///
    /// - Parameters:
    ///   - words: the command, with its number of jobs.
    ///   - write: writes so many lines of input into a file.
    init(
        _ words: [String], on cores: Cores, for seconds: Double, in folder: TemporaryFolder,
        input write: (Int, String) throws -> Void
    ) throws {
        self.cores = cores
        path = folder.file("batch-\(UUID().uuidString)")
        command = Command(words, input: path)
        var time = 0.0
        repeat {
            count = min(max(50, count * 8), Batch.mostLines)
            try write(count, path)
            time = try cores.run { try command.time() }
        } while time < min(seconds, 0.2) && count < Batch.mostLines
        count = min(Int(Double(count) / time * seconds) + 1, Batch.mostLines)
        try write(count, path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func linesPerSecond() throws -> Double {
        Double(count) / (try cores.run { try command.time() })
    }
}
