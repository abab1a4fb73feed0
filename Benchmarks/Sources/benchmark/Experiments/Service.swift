import Foundation
import Subprocess

/// A batch as a co-process that answers each line at once, against the same service on PyJWT, each on one processor.
struct Service: Experiment {
    let name = "service"

    /// Requests that wait for their answers at any time.
    private let inFlight = 64

    func measure(_ bench: Workbench) async throws -> [Row] {
        let cores = bench.cores.one
        let algorithm = SigningAlgorithm.rs256
        let requests = (0..<inFlight).map { number in lines(1) { _ in Claims.object(number) } }
        let services = try await [
            Command(bench.signBatch(algorithm, on: cores), on: cores),
            Command(Library.pyJWT.loop + [algorithm.name, bench.key(algorithm.key)], on: cores),
        ].map { service in
            { try await answersPerSecond(service, to: requests, for: bench.plan.batchSeconds) }
        }
        let isInstalled = await Library.pyJWT.installedName(bench) != nil
        return [
            Row(
                name, "\(algorithm.name) co-process, \(inFlight) requests in flight",
                against: "the same service on PyJWT", reach: .atLeast(1.5),
                rounds: isInstalled
                    ? try await ratios(bench.plan.rounds, of: services[0], to: services[1]) : [],
                remark: isInstalled ? nil : "not installed")
        ]
    }

    private func answersPerSecond(
        _ service: Command, to requests: [Data], for seconds: Double
    ) async throws -> Double {
        let result = try await Subprocess.run(
            service.configuration, input: .inputWriter, output: .sequence, error: .string(limit: 1 << 20)
        ) { execution in
            var start: ContinuousClock.Instant?
            var (count, elapsed) = (0, 0.0)
            _ = try await execution.standardInputWriter.write(Data(requests.joined()))
            for try await answers in execution.standardOutput where elapsed < seconds {
                let answered = answers.withUnsafeBytes { bytes in bytes.count { $0 == UInt8(ascii: "\n") } }
                // The clock runs from the first answer, which comes when the service has started.
                if let start {
                    count += answered
                    elapsed = (ContinuousClock.now - start) / .seconds(1)
                } else {
                    start = .now
                }
                if elapsed < seconds {
                    _ = try await execution.standardInputWriter.write(
                        Data(requests.prefix(answered).joined()))
                } else {
                    try await execution.standardInputWriter.finish()
                }
            }
            return Double(count) / elapsed
        }
        try service.check(result)
        return result.closureResult
    }
}
