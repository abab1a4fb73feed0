import Foundation

/// What every experiment needs: the binary, keys, a folder, processors, and how long it may take.
struct Workbench {
    let signet: String
    let plan: Plan
    /// Holds keys and inputs while the benchmark runs.
    let folder: URL
    let cores: Cores

    init(signet: String, plan: Plan, cores: Cores) throws {
        self.signet = signet
        self.plan = plan
        self.cores = cores
        folder = FileManager.default.temporaryDirectory.appending(
            path: "signet-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    func say(_ words: String) { FileHandle.standardError.write(Data("benchmark: \(words)\n".utf8)) }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// One processor, and all of them if there are more.
    var coreCounts: [Cores] { cores.count > 1 ? [cores.one, cores] : [cores] }

    func file(_ name: String) -> String { folder.appending(path: name).path }

    func command(_ words: String..., on cores: Cores? = nil) -> Command {
        Command(words, on: cores ?? self.cores)
    }

    /// The binary, copied as `make install` copies it. The file that a linker wrote starts more slowly: by 4 % of a
    /// `jwt sign`, where it was measured.
    func installed() async throws -> String {
        let path = file("signet")
        _ = try await command("sh", "-c", #"install "$(command -v "$0")" "$1""#, signet, path).output()
        return path
    }

    /// The file of a key, which is made when it is first asked for.
    func key(_ kind: KeyKind) async throws -> String {
        let path = file("\(kind).key")
        if !FileManager.default.fileExists(atPath: path) {
            _ = try await Command(["openssl"] + kind.generation(path), on: cores).output()
        }
        return path
    }

    func publicKey(_ kind: KeyKind) async throws -> String {
        let path = file("\(kind).pub")
        _ = try await command("openssl", "pkey", "-in", key(kind), "-pubout", "-out", path).output()
        return path
    }

    /// A batch that signs claims, with a job for each of those processors.
    func signBatch(
        _ algorithm: SigningAlgorithm, on cores: Cores, engine: Engine = .auto
    ) async throws -> [String] {
        let format = algorithm.key == .secret ? ["--key-format", "raw"] : []
        return try await [
            signet, "jwt", "sign", "--batch", "--jobs", "\(cores.count)", "--engine", engine.rawValue,
            "--alg", algorithm.name, "--key", key(algorithm.key),
        ] + format
    }

    /// The same with its input.
    func signing(
        _ algorithm: SigningAlgorithm, on cores: Cores, engine: Engine = .auto, for seconds: Double? = nil
    ) async throws -> Batch {
        try await Batch(
            signBatch(algorithm, on: cores, engine: engine), on: cores, for: seconds ?? plan.batchSeconds,
            in: folder, line: Claims.object)
    }
}

/// What `--engine` takes.
enum Engine: String {
    case auto
    case openSSL = "openssl"
    case multiBuffer = "multibuffer"
}
