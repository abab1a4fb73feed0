import Foundation

/// What one kind of input costs: the work and the memory for 1, 2, 4 and 8 times of it, less those of a start.
///
/// Twice the input may cost twice as much. More than 2.5 times is the sign of something that is done for each pair. A row
/// over the bound is measured again, and the least counts, because other work on the machine only adds to a time. If it
/// stays there, callgrind counts its instructions, which do not depend on caches.
struct Costs: Experiment {
    let growth: Growth

    let name = "costs"
    var id: String { "\(name)-\(growth.name)" }

    private static let times = [1, 2, 4, 8]
    private static let bound = 2.5
    /// What costs less cannot be told from the noise.
    private static let small = (seconds: 0.01, kibibytes: 4096.0)

    func measure(_ bench: Workbench) async throws -> [Row] {
        let inputs = try await CostInputs(bench)
        do {
            return [try await row(inputs, bench)]
        } catch {
            try inputs.clear()
            return [row(rounds: [.infinity], "not measured: \(error)")]
        }
    }

    private typealias Cost = (seconds: Double, kibibytes: Double)

    private func row(_ inputs: CostInputs, _ bench: Workbench) async throws -> Row {
        let start = try await cost(rounds: 5) { try await inputs.command(["--version"]).wholeProcess() }
        var costs = try await costs(inputs, start, rounds: 1)
        if max(Self.time(costs), Self.memory(costs)) > Self.bound {
            costs = zip(costs, try await self.costs(inputs, start, rounds: bench.plan.rounds)).map(Self.least)
        }
        let figures = [
            costs.map { ($0.seconds * 1e3).fixed(0) }.joined(separator: ", ") + " ms",
            costs.map { ($0.kibibytes / 1024).fixed(0) }.joined(separator: ", ") + " MiB",
        ]
        let remark = figures.joined(separator: "; ")
        let (time, memory) = (Self.time(costs), Self.memory(costs))
        if time > Self.bound, let instructions = try await instructions(inputs, bench) {
            return row(rounds: [max(instructions, memory)], "\(remark); by instructions")
        }
        let worse = max(time, memory)
        return row(rounds: worse > 0 ? [worse] : [], remark)
    }

    /// Of one input after the other, without those of a start.
    private func costs(_ inputs: CostInputs, _ start: Cost, rounds: Int) async throws -> [Cost] {
        var costs: [Cost] = []
        for times in Self.times {
            let command = inputs.command(try growth.arguments(inputs, growth.base * times))
            let whole = try await cost(rounds: rounds) {
                try await command.wholeProcess(status: growth.status)
            }
            costs.append((whole.seconds - start.seconds, whole.kibibytes - start.kibibytes))
            try inputs.clear()
        }
        return costs
    }

    /// The growth from the second largest input to the largest, in instructions less those of a start. Nil without
    /// valgrind.
    private func instructions(_ inputs: CostInputs, _ bench: Workbench) async throws -> Double? {
        guard Callgrind.isInstalled else { return nil }
        var counts = [try await Callgrind.instructions(of: inputs.command(["--version"]), bench, status: 0)]
        for times in Self.times.suffix(2) {
            let command = inputs.command(try growth.arguments(inputs, growth.base * times))
            counts.append(try await Callgrind.instructions(of: command, bench, status: growth.status))
            try inputs.clear()
        }
        return (counts[2] - counts[0]) / (counts[1] - counts[0])
    }

    private func row(rounds: [Double], _ remark: String) -> Row {
        Row(
            id, "\(growth.name), \(growth.base) to \(growth.base * 8)", against: "half as many",
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

    private static func time(_ costs: [Cost]) -> Double { growth(costs.map(\.seconds), least: small.seconds) }

    private static func memory(_ costs: [Cost]) -> Double {
        growth(costs.map(\.kibibytes), least: small.kibibytes)
    }

    /// The larger of the two last ratios of a cost to that of half the input; 0 if they are too small to tell.
    private static func growth(_ costs: [Double], least: Double) -> Double {
        zip(costs, costs.dropFirst()).suffix(2).compactMap { $0 < least ? nil : $1 / $0 }.max() ?? 0
    }
}
