import JOSE
import JSON
import MultiBuffer
import OpenSSL
import Testing

/// Where the processor cannot do it, there are no groups for RSA, and these say so.
private let needsEngine = ConditionTrait.enabled(
    if: MultiBuffer.kernel == .ifma, "this processor has no AVX-512 IFMA, or OPENSSL_ia32cap forbids it")

@Suite("RSA signatures that are made and verified together are what they are one by one", needsEngine)
struct GroupTests {
    private static let names = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]
    private let rsa = TestKey.rsa.key

    private func payload(_ number: Int) -> [UInt8] {
        Array(#"{"sub":"\#(number)","pad":"\#(String(repeating: "x", count: number * 37))"}"#.utf8)
    }

    private func sign(_ counts: [Int], _ algorithm: Algorithm, _ backend: SignatureBackend) throws -> [String]
    {
        var signer = try SigningKey(rsa, algorithm).signer(backend)
        let header = Base64URL.encode(Array(#"{"alg":"\#(algorithm.name)"}"#.utf8))
        var tokens: [String] = []
        for count in counts {
            var outputs = [[UInt8]](repeating: [], count: count)
            for place in 0..<count {
                let payload = payload(tokens.count + place)
                try signer.begin(header, payload: payload.span)
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
        let backend = try SignatureBackend.make(.multiBuffer, SigningKey(rsa, algorithm))
        #expect(backend.kernel != nil)
        let together = try sign([1, 2, 3, 4, 5, 6, 7, 8, 8], algorithm, backend)
        for token in together { #expect(failure(of: token, under: rsa) == nil) }
        if name.hasPrefix("RS") {
            let alone = try sign([Int](repeating: 1, count: together.count), algorithm, .openSSL)
            #expect(together == alone)
        }
        #expect(backend.counts.mismatches == 0)
    }

    @Test("Of the tokens of a group each gets its own answer", arguments: names)
    func verifies(name: String) throws {
        let algorithm = try algorithm(name)
        var tokens = try sign([Int](repeating: 1, count: 8), algorithm, .openSSL)
        for place in [0, 3, 7] { tokens[place] = String(tokens[place].dropLast(4)) + "AAAA" }
        tokens[5] = String(tokens[5].dropLast(2))
        var verifier = TokenVerifier(try .key(rsa), policy(), .multiBuffer)
        #expect(verifier.groupSize == 64)
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
        var verifier = TokenVerifier(try .key(rsa), policy(), .multiBuffer)
        try verifier.begin(token, at: 0)
        verifier.verifySignatures()
        try verifier.end(0)
        try verifier.begin(token, at: 0)
        #expect(throws: TokenError.signature) { try verifier.end(0) }
    }

    @Test("Tokens of several algorithms and keys may be in one group")
    func mixed() throws {
        var verifier = TokenVerifier(try .key(rsa), policy(), .auto)
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

    @Test("Keys of a set share groups, and each signature is verified with the key that its token names")
    func severalKeys() throws {
        let rs256 = try algorithm("RS256")
        let keys = try [rsa, TestKey.rsa.other, Key(.privateKey(PrivateKey.generate(.rsa(bits: 2048))))]
        let members = try keys.enumerated().map { index, key in
            try jwk(#require(key.publicKey), ["kid": .string("\(index)")])
        }
        let source = try KeySource.set(keySet(#"{"keys":[\#(members.joined(separator: ","))]}"#))
        var tokens: [CompactToken] = []
        var expected: [Bool] = []
        for number in 0..<96 {
            // Every fifth is signed with another key than it names.
            let (named, used) = (number % 3, number % 5 == 0 ? (number + 1) % 3 : number % 3)
            let header = Base64URL.encode(Array(#"{"alg":"RS256","kid":"\#(named)","n":\#(number)}"#.utf8))
            var signer = try SigningKey(keys[used], rs256).signer()
            tokens.append(try CompactToken(parsing: signer.token(header, Base64URL.encode(Array("{}".utf8)))))
            expected.append(named == used)
        }
        do {
            var verifier = TokenVerifier(source, policy(), .auto)
            for start in stride(from: 0, to: 96, by: 32) {
                for place in 0..<32 { try verifier.begin(tokens[start + place], at: place) }
                verifier.verifySignatures()
                for place in 0..<32 {
                    #expect(((try? verifier.end(place)) != nil) == expected[start + place])
                }
            }
        }
        #expect(source.counts.multiBuffer == 96)
        #expect(source.counts.openSSL == 0)
    }

    @Test("Few signatures are verified by libcrypto, and counted as its own")
    func few() throws {
        let source = try KeySource.key(rsa)
        let token = try CompactToken(parsing: Array(sign([1], try algorithm("RS256"), .openSSL)[0].utf8))
        do {
            var verifier = TokenVerifier(source, policy(), .auto)
            for count in [1, 2, 3] {
                for place in 0..<count { try verifier.begin(token, at: place) }
                verifier.verifySignatures()
                for place in 0..<count { try verifier.end(place) }
            }
        }
        #expect(source.counts.multiBuffer == 3)
        #expect(source.counts.openSSL == 3)
    }

    @Test("An engine that supports no key of the source is not used")
    func unsupported() throws {
        let small = try Key(.privateKey(PrivateKey.generate(.rsa(bits: 2056))))
        #expect(try !KeySource.key(small).hasEngineKeys)
        #expect(TokenVerifier(try .key(small), policy(), .auto).groupSize == 1)
    }

    @Test("More headers than are remembered are no trouble")
    func manyHeaders() throws {
        var verifier = TokenVerifier(try .key(rsa), policy(), .auto)
        var signer = try SigningKey(rsa, try algorithm("RS256")).signer()
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
        for (key, name) in [(TestKey.ed448.key, "EdDSA"), (TestKey.hmac.key, "HS256")] {
            let algorithm = try algorithm(name)
            #expect(try SignatureBackend.make(.auto, SigningKey(key, algorithm)).kernel == nil)
            #expect(throws: BackendError.key) {
                try SignatureBackend.make(.multiBuffer, SigningKey(key, algorithm))
            }
            #expect(TokenVerifier(try .key(key), policy(), .auto).groupSize == 1)
        }
        #expect(try SignatureBackend.make(.openSSL, SigningKey(rsa, try algorithm("RS256"))).kernel == nil)
        #expect(TokenVerifier(try .key(rsa), policy(), .openSSL).groupSize == 1)
    }
}

@Suite("Signatures on curves that are made and verified together are what they are one by one")
struct CurveGroupTests {
    static let cases: [(TestKey, String)] = [
        (.p256, "ES256"), (.p384, "ES384"), (.p521, "ES512"), (.secp256k1, "ES256K"), (.ed25519, "EdDSA"),
    ]

    private func tokens(
        _ count: Int, _ key: Key, _ algorithm: Algorithm, _ backend: SignatureBackend = .openSSL,
        id: String? = nil
    ) throws -> [String] {
        var signer = try SigningKey(key, algorithm).signer(backend)
        let member = id.map { #","kid":"\#($0)""# } ?? ""
        let header = Base64URL.encode(Array(#"{"alg":"\#(algorithm.name)"\#(member)}"#.utf8))
        var outputs: [[UInt8]] = []
        while outputs.count < count {
            let first = outputs.count
            for place in 0..<min(signer.groupSize, count - first) {
                outputs.append([])
                let payload = Array(#"{"sub":"\#(first + place)"}"#.utf8)
                try signer.begin(header, payload: payload.span)
            }
            signer.sign()
            for place in first..<outputs.count { try signer.end(place - first, to: &outputs[place]) }
        }
        return outputs.map(text)
    }

    private func answers(_ tokens: [String], _ verifier: inout TokenVerifier) throws -> [Bool] {
        var answers: [Bool] = []
        for start in stride(from: 0, to: tokens.count, by: verifier.groupSize) {
            let group = tokens[start..<min(start + verifier.groupSize, tokens.count)]
            for (place, token) in group.enumerated() {
                try verifier.begin(CompactToken(parsing: Array(token.utf8)), at: place)
            }
            verifier.verifySignatures()
            for place in 0..<group.count { answers.append((try? verifier.end(place)) != nil) }
        }
        return answers
    }

    @Test("Every size of a group gives tokens that verify", arguments: cases)
    func signs(name: TestKey, algorithmName: String) throws {
        let algorithm = try algorithm(algorithmName)
        let backend = try SignatureBackend.make(.multiBuffer, SigningKey(name.key, algorithm))
        #expect(backend.kernel != nil)
        #expect(try SigningKey(name.key, algorithm).signer(backend).groupSize == 64)
        for count in [1, 2, 3, 8, 33, 64, 140] {
            let together = try tokens(count, name.key, algorithm, backend)
            for token in together { #expect(failure(of: token, under: name.key) == nil) }
            if algorithmName == "EdDSA" { #expect(together == (try tokens(count, name.key, algorithm))) }
        }
        #expect(backend.counts.mismatches == 0)
    }

    @Test("Of the tokens of a group each gets its own answer", arguments: cases)
    func verifies(name: TestKey, algorithmName: String) throws {
        var all = try tokens(100, name.key, algorithm(algorithmName))
        var expected = [Bool](repeating: true, count: all.count)
        for place in [0, 3, 9, 31, 32, 50, 63, 64, 99] {
            all[place] = String(all[place].dropLast(4)) + "AAAA"
            expected[place] = false
        }
        for place in [11, 77] {
            // Cut where no bits are left over.
            let signature = all[place].split(separator: ".")[2]
            all[place] = String(all[place].dropLast(signature.count % 4 == 0 ? 4 : signature.count % 4))
            expected[place] = false
        }
        var verifier = try TokenVerifier(.key(name.publicKey), policy(), .multiBuffer)
        #expect(verifier.groupSize == 64)
        #expect(try answers(all, &verifier) == expected)
    }

    @Test("Tokens of all kinds of keys in one set may be in one group")
    func mixed() throws {
        var members: [String] = []
        var all: [[String]] = []
        for (index, (name, algorithmName)) in (Self.cases + [(.rsa, "RS256"), (.ed448, "EdDSA")]).enumerated()
        {
            for (key, id) in [(name.key, "a\(index)"), (name.other, "b\(index)")] {
                let publicKey = try #require(key.publicKey)
                members.append(try jwk(publicKey, ["kid": .string(id)]))
                all.append(try tokens(40, key, algorithm(algorithmName), id: id))
            }
        }
        let set = try keySet(#"{"keys":[\#(members.joined(separator: ","))]}"#)
        // One of each key in turn, and every ninth with another's signature.
        var tokens = (0..<40).flatMap { round in all.map { $0[round] } }
        let expected = tokens.indices.map { $0 % 9 != 4 }
        for index in tokens.indices where !expected[index] {
            tokens[index] =
                String(tokens[index].prefix { $0 != "." }) + "." + "e30"
                + String(tokens[index][tokens[index].lastIndex(of: ".")!...])
        }
        var verifier = TokenVerifier(.set(set), policy(), .auto)
        #expect(verifier.groupSize == 64)
        #expect(try answers(tokens, &verifier) == expected)
    }

    @Test("More headers than are remembered are no trouble")
    func manyHeaders() throws {
        var all: [String] = []
        for number in 0..<40 { all += try tokens(3, TestKey.p256.key, algorithm("ES256"), id: "\(number)") }
        var verifier = try TokenVerifier(.key(TestKey.p256.publicKey), policy(), .auto)
        for _ in 0..<3 { #expect(try answers(all, &verifier).allSatisfy { $0 }) }
    }
}
