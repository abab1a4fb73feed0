import ArgumentParser
import Dispatch
import Foundation

/// One or more rows of the table, measured together.
protocol Experiment: Sendable {
    /// What `--only` calls it.
    var name: String { get }
    /// No other experiment has it; `--resume` goes by it.
    var id: String { get }

    func measure(_ bench: Workbench) async throws -> [Row]
}

extension Experiment {
    var id: String { name }
}

private let experiments: [any Experiment] =
    [
        Signatures("rs256", .sign, .rs256, .openSSL, .atLeast(0.97)),
        Signatures("rs256-3072", .sign, SigningAlgorithm("RS256", .rsa3072), .openSSL, .atLeast(0.97)),
        Signatures("rs256-4096", .sign, SigningAlgorithm("RS256", .rsa4096), .openSSL, .atLeast(0.97)),
        Signatures("rs256-multibuffer", .sign, .rs256, .multiBuffer, .atLeast(2.8)),
        Signatures(
            "rs256-3072-multibuffer", .sign, SigningAlgorithm("RS256", .rsa3072), .multiBuffer, .atLeast(3.0)),
        Signatures(
            "rs256-4096-multibuffer", .sign, SigningAlgorithm("RS256", .rsa4096), .multiBuffer, .atLeast(4.2)),
        Signatures("es256", .sign, .es256, .openSSL, .atLeast(0.90)),
        Signatures("eddsa", .sign, .edDSA, .openSSL, .atLeast(0.93)),
        Signatures("es256-multibuffer", .sign, .es256, .multiBuffer, .atLeast(2.5)),
        Signatures("es384-multibuffer", .sign, .es384, .multiBuffer, .atLeast(20)),
        Signatures("es512-multibuffer", .sign, .es512, .multiBuffer, .atLeast(5)),
        Signatures(
            "es256k-multibuffer", .sign, SigningAlgorithm("ES256K", .secp256k1), .multiBuffer, .atLeast(10)),
        Signatures("eddsa-multibuffer", .sign, .edDSA, .multiBuffer, .atLeast(2.0)),
        HMACs(),
        Signatures("rs256-verify", .verify, .rs256, .openSSL, .atLeast(0.85)),
        Signatures("rs256-verify-multibuffer", .verify, .rs256, .multiBuffer, .atLeast(2.0)),
        Signatures("es256-verify-multibuffer", .verify, .es256, .multiBuffer, .atLeast(2.5)),
        Signatures("es384-verify-multibuffer", .verify, .es384, .multiBuffer, .atLeast(8)),
        Signatures("es512-verify-multibuffer", .verify, .es512, .multiBuffer, .atLeast(5)),
        Signatures(
            "es256k-verify-multibuffer", .verify, SigningAlgorithm("ES256K", .secp256k1), .multiBuffer,
            .atLeast(10)),
        Signatures("eddsa-verify-multibuffer", .verify, .edDSA, .multiBuffer, .atLeast(2.0)),
        Libraries(),
        Service(),
        HTTPService(),
        SigningOnce(),
        ShowingVersion(),
        Scaling(),
        LongBatch(),
        ResumedBatch(),
        Instructions(),
    ] + Growth.all.map { Costs(growth: $0) as any Experiment }

@main
struct Benchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmark", abstract: "Compare signet with other programs and libraries.",
        usage: "benchmark [--quick | --long] [--only NAME]... [options]",
        subcommands: [MACLoop.self, JWTKitLoop.self])

    @Option(help: .init("The signet to measure.", valueName: "file"))
    var signet = "signet"

    @Flag(help: "Measure shortly, to see that everything works; or long, on a quiet night.")
    var length: Length?

    @Option(help: .init("Make this experiment alone; may be repeated.", valueName: "name"))
    var only: [String] = []

    @Option(help: .init("Of the costs, measure inputs whose name contains this.", valueName: "text"))
    var input = ""

    @Option(help: .init("Write the figures to a file, after each experiment.", valueName: "file"))
    var json: String?

    @Flag(help: "Keep what an interrupted run has written to the file of --json, and measure the rest.")
    var resume = false

    @Option(help: .init("Draw the picture of README.md to a file.", valueName: "file"))
    var svg: String?

    enum Length: EnumerableFlag {
        case quick, long
    }

    func validate() throws {
        let names = experiments.map(\.name)
        for name in only where !names.contains(name) {
            throw ValidationError(
                "no experiment '\(name)'; expected \(Set(names).sorted().joined(separator: ", "))")
        }
        if resume, json == nil { throw ValidationError("--resume requires --json FILE") }
    }

    func run() async throws {
        // A process that ends too early is noticed by its exit status, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        let plan: Plan =
            switch length {
            case .quick: .quick
            case .long: .long
            case nil: .usual
            }
        let bench = try Workbench(signet: signet, plan: plan, cores: .available())
        defer { bench.remove() }
        let interrupts = [SIGINT, SIGTERM, SIGHUP].map { removeOnSignal($0, bench) }
        defer { interrupts.forEach { $0.cancel() } }

        let results = try await measure(bench)
        show(results.ending)
        if let svg { try SpeedChart(results).write(to: svg) }
        let isMissed = results.rows.contains { $0.isRequired && $0.reached == false }
        if !results.failures.isEmpty || isMissed { throw ExitCode.failure }
    }

    private func measure(_ bench: Workbench) async throws -> Results {
        let versions = [
            try await bench.command(signet, "--version").text(),
            try await bench.command("openssl", "version").text(),
        ].map { $0.split(separator: "\n").joined(separator: ", ") }
        var results = Results(plan: bench.plan.name, processors: bench.cores.count, versions: versions)
        if resume, let json { results = try results.resumed(from: json) }
        show(results.beginning(rounds: bench.plan.rounds))
        for experiment in experiments where isWanted(experiment) && !results.finished.contains(experiment.id)
        {
            bench.say(experiment.id)
            do {
                let rows = try await experiment.measure(bench)
                results.rows += rows
                show(rows.map(\.line).joined())
            } catch {
                results.failures[experiment.id] = "\(error)"
            }
            results.finished.append(experiment.id)
            if let json { try results.writeJSON(to: json) }
        }
        return results
    }

    /// Without a buffer, so that a row is seen when it has been measured, also through a pipe.
    private func show(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    private func isWanted(_ experiment: any Experiment) -> Bool {
        guard only.isEmpty || only.contains(experiment.name) else { return false }
        guard let costs = experiment as? Costs else { return true }
        return input.isEmpty || costs.growth.name.contains(input)
    }

    /// What has been started gets the signal by itself.
    private func removeOnSignal(_ number: Int32, _ bench: Workbench) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler {
            bench.remove()
            _exit(128 + number)
        }
        source.resume()
        return source
    }
}
