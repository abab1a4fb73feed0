import Foundation

/// What inputs cost: the work and the memory for 1, 2, 4 and 8 times of every kind of input, less those of a start.
///
/// Twice the input may cost twice as much. More than 2.5 times is the sign of something that is done for each pair, or
/// of other work on the machine. Such a row is measured again, and the least cost counts.
struct Costs: Experiment {
    let name = "costs"

    private static let times = [1, 2, 4, 8]
    private static let bound = 2.5
    /// What costs less cannot be told from the noise.
    private static let small = (seconds: 0.01, kibibytes: 4096.0)

    func measure(_ bench: Workbench) async throws -> [Row] {
        let inputs = try await CostInputs(bench)
        let start = try await cost(rounds: 5) { try await inputs.command(["--version"]).wholeProcess() }
        var rows: [Row] = []
        for growth in Growth.all where bench.isAsked(growth.name) {
            do {
                rows.append(try await row(growth, inputs, start, bench))
            } catch {
                rows.append(row(growth, rounds: [.infinity], "not measured: \(error)"))
                try inputs.clear()
            }
            let row = rows[rows.count - 1]
            bench.say("\(growth.name): \(row.figure?.fixed(2) ?? "-") (\(row.remark ?? ""))")
        }
        return rows
    }

    private typealias Cost = (seconds: Double, kibibytes: Double)

    private func row(_ growth: Growth, _ inputs: CostInputs, _ start: Cost, _ bench: Workbench) async throws
        -> Row
    {
        var costs = try await costs(growth, inputs, rounds: bench.plan.rounds)
        for _ in 0..<3 where Self.growth(costs, start) ?? 0 > Self.bound {
            let others = try await self.costs(growth, inputs, rounds: bench.plan.rounds)
            costs = zip(costs, others).map(Self.least)
        }
        let seconds = costs.map { $0.seconds - start.seconds }
        let kibibytes = costs.map { $0.kibibytes - start.kibibytes }
        let figures = [
            seconds.map { ($0 * 1e3).fixed(0) }.joined(separator: ", ") + " ms",
            kibibytes.map { ($0 / 1024).fixed(0) }.joined(separator: ", ") + " MiB",
        ]
        return row(
            growth, rounds: Self.growth(costs, start).map { [$0] } ?? [], figures.joined(separator: "; "))
    }

    /// Of one input after the other.
    private func costs(_ growth: Growth, _ inputs: CostInputs, rounds: Int) async throws -> [Cost] {
        var costs: [Cost] = []
        for times in Self.times {
            let command = inputs.command(try growth.arguments(inputs, growth.base * times))
            costs.append(
                try await cost(rounds: rounds) { try await command.wholeProcess(status: growth.status) })
            try inputs.clear()
        }
        return costs
    }

    private func row(_ growth: Growth, rounds: [Double], _ remark: String) -> Row {
        Row(
            "\(name)-\(growth.name)", "\(growth.name), \(growth.base) to \(growth.base * 8)",
            against: "half as many",
            reach: .atMost(Self.bound), rounds: rounds, isRequired: true, remark: remark)
    }

    private func cost(rounds: Int, _ process: () async throws -> WholeProcess) async throws -> Cost {
        var least = Cost(.infinity, .infinity)
        for _ in 0..<rounds {
            let run = try await process()
            least = Self.least(least, (run.processorSeconds, run.peakKibibytes))
        }
        return least
    }

    private static func least(_ one: Cost, _ other: Cost) -> Cost {
        (min(one.seconds, other.seconds), min(one.kibibytes, other.kibibytes))
    }

    /// The worse growth, of time or of memory. Nil if both costs are too small to tell.
    private static func growth(_ costs: [Cost], _ start: Cost) -> Double? {
        let time = growth(costs.map { $0.seconds - start.seconds }, least: small.seconds)
        let memory = growth(costs.map { $0.kibibytes - start.kibibytes }, least: small.kibibytes)
        return [time, memory].compactMap { $0 }.max()
    }

    /// The larger of the two last ratios of a cost to that of half the input. Nil if it is too small to tell.
    private static func growth(_ costs: [Double], least: Double) -> Double? {
        zip(costs, costs.dropFirst()).suffix(2).compactMap { $0 < least ? nil : $1 / $0 }.max()
    }
}
