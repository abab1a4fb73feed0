import Foundation

/// What inputs cost: the work and the memory for 1, 2, 4 and 8 times of every kind of input, less those of a start.
///
/// Twice the input may cost twice as much. More than 2.5 times is the sign of something that is done for each pair.
struct Costs: Experiment {
    let name = "costs"

    private static let times = [1, 2, 4, 8]
    /// What costs less cannot be told from the noise.
    private static let least = (seconds: 0.01, kibibytes: 4096.0)

    func measure(_ bench: Workbench) async throws -> [Row] {
        let inputs = try await CostInputs(bench)
        let start = try await median(bench) { try await inputs.command(["--version"]).wholeProcess() }
        var rows: [Row] = []
        for growth in Growth.all where bench.isAsked(growth.name) {
            do {
                rows.append(try await row(growth, inputs, start, bench))
            } catch {
                rows.append(row(growth, rounds: [.infinity], "not measured: \(error)"))
            }
        }
        return rows
    }

    private typealias Cost = (seconds: Double, kibibytes: Double)

    private func row(_ growth: Growth, _ inputs: CostInputs, _ start: Cost, _ bench: Workbench) async throws
        -> Row
    {
        var costs: [Cost] = []
        for times in Self.times {
            let command = inputs.command(try growth.arguments(inputs, growth.base * times))
            costs.append(try await median(bench) { try await command.wholeProcess(status: growth.status) })
            try inputs.clear()
        }
        let seconds = costs.map { $0.seconds - start.seconds }
        let kibibytes = costs.map { $0.kibibytes - start.kibibytes }
        let time = Self.growth(seconds, least: Self.least.seconds)
        let memory = Self.growth(kibibytes, least: Self.least.kibibytes)
        let figures = [
            seconds.map { ($0 * 1e3).fixed(0) }.joined(separator: ", ") + " ms",
            kibibytes.map { ($0 / 1024).fixed(0) }.joined(separator: ", ") + " MiB",
        ]
        let worst = [time, memory].compactMap { $0 }.max()
        return row(growth, rounds: worst.map { [$0] } ?? [], figures.joined(separator: "; "))
    }

    private func row(_ growth: Growth, rounds: [Double], _ remark: String) -> Row {
        Row(
            "\(name)-\(growth.name)", "\(growth.name), \(growth.base) to \(growth.base * 8)",
            against: "half as many",
            reach: .atMost(2.5), rounds: rounds, isRequired: true, remark: remark)
    }

    private func median(_ bench: Workbench, _ process: () async throws -> WholeProcess) async throws -> Cost {
        var runs: [WholeProcess] = []
        for _ in 0..<bench.plan.rounds { runs.append(try await process()) }
        return (runs.map(\.processorSeconds).median, runs.map(\.peakKibibytes).median)
    }

    /// The larger of the two last ratios of a cost to that of half the input. Nil if it is too small to tell.
    private static func growth(_ costs: [Double], least: Double) -> Double? {
        zip(costs, costs.dropFirst()).suffix(2).compactMap { $0 < least ? nil : $1 / $0 }.max()
    }
}
