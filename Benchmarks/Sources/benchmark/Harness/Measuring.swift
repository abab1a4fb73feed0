import Foundation

/// How long and how often to measure.
struct Plan {
    let name: String
    /// Rounds of which the median counts.
    let rounds: Int
    /// How long a batch of signet runs, at least.
    let batchSeconds: Double
    /// The same beside another library, where there are many to be measured.
    let librarySeconds: Double
    let starts: Int
    /// Lines of the shorter of the two inputs whose peak memory is compared.
    let memoryLines: Int

    static let usual = Plan(
        name: "usual", rounds: 5, batchSeconds: 1.05, librarySeconds: 0.3, starts: 101, memoryLines: 500_000)

    /// To see that all of it works; its figures are not to be quoted.
    static let quick = Plan(
        name: "quick", rounds: 1, batchSeconds: 0.3, librarySeconds: 0.1, starts: 31, memoryLines: 20_000)

    static let long = Plan(
        name: "long", rounds: 11, batchSeconds: 2, librarySeconds: 1, starts: 301, memoryLines: 10_000_000)
}

/// Measures several things in turn, and turns the order around each time, so that whatever else the machine does
/// affects all of them.
///
/// - Returns: the figures of each thing, one for each round.
func interleaved(_ rounds: Int, _ things: [() async throws -> Double]) async throws -> [[Double]] {
    var figures = [[Double]](repeating: [], count: things.count)
    for round in 0..<rounds {
        let order = round % 2 == 0 ? Array(things.indices) : things.indices.reversed()
        for index in order { figures[index].append(try await things[index]()) }
    }
    return figures
}

/// The ratio of one thing to another in each round.
func ratios(
    _ rounds: Int, of ours: @escaping () async throws -> Double,
    to theirs: @escaping () async throws -> Double
) async throws -> [Double] {
    let figures = try await interleaved(rounds, [ours, theirs])
    return zip(figures[0], figures[1]).map { $0 / $1 }
}

extension Collection<Double> {
    /// The middle one, or between the two in the middle. Must not be empty.
    var median: Double {
        let sorted = sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// A batch of signet over an input that keeps it busy for long enough.
///
/// Its time is that of the whole process, with its start. Its input is a file that has just been written, so it is in
/// memory; its output goes to /dev/null.
final class Batch {
    private let command: Command
    private var count = 0

    /// A longer input takes more room than it is worth: 400 MB of claims.
    private static let mostLines = 2_000_000

    /// Finds out how many lines take so many seconds, and writes them.
    ///
    /// - Parameters:
    ///   - words: the command, with its number of jobs.
    ///   - line: the line of that number.
    init(
        _ words: [String], on cores: Cores, for seconds: Double, in folder: URL, line: (Int) -> Data
    ) async throws {
        let path = folder.appending(path: "batch-\(UUID().uuidString)").path
        command = Command(words, on: cores, input: path)
        var time = 0.0
        repeat {
            count = min(max(50, count * 8), Batch.mostLines)
            try writeLines(count, to: path, line)
            time = try await command.time()
        } while time < min(seconds, 0.2) && count < Batch.mostLines
        count = min(Int(Double(count) / time * seconds) + 1, Batch.mostLines)
        try writeLines(count, to: path, line)
    }

    deinit {
        // What stays is removed with its folder.
        try? FileManager.default.removeItem(atPath: command.input)
    }

    func linesPerSecond() async throws -> Double {
        Double(count) / (try await command.time())
    }
}

/// `openssl speed` for one kind of key.
struct OpenSSLSpeed {
    let signaturesPerSecond: Double
    let verificationsPerSecond: Double

    /// Runs as many processes as there are processors, a second for each of the two figures. They count seconds of the
    /// clock, not of the processor, because signet is measured in the same way.
    init(_ key: KeyKind, on cores: Cores) async throws {
        let report = try await Command(
            [
                "openssl", "speed", "-mr", "-elapsed", "-seconds", "1", "-multi", "\(cores.count)",
                key.rawValue,
            ],
            on: cores
        ).text()
        // The last line that starts with +F has the sums: kind of work, number, bits, (a curve's name,) signatures,
        // verifications.
        let sums = report.split(separator: "\n").last { $0.hasPrefix("+F") }
        let fields = sums?.split(separator: ":").suffix(2).compactMap { Double($0) } ?? []
        guard fields.count == 2, fields.allSatisfy({ $0 > 0 }) else {
            throw Failure("openssl speed \(key.rawValue): unexpected output")
        }
        (signaturesPerSecond, verificationsPerSecond) = (fields[0], fields[1])
    }
}
