/// Two jobs on two processors against one job on one of them.
struct Scaling: Experiment {
    let name = "scaling"

    func measure(_ bench: Workbench) throws -> [Row] {
        guard bench.cores.count > 1 else { throw Failure("it takes two processors") }
        return try [SigningAlgorithm.rs256, .es256, .edDSA].map { algorithm in
            let one = try bench.signing(algorithm, on: bench.cores.one)
            let two = try bench.signing(algorithm, on: bench.cores.two)
            return Row(
                id: "\(name)-\(algorithm.name)",
                work: "\(algorithm.name) batch, 2 jobs", against: "itself with 1 job", reach: .atLeast(1.95),
                figures: try ratios(bench.plan.rounds, of: two.linesPerSecond, to: one.linesPerSecond))
        }
    }
}
