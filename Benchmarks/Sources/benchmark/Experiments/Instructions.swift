import Foundation

/// How many instructions a token costs, counted by callgrind: the difference between two lengths, so that the
/// start does not count. The signature does: HS256 has the cheapest one, and it stays the same.
///
/// Valgrind's processor has no SHA instructions, so the signature is dearer there than here.
struct Instructions: Experiment {
    let name = "instructions"

    private let count = 1000

    func measure(_ bench: Workbench) async throws -> [Row] {
        let difference = try await instructions(count * 2, bench) - instructions(count, bench)
        return [
            Row(
                name, "instructions per token, HS256 batch, with the signature",
                against: "\(count * 2) lines less \(count), callgrind", reach: .falling,
                rounds: [difference / Double(count)])
        ]
    }

    private func instructions(_ count: Int, _ bench: Workbench) async throws -> Double {
        let input = bench.file("claims-to-count")
        try writeLines(count, to: input, Claims.object)
        let batch = try await bench.signBatch(.hs256, on: bench.cores.one)
        return try await Callgrind.instructions(
            of: Command(batch, on: bench.cores, input: input), bench, status: 0)
    }
}

/// Valgrind's tool that counts the instructions of a process.
enum Callgrind {
    static var isInstalled: Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/valgrind")
        }
    }

    /// - Parameter status: the exit status that the command must have.
    static func instructions(of command: Command, _ bench: Workbench, status: Int) async throws -> Double {
        let profile = bench.file("callgrind")
        var counted = command
        counted.words =
            ["valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(profile)"] + command.words
        _ = try await counted.wholeProcess(status: status)
        let totals = try String(contentsOfFile: profile, encoding: .utf8)
            .split(separator: "\n").last { $0.hasPrefix("totals: ") }
        guard let total = totals?.split(separator: " ").last.flatMap({ Double($0) }) else {
            throw Failure("callgrind: no totals in its report")
        }
        return total
    }
}
