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
        let profile = bench.file("callgrind")
        try writeLines(count, to: input, Claims.object)
        let callgrind = ["valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(profile)"]
        let batch = try await bench.signBatch(.hs256, on: bench.cores.one)
        _ = try await Command(callgrind + batch, on: bench.cores, input: input).time()
        let totals = try String(contentsOfFile: profile, encoding: .utf8)
            .split(separator: "\n").last { $0.hasPrefix("totals: ") }
        guard let total = totals?.split(separator: " ").last.flatMap({ Double($0) }) else {
            throw Failure("callgrind: no totals in its report")
        }
        return total
    }
}
