import FoundationEssentials
import JWTKit

/// `ALG KEY CLAIMS SECONDS`: sign the claims of a file, one object a line, again and again for that long.
struct LoopRequest {
    struct Malformed: Error {}

    let algorithm: String
    let key: [UInt8]
    let claims: [TokenClaims]
    let duration: Duration

    init(_ line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 4, let seconds = Double(words[3]) else { throw Malformed() }
        algorithm = words[0]
        key = try [UInt8](Data(contentsOf: URL(filePath: words[1])))
        let lines = try Data(contentsOf: URL(filePath: words[2])).split(separator: UInt8(ascii: "\n"))
        claims = try lines.map { try JSONDecoder().decode(TokenClaims.self, from: $0) }
        duration = .seconds(seconds)
    }

    /// The clock starts when the key and the claims are in memory; `nil`: jwt-kit does not know the algorithm.
    func tokensPerSecond() async throws -> Double? {
        guard let keys = try await signingKeys(algorithm, key) else { return nil }
        // The first tokens warm up what is made once.
        for claims in claims.prefix(8) { _ = try await keys.sign(claims) }
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while true {
            for claims in claims {
                _ = try await keys.sign(claims)
                count += 1
                // Reading the clock for each token would cost more than some signatures.
                if count % 16 == 0, clock.now - start >= duration {
                    return Double(count) / ((clock.now - start) / .seconds(1))
                }
            }
        }
    }
}
