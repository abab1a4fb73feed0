import Foundation

/// A kind of input that may be large, and the command that reads it.
struct Growth: Sendable {
    /// What there is more and more of.
    let name: String
    /// Of the smallest of four inputs. Eight times as many take at least 50 ms, or are nearly as many as are read.
    let base: Int
    let status: Int
    /// Writes the input of a size, and returns the arguments of signet.
    let arguments: @Sendable (CostInputs, Int) throws -> [String]

    init(
        _ name: String, _ base: Int, status: Int = 0,
        _ arguments: @escaping @Sendable (CostInputs, Int) throws -> [String]
    ) {
        self.name = name
        self.base = base
        self.status = status
        self.arguments = arguments
    }

    static var all: [Growth] {
        json + tokens + disclosures + keys + certificates + paths + revocation + containers + arguments
    }
}

/// What the inputs are made with.
struct CostInputs {
    private let bench: Workbench
    private let folder: URL
    /// The files of keys: an HMAC secret, and P-256.
    let secret, key: String
    let signer: CostKey
    /// SubjectPublicKeyInfo of P-521, whose signatures take the longest to verify.
    let slowKey: DER
    /// A self-signed certificate.
    let signed: DER

    init(_ bench: Workbench) async throws {
        self.bench = bench
        folder = bench.folder.appending(path: "costs")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        secret = try await bench.key(.secret)
        key = try await bench.key(.p256)
        signer = try CostKey(key)
        slowKey = try CostKey(await bench.key(.p521)).publicKey
        signed = try X509.certificate(X509.name("cost"), signer, X509.ca)
    }

    func command(_ arguments: [String]) -> Command { Command([bench.signet] + arguments, on: bench.cores) }

    /// Removes the files of one input.
    func clear() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: folder.appending(path: name))
        return path(name)
    }

    func file(_ bytes: [UInt8]) throws -> String { try file("input", bytes) }

    func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

    func file(_ text: String) throws -> String { try file("input", text) }
}

/// Numbered texts with something between them.
func join(_ count: Int, _ separator: String = ",", _ text: (Int) -> String) -> String {
    (0..<count).lazy.map(text).joined(separator: separator)
}
