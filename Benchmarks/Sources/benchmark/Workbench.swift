/// What every experiment needs: the binary, keys, a folder, processors, and how long it may take.
struct Workbench {
    let signet: String
    let plan: Plan
    let folder: TemporaryFolder
    let keys: KeyFiles
    let cores: Cores

    /// One processor, and all of them where there are more.
    var coreCounts: [Cores] { cores.count > 1 ? [cores.one, cores] : [cores] }

    func signBatch(
        _ algorithm: SigningAlgorithm, jobs: Int, key: KeyKind? = nil, engine: Engine = .auto
    ) throws -> [String] {
        let kind = key ?? algorithm.key
        let format = kind == .secret ? ["--key-format", "raw"] : []
        return try [
            signet, "jwt", "sign", "--batch", "--jobs", "\(jobs)", "--engine", engine.rawValue, "--alg",
            algorithm.name, "--key", keys.path(kind),
        ] + format
    }

    func verifyBatch(_ algorithm: SigningAlgorithm, jobs: Int, engine: Engine) throws -> [String] {
        try [
            signet, "jwt", "verify", "--batch", "--jobs", "\(jobs)", "--engine", engine.rawValue, "--alg",
            algorithm.name, "--key", keys.publicPath(algorithm.key),
        ]
    }

    /// A batch over claims, on those processors, with as many jobs.
    func signing(
        _ algorithm: SigningAlgorithm, key: KeyKind? = nil, engine: Engine = .auto, on cores: Cores,
        for seconds: Double? = nil
    ) throws -> Batch {
        try Batch(
            signBatch(algorithm, jobs: cores.count, key: key, engine: engine), on: cores,
            for: seconds ?? plan.batchSeconds,
            in: folder, input: ClaimsLines.write)
    }
}
