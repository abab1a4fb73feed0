import ArgumentParser
import Foundation
import JWTKit

/// Batches against the loops that people write today, each in a process of its own, all on one processor.
///
/// The others start from claims in memory, and stop at the token; signet reads lines and writes lines.
struct Libraries: Experiment {
    let name = "libraries"

    /// Lines of claims that the loops go round.
    private let claimsCount = 1000

    func measure(_ bench: Workbench) async throws -> [Row] {
        let claims = bench.file("claims-for-libraries")
        try writeLines(claimsCount, to: claims, Claims.object)
        var names: [Library: String] = [:]
        for library in Library.allCases {
            names[library] = await library.installedName(bench)
        }
        let libraries = Library.allCases.filter { names[$0] != nil }
        var parts: [Library: [Row.Part]] = [:]
        for algorithm in SigningAlgorithm.all {
            let seconds = bench.plan.librarySeconds
            let request = try await [algorithm.name, bench.key(algorithm.key), claims, "\(seconds)"]
            let batch = try await bench.signing(algorithm, on: bench.cores.one, for: seconds)
            let rates = libraries.map { library in
                { try await Command(library.loop + request, on: bench.cores.one).number() }
            }
            let figures = try await interleaved(bench.plan.rounds, [batch.linesPerSecond] + rates)
            // 0: the library does not know the algorithm.
            for (library, theirs) in zip(libraries, figures.dropFirst()) where theirs.allSatisfy({ $0 > 0 }) {
                let ratios = zip(figures[0], theirs).map { $0 / $1 }
                parts[library, default: []].append(Row.Part(algorithm.name, ratios))
            }
        }
        return Library.allCases.map { row($0, names[$0], parts[$0] ?? []) }
    }

    private func row(_ library: Library, _ name: String?, _ parts: [Row.Part]) -> Row {
        let least = parts.min { $0.figure < $1.figure }
        return Row(
            "library-\(library.rawValue)", "batch on one processor, least of \(parts.count) algorithms",
            against: "\(name ?? library.rawValue) in a loop", reach: .atLeast(1.5),
            rounds: least?.rounds ?? [], parts: parts.isEmpty ? nil : parts,
            remark: least?.name ?? "not installed")
    }
}

/// Another maker of tokens, which measures itself.
enum Library: String, CaseIterable {
    case pyJWT = "PyJWT"
    case joserfc
    case jwtKit = "jwt-kit"

    /// token_loop.py says what it takes and prints; jwt-kit's loop does the same.
    var loop: [String] {
        switch self {
        case .pyJWT: Library.python + ["pyjwt"]
        case .joserfc: Library.python + ["joserfc"]
        case .jwtKit: [Command.sibling("benchmark"), "jwt-kit-loop"]
        }
    }

    /// With its version, if it knows that; `nil` if it is not installed: without arguments a loop fails or prints it.
    func installedName(_ bench: Workbench) async -> String? {
        try? await Command(loop, on: bench.cores).text().trimmingCharacters(in: .newlines)
    }

    private static let python = [
        "python3", "-c", String(decoding: PackageResources.token_loop_py, as: UTF8.self),
    ]
}

/// Signs tokens with jwt-kit, as fast as it does.
struct JWTKitLoop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "jwt-kit-loop", shouldDisplay: false)

    @Argument(help: "ALG KEY CLAIMS SECONDS")
    var request: [String] = []

    /// The claims as plain types: jwt-kit's own claim types take longer.
    private struct TokenClaims: JWTPayload {
        let iss, sub, aud, jti: String
        let iat, nbf, exp: Int
        let scope: String

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    func run() async throws {
        guard request.count == 4, let seconds = Double(request[3]) else { return print("jwt-kit") }
        let lines = try Data(contentsOf: URL(filePath: request[2])).split(separator: UInt8(ascii: "\n"))
        let claims = try lines.map { try JSONDecoder().decode(TokenClaims.self, from: $0) }
        guard let keys = try await keys(request[0], Data(contentsOf: URL(filePath: request[1]))) else {
            return print(0)
        }
        // The first tokens warm up what is made once.
        for claims in claims.prefix(8) { _ = try await keys.sign(claims) }
        let start = ContinuousClock.now
        var count = 0
        while true {
            for claims in claims {
                _ = try await keys.sign(claims)
                count += 1
                // To read the clock for each token would cost more than some signatures.
                guard count % 16 == 0 else { continue }
                let elapsed = (ContinuousClock.now - start) / .seconds(1)
                if elapsed >= seconds { return print(Double(count) / elapsed) }
            }
        }
    }

    /// A collection with the one key that signs with `algorithm`, or `nil` if jwt-kit does not know it.
    ///
    /// - Parameter bytes: PKCS#8 in PEM, or the secret itself.
    private func keys(_ algorithm: String, _ bytes: Data) async throws -> JWTKeyCollection? {
        let keys = JWTKeyCollection()
        let digests: [Substring: DigestAlgorithm] = ["256": .sha256, "384": .sha384, "512": .sha512]
        let digest = digests[algorithm.dropFirst(2)] ?? .sha256
        let pem = String(decoding: bytes, as: UTF8.self)
        switch algorithm {
        case "HS256", "HS384", "HS512":
            await keys.add(hmac: HMACKey(from: bytes), digestAlgorithm: digest)
        case "RS256", "RS384", "RS512":
            try await keys.add(rsa: Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: digest)
        case "PS256", "PS384", "PS512":
            try await keys.add(pss: Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: digest)
        case "ES256": try await keys.add(ecdsa: ES256PrivateKey(pem: pem))
        case "ES384": try await keys.add(ecdsa: ES384PrivateKey(pem: pem))
        case "ES512": try await keys.add(ecdsa: ES512PrivateKey(pem: pem))
        case "EdDSA": try await keys.add(eddsa: EdDSA.PrivateKey(pem: pem))
        default: return nil
        }
        return keys
    }
}
