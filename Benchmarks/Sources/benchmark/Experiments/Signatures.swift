import Foundation

/// Batches against `openssl speed` with the same kind of key, or for secp256k1, which it does not measure, against signet
/// with its OpenSSL engine, which calls libcrypto for each token.
struct Signatures: Experiment {
    enum Work {
        case sign, verify
    }

    let name: String
    let work: Work
    let algorithm: SigningAlgorithm
    let engine: Engine
    let reach: Reach

    /// Tokens to verify come again after this many: with RSA, signing takes 35 times as long as verifying.
    private let distinct = 2000

    init(_ name: String, _ work: Work, _ algorithm: SigningAlgorithm, _ engine: Engine, _ reach: Reach) {
        self.name = name
        self.work = work
        self.algorithm = algorithm
        self.engine = engine
        self.reach = reach
    }

    func measure(_ bench: Workbench) async throws -> [Row] {
        // signet names the kernel that the processor supports.
        let version = try await bench.command(bench.signet, "--version").text()
        let runs = engine != .multiBuffer || version.contains("multibuffer: ifma")
        var rows: [Row] = []
        for cores in bench.coreCounts {
            rows.append(row(cores, runs ? try await figures(bench, cores) : nil))
        }
        return rows
    }

    private func row(_ cores: Cores, _ figures: [Double]?) -> Row {
        let (verb, unit) = work == .sign ? ("batch", "sign/s") : ("verify batch", "verify/s")
        let suffix = engine == .multiBuffer ? ", multi-buffer" : ""
        let speed = "openssl speed -multi \(cores.count) \(algorithm.key.rawValue), \(unit)"
        return Row(
            "\(name)-\(cores.count)", "\(algorithm.name) \(verb), \(algorithm.key)\(suffix)",
            against: algorithm.key == .secp256k1 ? "--engine openssl --jobs \(cores.count)" : speed,
            reach: reach,
            rounds: figures ?? [], remark: figures == nil ? "no AVX-512 IFMA" : nil)
    }

    private func figures(_ bench: Workbench, _ cores: Cores) async throws -> [Double] {
        let batch = try await batch(bench, cores, engine)
        if algorithm.key == .secp256k1 {
            let other = try await self.batch(bench, cores, .openSSL)
            return try await ratios(bench.plan.rounds, of: batch.linesPerSecond, to: other.linesPerSecond)
        }
        return try await ratios(bench.plan.rounds, of: batch.linesPerSecond) {
            let speed = try await OpenSSLSpeed(algorithm.key, on: cores)
            return work == .sign ? speed.signaturesPerSecond : speed.verificationsPerSecond
        }
    }

    private func batch(_ bench: Workbench, _ cores: Cores, _ engine: Engine) async throws -> Batch {
        switch work {
        case .sign: try await bench.signing(algorithm, on: cores, engine: engine)
        case .verify: try await verifying(bench, cores, engine)
        }
    }

    private func verifying(_ bench: Workbench, _ cores: Cores, _ engine: Engine) async throws -> Batch {
        let claims = bench.file("claims-to-verify")
        try writeLines(distinct, to: claims, Claims.object)
        let signBatch = try await bench.signBatch(algorithm, on: bench.cores) + ["--in", claims]
        let tokens = try await Command(signBatch, on: bench.cores).output().split(
            separator: UInt8(ascii: "\n"))
        guard tokens.count == distinct else {
            throw Failure("a batch of \(distinct) gave \(tokens.count) tokens")
        }
        let verifyBatch = try await [
            bench.signet, "jwt", "verify", "--batch", "--jobs", "\(cores.count)", "--engine", engine.rawValue,
            "--alg", algorithm.name, "--key", bench.publicKey(algorithm.key),
        ]
        return try await Batch(verifyBatch, on: cores, for: bench.plan.batchSeconds, in: bench.folder) {
            tokens[$0 % tokens.count]
        }
    }
}
