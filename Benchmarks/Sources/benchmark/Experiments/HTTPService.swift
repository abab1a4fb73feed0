import Foundation
import Subprocess

/// `POST /sign` of the examples against the same service on PyJWT. wrk asks them, on the same processors.
struct HTTPService: Experiment {
    let name = "http-service"

    private let prototypeCount = 64

    func measure(_ bench: Workbench) async throws -> [Row] {
        try writeInputs(bench)
        let services = try await [
            ("service.py", service("python3", "\(examples)/service.py", bench)),
            ("service.mjs", service("node", "\(examples)/service.mjs", bench)),
        ]
        let theirs = try await service("python3", "\(drivers)/pyjwt_service.py", bench)
        let missing = await whatIsMissing(bench)
        let speed = { try await OpenSSLSpeed(.rsa2048, on: bench.cores).signaturesPerSecond }
        var rows: [Row] = []
        for connections in [1, 64] {
            let rates = (services.map(\.1) + [theirs]).map { service in
                { try await answersPerSecond(service, connections, bench) }
            }
            let figures = missing == nil ? try await interleaved(bench.plan.rounds, rates + [speed]) : []
            for (index, (name, _)) in services.enumerated() {
                let shares = figures.dropLast().map { zip($0, figures.last!).map { $0 / $1 }.median.fixed(2) }
                rows.append(
                    Row(
                        "\(self.name)-\(name)-\(connections)",
                        "POST /sign, RS256, \(name), connections: \(connections)",
                        against: "the same service on PyJWT", reach: .atLeast(1.5),
                        rounds: missing == nil
                            ? zip(figures[index], figures[services.count]).map { $0 / $1 } : [],
                        remark: missing
                            ?? "\(shares[index]) of openssl speed, PyJWT \(shares[services.count])"))
            }
        }
        return rows
    }

    // MARK: the services

    private let examples = "\(source)/Examples"
    private let drivers = "\(source)/Benchmarks/service"

    /// The folder that this was built from.
    private static let source = URL(filePath: #filePath).pathComponents.dropLast(5).joined(separator: "/")

    private func service(_ program: String, _ file: String, _ bench: Workbench) async throws -> Command {
        let signetFolder = URL(filePath: bench.signet).absoluteURL.deletingLastPathComponent().path
        return try await bench.command(
            "env", "PATH=\(signetFolder):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
            "PYTHONPATH=\(examples)", "PORT=0", "SESSIONS=\(bench.file("sessions.json"))",
            program, file, "--key", bench.key(.rsa2048), "--iss", "host",
            "--subject-allow", bench.file("users.txt"), "--at", "@1767225600")
    }

    /// Prototypes of one user, who has the token `secret`.
    private func writeInputs(_ bench: Workbench) throws {
        let header = Data(#"{"alg":"RS256","typ":"JWT"}"#.utf8)
        try writeLines(prototypeCount, to: bench.file("prototypes")) { number in
            let claims = #"{"iss":"host","sub":"14","jti":"\#(UUID())","nbf":1767225600,"exp":1767226500}"#
            return Data("\(header.base64URL).\(Data(claims.utf8).base64URL)".utf8)
        }
        try writeLines(1, to: bench.file("users.txt")) { _ in Data("14".utf8) }
        let digest = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
        try writeLines(1, to: bench.file("sessions.json")) { _ in Data(#"{"\#(digest)":"14"}"#.utf8) }
    }

    private func whatIsMissing(_ bench: Workbench) async -> String? {
        for program in ["wrk", "node"]
        where (try? await bench.command("sh", "-c", "command -v \(program)").output()) == nil {
            return "\(program) is not installed"
        }
        return await Library.pyJWT.installedName(bench) == nil ? "PyJWT is not installed" : nil
    }

    // MARK: the requests

    private func answersPerSecond(
        _ service: Command, _ connections: Int, _ bench: Workbench
    ) async throws -> Double {
        let result = try await Subprocess.run(
            service.configuration, input: .none, output: .sequence, error: .string(limit: 1 << 20)
        ) { execution in
            defer { try? execution.send(signal: .terminate) }
            // The first line is the address. If there is none, the service has failed.
            guard let address = try await execution.standardOutput.strings().first(where: { _ in true })
            else {
                return ""
            }
            let seconds = (2 * bench.plan.batchSeconds).rounded(.up).fixed(0)
            return try await bench.command(
                "wrk", "--threads", "1", "--connections", "\(connections)", "--duration", "\(seconds)s",
                "--timeout", "30s", "--script", "\(drivers)/requests.lua", address,
                "--", bench.file("prototypes")
            ).text()
        }
        try service.check(result)
        let report = result.closureResult
        let figures = report.split(separator: "\n").first { $0.hasPrefix("RESULT ") }?.split(separator: " ")
        guard let figures, figures.count == 3, let rate = Double(figures[1]), figures[2] == "0" else {
            throw Failure("wrk: \(report)")
        }
        return rate
    }
}
