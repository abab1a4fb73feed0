import JOSE
import OpenSSL
import Testing

/// Where the processor cannot do it, there are no groups, and these say so.
private let needsEngine = ConditionTrait.enabled(
    if: MultiBuffer.isSupported, "this processor has no AVX-512 IFMA, or OPENSSL_ia32cap forbids it")

@Suite("RSA signatures that are made and verified together are what they are one by one", needsEngine)
struct GroupTests {
    private static let names = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]
    private let rsa = TestKey.rsa.key

    private func payload(_ number: Int) -> [UInt8] {
        Array(#"{"sub":"\#(number)","pad":"\#(String(repeating: "x", count: number * 37))"}"#.utf8)
    }

    private func sign(_ counts: [Int], _ algorithm: Algorithm, _ engine: SigningEngine) throws -> [String] {
        var signer = try TokenSigner.make(rsa, algorithm, engine)
        let header = Base64URL.encode(Array(#"{"alg":"\#(algorithm.name)"}"#.utf8))
        var tokens: [String] = []
        for count in counts {
            var outputs = [[UInt8]](repeating: [], count: count)
            for place in 0..<count {
                let payload = payload(tokens.count + place)
                try signer.begin(header, payload: payload.span, to: &outputs[place])
            }
            signer.sign()
            for place in 0..<count { try signer.end(place, to: &outputs[place]) }
            tokens += outputs.map(text)
        }
        return tokens
    }

    @Test(
        "Every size of a group gives tokens that verify; RS256 and its like give the same ones",
        arguments: names)
    func signs(name: String) throws {
        let algorithm = try algorithm(name)
        let engine = try SigningEngine.make(.multiBuffer, rsa, algorithm)
        #expect(engine.choice == .multiBuffer)
        let together = try sign([1, 2, 3, 4, 5, 6, 7, 8, 8], algorithm, engine)
        for token in together { #expect(failure(of: token, under: rsa) == nil) }
        if name.hasPrefix("RS") {
            let alone = try sign([Int](repeating: 1, count: together.count), algorithm, .openSSL)
            #expect(together == alone)
        }
        #expect(engine.mismatches == 0)
    }

    @Test("Of the tokens of a group each gets its own answer", arguments: names)
    func verifies(name: String) throws {
        let algorithm = try algorithm(name)
        var tokens = try sign([Int](repeating: 1, count: 8), algorithm, .openSSL)
        for place in [0, 3, 7] { tokens[place] = String(tokens[place].dropLast(4)) + "AAAA" }
        tokens[5] = String(tokens[5].dropLast(2))
        var verifier = TokenVerifier(.key(rsa), policy(), .multiBuffer)
        #expect(verifier.groupSize == 8)
        for _ in 0..<2 {
            for (place, token) in tokens.enumerated() {
                try verifier.begin(CompactToken(parsing: Array(token.utf8)), at: place)
            }
            verifier.verifySignatures()
            let answers = tokens.indices.map { place in (try? verifier.end(place)) != nil }
            #expect(answers == [false, true, true, false, true, false, true, false])
        }
    }

    @Test("A new group knows nothing of what was found of the last one")
    func forgets() throws {
        let rs256 = try algorithm("RS256")
        let token = try CompactToken(parsing: Array(sign([1], rs256, .openSSL)[0].utf8))
        var verifier = TokenVerifier(.key(rsa), policy(), .multiBuffer)
        try verifier.begin(token, at: 0)
        verifier.verifySignatures()
        try verifier.end(0)
        try verifier.begin(token, at: 0)
        #expect(throws: TokenVerifier.Failure.invalid(.signature)) { try verifier.end(0) }
    }

    @Test("Tokens of several algorithms and keys may be in one group")
    func mixed() throws {
        var verifier = TokenVerifier(.key(rsa), policy(), .auto)
        var tokens: [String] = []
        for place in 0..<8 {
            let name = ["RS256", "PS256", "RS512"][place % 3]
            tokens += try sign([1], try algorithm(name), .openSSL)
        }
        tokens[4] += "!"
        var refused: [Int] = []
        for (place, token) in tokens.enumerated() {
            guard let parsed = try? CompactToken(parsing: Array(token.utf8)) else {
                refused.append(place)
                continue
            }
            try verifier.begin(parsed, at: place - refused.count)
        }
        verifier.verifySignatures()
        #expect(refused == [4])
        for place in 0..<7 { try verifier.end(place) }
    }

    @Test("More headers than are remembered are no trouble")
    func manyHeaders() throws {
        var verifier = TokenVerifier(.key(rsa), policy(), .auto)
        var signer = try TokenSigner.make(rsa, try algorithm("RS256"))
        for round in 0..<6 {
            for place in 0..<8 {
                let header = Base64URL.encode(Array(#"{"alg":"RS256","n":\#(round * 5 + place)}"#.utf8))
                let token = try signer.token(header, Base64URL.encode(Array("{}".utf8)))
                try verifier.begin(CompactToken(parsing: token), at: place)
            }
            verifier.verifySignatures()
            for place in 0..<8 { try verifier.end(place) }
        }
    }

    @Test("Keys that are not its kind are signed with by libcrypto, or refused where it was demanded")
    func otherKeys() throws {
        for (key, name) in [(TestKey.p256.key, "ES256"), (TestKey.hmac.key, "HS256")] {
            let algorithm = try algorithm(name)
            #expect(try SigningEngine.make(.auto, key, algorithm).choice == .openSSL)
            #expect(throws: EngineRefusal.key) { try SigningEngine.make(.multiBuffer, key, algorithm) }
            #expect(TokenVerifier(.key(key), policy(), .auto).groupSize == 1)
        }
        #expect(try SigningEngine.make(.openSSL, rsa, try algorithm("RS256")).choice == .openSSL)
        #expect(TokenVerifier(.key(rsa), policy(), .openSSL).groupSize == 1)
    }
}
