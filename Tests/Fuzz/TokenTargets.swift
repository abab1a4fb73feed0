import COpenSSL
import JOSE
import JSON
import OpenSSL
import System

extension FuzzTarget {
    static let tokens = [
        FuzzTarget(name: "token", words: tokenWords, seeds: tokenSeeds, body: testToken),
        FuzzTarget(
            name: "prototype", words: tokenWords,
            seeds: {
                try tokenSeeds().map {
                    Array($0.split(separator: UInt8(ascii: "."))[..<2].joined(separator: [0x2E]))
                }
            },
            body: testPrototype),
        FuzzTarget(
            name: "header", words: jsonWords + tokenWords, seeds: { headers.map { Array($0.utf8) } },
            body: testHeader),
        FuzzTarget(
            name: "claims", words: jsonWords + claimWords, seeds: { claims.map { Array($0.utf8) } },
            body: testClaims),
        FuzzTarget(name: "token-peer", words: jsonWords + tokenWords, seeds: peerSeeds, body: compareToken),
    ]

    private static let tokenWords =
        Algorithm.all.map { "\"alg\":\"\($0.name)\"" } + [
            "\"crit\":[\"exp\"]", "\"kid\":\"1\"", "\"jwk\":{}", "\"jku\":\"\"", "\"x5u\":\"\"",
            "\"typ\":\"JWT\"",
            "\"b64\":false", "\"alg\":\"none\"", ".", "eyJ", "fQ",
        ]
    private static let claimWords = [
        "\"exp\":", "\"nbf\":", "\"iat\":", "\"aud\":", "\"iss\":", "\"sub\":", "1300819380", "1e9",
    ]
    private static let headers = [
        #"{"alg":"HS256","typ":"JWT"}"#, #"{"alg":"ES256","kid":"1"}"#, #"{"alg":"none"}"#,
        #"{"alg":"RS256","crit":["exp"],"exp":1}"#, #"{"alg":"EdDSA","jwk":{}}"#,
    ]
    private static let claims = [
        #"{"iss":"joe","sub":"you","aud":["a","b"],"exp":1300819380,"nbf":1.5e9,"iat":1300819379.25,"jti":"x"}"#,
        #"{"aud":"a","exp":253402300799}"#, #"{"exp":"soon"}"#, #"{"exp":1300819380123}"#,
    ]

    @Sendable private static func tokenSeeds() throws -> [[UInt8]] {
        try TokenKey.all.flatMap { key in
            try key.algorithms.map { algorithm in
                let header = Base64URL.encode(Array("{\"alg\":\"\(algorithm.name)\"}".utf8))
                var token: [UInt8] = []
                var signer = try SigningKey(key.key, algorithm).signer()
                try signer.begin(header, payload: Array(claims[0].utf8).span)
                signer.sign()
                try signer.end(to: &token)
                return token
            }
        }
    }

    /// A token that was read is the same bytes when it is put together again.
    @Sendable private static func testToken(_ input: [UInt8]) throws {
        let token = try CompactToken(parsing: input)
        let again =
            token.signingInput + [UInt8(ascii: ".")] + Base64URL.encode(token.signature)
        expect(again == input, "two spellings of the same token")
        expect(Base64URL.encode(token.header.text.bytes).count <= input.count, "a header from nowhere")
        // A value that has read another token before, with and without an error.
        var (reused, headers) = (CompactToken(), HeaderReader())
        try? reused.read(Array("eyJhbGciOiJIUzI1NiJ9.e30.AA".utf8).span, &headers)
        try? reused.read(Array("eyJhbGciOiJIUzI1NiJ9.e30.?".utf8).span, &headers)
        try reused.read(input.span, &headers)
        expect(reused.payload == token.payload && reused.signingInput == token.signingInput, "read again")
        for key in TokenKey.all {
            let ours = key.verdict(token)
            let theirs = key.peerVerdict(token)
            switch ours {
            case nil: expect(theirs, "valid, but not for libcrypto: \(key.name)")
            case .signature?: expect(!theirs, "libcrypto verifies it: \(key.name)")
            default: break
            }
        }
    }

    @Sendable private static func testPrototype(_ input: [UInt8]) throws {
        let prototype = try Prototype(parsing: input.span)
        let header = try prototype.header(in: input.span)
        var payload: [UInt8] = [1, 2, 3]
        try prototype.decodePayload(in: input.span, into: &payload)
        expect(Base64URL.encode(payload) == Array(input[prototype.encodedPayload]), "another payload")
        let unsigned = input[..<prototype.encodedPayload.upperBound]
        let token = try CompactToken(parsing: unsigned + Array(".AA".utf8))
        expect(token.payload == payload && token.header.text.bytes == header.text.bytes, "another token")
    }

    @Sendable private static func testHeader(_ input: [UInt8]) throws {
        let header = try Header(parsing: input)
        expect(!header.text.bytes.isEmpty, "a header without a text")
        let names = header.text.memberNames
        expect(Set(names.map { Array($0.utf8) }).count == names.count, "two members of one name")
        switch header.criticalFault() {
        case nil: expect(!names.contains("crit"), "crit is passed over")
        case .notUnderstood(let critical): expect(critical.allSatisfy(names.contains), "crit names nothing")
        case .unencodedPayload: expect(names.contains("b64"), "b64 from nowhere")
        case .malformed: break
        }
        expect(
            (header.embeddedKey != nil) == names.contains { ["jwk", "jku", "x5u"].contains($0) },
            "a key in it")
    }

    /// Whether claims hold at a time depends on the time in one direction only.
    @Sendable private static func testClaims(_ input: [UInt8]) throws {
        let claims = try JSONObjectText(parsing: input)
        for unit in TimeUnit.allCases {
            let registered = outcome { () throws(ClaimsError) in try RegisteredClaims(claims, unit: unit) }
            var verifier = try TokenVerifier(.key(TokenKey.all[0].key), VerificationPolicy())
            _ = try verifier.readClaims(input)
            let seconds: [Int64] = [0, 1_300_819_379, 1_300_819_380, 1 << 33]
            let verdicts = seconds.map { second in
                outcome {
                    try verifier.check(claims, now: Timestamp(seconds: second), unit: unit)
                }
            }
            guard let registered = registered.value else {
                expect(verdicts.allSatisfy { $0.value == nil }, "valid without readable times")
                continue
            }
            for (second, verdict) in zip(seconds, verdicts) {
                let now = Timestamp(seconds: second)
                let isValid =
                    (registered.expires.map { now < $0 } ?? true)
                    && (registered.notBefore.map { $0 <= now } ?? true)
                    && (registered.issuedAt.map { $0 <= now } ?? true)
                expect(isValid == (verdict.value != nil), "at \(second): \(verdict)")
            }
            _ = RegisteredClaims.audiences(of: claims)
        }
        _ = try RegisteredClaims(claims, unit: .seconds)
    }

    @Sendable private static func peerSeeds() -> [[UInt8]] {
        TokenKey.all.enumerated().flatMap { index, key in
            key.algorithms.flatMap { algorithm in
                [0, 1, 2].map { mode in
                    [UInt8(index), UInt8(mode)] + Array("{\"alg\":\"\(algorithm.name)\"}\n\(claims[0])".utf8)
                }
            }
        }
    }

    /// Tokens that libcrypto signed alone: what the header allows is valid, and a changed bit is not.
    ///
    /// The input is a key, how the signature is changed, and the texts of header and payload in lines.
    @Sendable private static func compareToken(_ input: [UInt8]) throws {
        guard input.count > 2 else { return }
        let key = TokenKey.all[Int(input[0]) % TokenKey.all.count]
        let parts = input[2...].split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let header = try Header(parsing: Array(parts[0]))
        guard parts.count == 2,
            let algorithm = key.algorithms.first(where: { $0.name == header.algorithmName })
        else { return }
        let signed = Base64URL.encode(Array(parts[0])) + [0x2E] + Base64URL.encode(Array(parts[1]))
        var signature = key.peerSignature(signed, algorithm)
        let isChanged = input[1] > 1
        if isChanged { signature[Int(input[1]) % signature.count] ^= 1 << (input[1] & 7) }
        let token = try CompactToken(parsing: signed + [0x2E] + Base64URL.encode(signature))
        expect(key.peerVerdict(token) == !isChanged, "libcrypto about itself")
        let mayBeValid = header.embeddedKey == nil && header.criticalFault() == nil
        switch key.verdict(token) {
        case nil: expect(mayBeValid && !isChanged, "valid")
        case .signature?: expect(mayBeValid && isChanged, "the signature is libcrypto's")
        case let reason?: expect(!mayBeValid, "\(reason)")
        }
    }
}
