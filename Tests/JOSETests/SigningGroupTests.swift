import MultiBuffer
import Testing

@testable import JOSE
@testable import OpenSSL

/// Numbers its signatures. Unlike the engine's, it needs no particular processor.
private final class NumberingSigner: GroupSigner {
    let groupSize = 4
    let leastCount = 2
    let signatureByteCount = 3
    var count = 0
    var mismatches = 0
    var engineCount = 0
    /// Places that the engine gets wrong.
    var wrong: UInt64 = 0
    var failures: [OpenSSLError] = []

    func add(_ message: Span<UInt8>) throws(OpenSSLError) {
        if message.count > 100 { throw OpenSSLError(function: "EVP_DigestUpdate", reasons: []) }
        count += 1
    }

    func signWithEngine(into signatures: inout [UInt8]) throws(OpenSSLError) -> UInt64 {
        signatures = (0..<count).flatMap { [UInt8($0), 7, 7] }
        return ~wrong
    }

    func signWithOpenSSL(_ place: Int) throws(OpenSSLError) -> [UInt8] {
        if let failure = failures.popLast() { throw failure }
        return [UInt8(place), 8, 8]
    }

    func removeAll() { count = 0 }
}

@Suite("Signatures that are made together")
struct SigningGroupTests {
    private let numbering = NumberingSigner()
    private let counts = SignatureCounts()

    /// - Returns: the tokens; nil for each that has no signature.
    private func sign(_ payloads: [[UInt8]], _ signer: inout TokenSigner) throws -> [String?] {
        for payload in payloads { try signer.begin(Array("h".utf8), payload: payload.span) }
        signer.sign()
        var tokens: [String?] = []
        for place in payloads.indices {
            var token = Array("before ".utf8)
            do throws(OpenSSLError) {
                let count = try signer.end(place, to: &token)
                #expect(count == token.count - 7)
                tokens.append(text(token))
            } catch {
                #expect(token == Array("before ".utf8))
                tokens.append(nil)
            }
        }
        return tokens
    }

    private func token(_ payload: [UInt8], _ signature: [UInt8]) -> String {
        "before h.\(text(Base64URL.encode(payload))).\(text(Base64URL.encode(signature)))"
    }

    @Test("Each token gets its own signature, whatever was in the group before")
    func places() throws {
        var signer = TokenSigner(.group(numbering), counts)
        #expect(signer.groupSize == 4)
        for payloads: [[UInt8]] in [[[1], [2, 2], [], [3]], [[4]], [[5, 5, 5], [6]]] {
            let made: UInt8 = payloads.count < 2 ? 8 : 7
            #expect(
                try sign(payloads, &signer)
                    == payloads.enumerated().map { token($1, [UInt8($0), made, made]) })
        }
    }

    @Test("A token that the group does not take in leaves nothing behind")
    func refused() throws {
        var signer = TokenSigner(.group(numbering), counts)
        try signer.begin(Array("h".utf8), payload: [1].span)
        #expect(throws: OpenSSLError.self) {
            try signer.begin(Array("h".utf8), payload: [UInt8](repeating: 0, count: 100).span)
        }
        try signer.begin(Array("h".utf8), payload: [2].span)
        signer.sign()
        var output: [UInt8] = []
        try signer.end(1, to: &output)
        #expect("before " + text(output) == token([2], [1, 7, 7]))
    }

    @Test("libcrypto makes what the engine gets wrong")
    func mismatches() throws {
        numbering.wrong = 0b101
        var signer = TokenSigner(.group(numbering), counts)
        #expect(
            try sign([[1], [2], [3]], &signer)
                == [token([1], [0, 8, 8]), token([2], [1, 7, 7]), token([3], [2, 8, 8])])
        #expect(numbering.mismatches == 2)
    }

    @Test("A group that cannot be signed has no signatures, and the next one knows nothing of it")
    func failures() throws {
        numbering.wrong = 0b10
        numbering.failures = [OpenSSLError(function: "EVP_DigestSign", reasons: [])]
        var signer = TokenSigner(.group(numbering), counts)
        #expect(try sign([[1], [2]], &signer) == [nil, nil])
        numbering.wrong = 0
        #expect(try sign([[3], [4]], &signer) == [token([3], [0, 7, 7]), token([4], [1, 7, 7])])
    }

    @Test("Signatures are counted by who made them, and those that had to be made again too")
    func counted() throws {
        numbering.wrong = 0b1010
        var signer = TokenSigner(.group(numbering), counts)
        for payloads: [[UInt8]] in [[[1], [2], [3], [4]], [[5]], [[6], [7]]] {
            _ = try sign(payloads, &signer)
        }
        #expect(counts.multiBuffer == 3)
        #expect(counts.openSSL == 4)
        #expect(counts.mismatches == 3)
    }
}
