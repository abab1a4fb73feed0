/// Two jobs on two processors against one job on one of them, beside the same of `openssl speed` in the same run: two
/// processors that share a core are not twice one.
struct Scaling: Experiment {
    let name = "scaling"

    func measure(_ bench: Workbench) async throws -> [Row] {
        guard bench.cores.count > 1 else { throw Failure("two processors are needed") }
        let (one, two) = (bench.cores.one, bench.cores.two)
        var rows: [Row] = []
        for algorithm in [SigningAlgorithm.rs256, .es256, .edDSA] {
            let batches = try await [bench.signing(algorithm, on: one), bench.signing(algorithm, on: two)]
            let speeds = [one, two].map { cores in
                { try await OpenSSLSpeed(algorithm.key, on: cores).signaturesPerSecond }
            }
            let figures = try await interleaved(bench.plan.rounds, batches.map { $0.linesPerSecond } + speeds)
            let ours = zip(figures[1], figures[0]).map { $0 / $1 }
            let theirs = zip(figures[3], figures[2]).map { $0 / $1 }
            rows.append(
                Row(
                    "\(name)-\(algorithm.name)", "\(algorithm.name) batch, 2 jobs over 1 job",
                    against: "the same of openssl speed -multi", reach: .atLeast(0.98),
                    rounds: zip(ours, theirs).map { $0 / $1 },
                    remark: "\(ours.median.fixed(2)) over \(theirs.median.fixed(2))"))
        }
        return rows
    }
}
