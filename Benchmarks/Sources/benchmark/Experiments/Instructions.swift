/// How many instructions a token costs, counted by callgrind: the difference between two lengths, so that the
/// start does not count. The signature does: HS256 has the cheapest one, and it stays the same.
///
/// Valgrind's processor has no SHA instructions, so the signature is dearer there than here.
struct Instructions: Experiment {
    let name = "instructions"

    private let lines = 1000

    func measure(_ bench: Workbench) throws -> [Row] {
        guard Command("valgrind", "--version").works else { throw Failure("valgrind is not installed") }
        let difference = try count(lines * 2, bench) - count(lines, bench)
        return [
            Row(
                id: name,
                work: "instructions per token, HS256 batch, with the signature",
                against: "\(lines * 2) lines less \(lines), callgrind", reach: .falling,
                figures: [difference / Double(lines)])
        ]
    }

    private func count(_ lines: Int, _ bench: Workbench) throws -> Double {
        let input = bench.folder.file("claims-to-count")
        let profile = bench.folder.file("callgrind")
        try ClaimsLines.write(lines, to: input)
        let callgrind = ["valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(profile)"]
        _ = try Command(callgrind + bench.signBatch(.hs256, jobs: 1), input: input).time()
        let totals = String(decoding: try fileBytes(profile), as: UTF8.self)
            .split(separator: "\n").last { $0.hasPrefix("totals: ") }
        guard let total = totals?.split(separator: " ").last.flatMap({ Double($0) }) else {
            throw Failure("callgrind counted nothing")
        }
        return total
    }
}
