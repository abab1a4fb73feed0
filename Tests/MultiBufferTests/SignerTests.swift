import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite("Signing and verifying in groups", .enabled(if: MultiBuffer.kernel == .ifma, needsEngine))
struct SignerTests {
    static let schemes: [SignatureScheme] = DigestAlgorithm.allCases.flatMap { [.rsaPKCS1($0), .rsaPSS($0)] }
    static let cases = sizes.flatMap { size in schemes.map { (size, $0) } }

    private static func message(_ number: Int) -> [UInt8] { Array("message \(number)".utf8) }

    private func signer(_ key: PrivateKey, _ scheme: SignatureScheme) throws -> MultiBufferSigner {
        let prepared = try #require(try MultiBufferPrivateKey.make(key))
        return try MultiBufferSigner.make(prepared, scheme)
    }

    @Test("Groups of any size are signed in their order, as OpenSSL does it", arguments: cases)
    func signs(size: Int, scheme: SignatureScheme) throws {
        let key = try fixture("\(size)")
        let openSSL = try Signer.make(key, scheme)
        let reference = try Verifier.make(key.publicKey, scheme)
        let signer = try signer(key, scheme)
        let publicKey = try MultiBufferVerifyingKey(key.publicKey, scheme)
        let verifier = try MultiBufferVerifier.make(size / 8, scheme)
        var signatures: [UInt8] = []
        var expected: [UInt8] = []
        for count in [8, 1, 2, 3, 0, 7, 8] {
            for number in 0..<count { try signer.add(Self.message(number).span) }
            try signer.sign(into: &signatures)
            #expect(signer.count == 0)
            #expect(signatures.count == count * size / 8)
            for number in 0..<count {
                let message = Self.message(number)
                let signature = Array(signatures[number * size / 8..<(number + 1) * size / 8])
                #expect(try reference.verify(signature.span, for: message.span))
                if case .rsaPKCS1 = scheme {
                    try openSSL.sign(message.span, into: &expected)
                    #expect(signature == expected)
                }
                try verifier.add(signature, message, publicKey)
            }
            let all = UInt64((1 << count) - 1)
            #expect(try verifier.verify() == all)
        }
        #expect(signer.mismatches == 0)
    }

    @Test("PSS signatures have a salt of their own each")
    func salts() throws {
        let signer = try signer(fixture("2048"), .rsaPSS(.sha256))
        for _ in 0..<8 { try signer.add(Self.message(1).span) }
        var signatures: [UInt8] = []
        try signer.sign(into: &signatures)
        let all = stride(from: 0, to: signatures.count, by: 256).map { Array(signatures[$0..<$0 + 256]) }
        #expect(Set(all).count == 8)
    }

    @Test("What the engine gets wrong, OpenSSL signs, and it is counted", arguments: schemes)
    func fault(scheme: SignatureScheme) throws {
        let key = try fixture("2048")
        let prepared = try #require(try MultiBufferPrivateKey.make(key))
        let signer = try MultiBufferSigner.make(prepared, scheme)
        let reference = try Verifier.make(key.publicKey, scheme)
        // In the modulus of p.
        prepared.memory.base.assumingMemoryBound(to: UInt8.self)[16] ^= 1
        for number in 0..<5 { try signer.add(Self.message(number).span) }
        var signatures: [UInt8] = []
        try signer.sign(into: &signatures)
        #expect(signer.mismatches == 5)
        for number in 0..<5 {
            let signature = Array(signatures[number * 256..<(number + 1) * 256])
            #expect(try reference.verify(signature.span, for: Self.message(number).span))
        }
    }

    @Test("The verifier says what OpenSSL's says of signatures with a bit changed", arguments: cases)
    func altered(size: Int, scheme: SignatureScheme) throws {
        let key = try fixture("\(size)")
        let reference = try Verifier.make(key.publicKey, scheme)
        let publicKey = try MultiBufferVerifyingKey(key.publicKey, scheme)
        let verifier = try MultiBufferVerifier.make(size / 8, scheme)
        var good: [UInt8] = []
        let message = Self.message(0)
        try Signer.make(key, scheme).sign(message.span, into: &good)
        var altered: [([UInt8], [UInt8])] = [
            (good, message), (good, Self.message(1)), (Array(good.dropLast()), message),
            (good + [0], message),
            ([0] + good, message), ([], message), ([UInt8](repeating: 0, count: size / 8), message),
            ([UInt8](repeating: 0xFF, count: size / 8), message), (good, []), (good, message),
        ]
        for bit in stride(from: 0, to: size, by: size / 14 + 1) {
            var signature = good
            signature[bit / 8] ^= 1 << UInt8(bit % 8)
            altered.append((signature, message))
        }
        try compare(altered, publicKey, verifier, reference)
    }

    @Test("The verifier says what OpenSSL's says of encodings that are almost right", arguments: cases)
    func encodings(size: Int, scheme: SignatureScheme) throws {
        let key = try fixture("\(size)")
        let engine = try Engine(key)
        let reference = try Verifier.make(key.publicKey, scheme)
        let publicKey = try MultiBufferVerifyingKey(key.publicKey, scheme)
        let verifier = try MultiBufferVerifier.make(size / 8, scheme)
        let message = Self.message(0)
        let right = try encoded(message, scheme, size / 8)
        // Each byte that the encoding fixes, or that stands at an edge, changed.
        var wrong: [[UInt8]] = [right]
        let digest = try encodedDigestLength(scheme)
        let edges = [0, 1, 2, 3, 10, size / 8 / 2, size / 8 - 1, size / 8 - 2]
        let inside = [
            digest + 1, digest + 2, 2 * digest + 1, 2 * digest + 2, digest + 20, digest + 15, digest + 3,
        ]
        .map { size / 8 - $0 }
        for index in edges + inside {
            for bit: UInt8 in [1, 0x80] {
                var bytes = right
                bytes[index] ^= bit
                wrong.append(bytes)
            }
        }
        var altered: [([UInt8], [UInt8])] = []
        for group in stride(from: 0, to: wrong.count, by: 8) {
            let messages = (group..<group + 8).map { $0 < wrong.count ? wrong[$0] : right }
            // One that is not less than the modulus cannot be signed.
            let (signatures, good) = engine.sign(messages)
            for lane in 0..<8 where good >> UInt8(lane) & 1 == 1 {
                altered.append((signatures[lane], message))
            }
        }
        #expect(altered.count > wrong.count / 2)
        try compare(altered, publicKey, verifier, reference)
    }

    @Test("Salts of other lengths are refused, as OpenSSL refuses them")
    func otherSalts() throws {
        let key = try fixture("2048")
        let engine = try Engine(key)
        let reference = try Verifier.make(key.publicKey, .rsaPSS(.sha256))
        let publicKey = try MultiBufferVerifyingKey(key.publicKey, .rsaPSS(.sha256))
        let verifier = try MultiBufferVerifier.make(256, .rsaPSS(.sha256))
        let message = Self.message(0)
        let digest = try DigestAlgorithm.sha256.digest(of: message.span)
        let messages = try [0, 1, 31, 32, 33, 64, 222, 32].map { try pss(digest, saltLength: $0, 256) }
        let (signatures, good) = engine.sign(messages)
        #expect(good == 0xFF)
        for signature in signatures { try verifier.add(signature, message, publicKey) }
        #expect(try verifier.verify() == 0b1000_1000)
        for (lane, signature) in signatures.enumerated() {
            #expect(try reference.verify(signature.span, for: message.span) == (lane % 4 == 3))
        }
    }

    /// EMSA-PSS (RFC 8017 §9.1.1) with SHA-256, by a writer of our own.
    private func pss(_ digest: [UInt8], saltLength: Int, _ size: Int) throws -> [UInt8] {
        let salt = try Random.bytes(saltLength)
        let salted = [UInt8](repeating: 0, count: 8) + digest + salt
        let hash = try DigestAlgorithm.sha256.digest(of: salted.span)
        var block = [UInt8](repeating: 0, count: size - saltLength - 34) + [1] + salt
        var mask: [UInt8] = []
        while mask.count < block.count {
            let seed = hash + [0, 0, 0, UInt8(mask.count / 32)]
            mask += try DigestAlgorithm.sha256.digest(of: seed.span)
        }
        for index in block.indices { block[index] ^= mask[index] }
        block[0] &= 0x7F
        return block + hash + [0xBC]
    }

    private func encoded(_ message: [UInt8], _ scheme: SignatureScheme, _ size: Int) throws -> [UInt8] {
        let encoding = try MessageEncoding.make(scheme, size: size)
        var digest = [UInt8](repeating: 0, count: encoding.digestByteCount)
        try encoding.hash(message.span, to: &digest)
        var bytes = [UInt8](repeating: 0, count: size)
        try encoding.encode(digest, to: &bytes)
        return bytes
    }

    private func encodedDigestLength(_ scheme: SignatureScheme) throws -> Int {
        try MessageEncoding.make(scheme, size: 256).digestByteCount
    }

    private func compare(
        _ pairs: [([UInt8], [UInt8])], _ publicKey: MultiBufferVerifyingKey,
        _ verifier: MultiBufferVerifier,
        _ reference: borrowing Verifier
    ) throws {
        var accepted = 0
        for group in stride(from: 0, to: pairs.count, by: 8) {
            let pairs = pairs[group..<min(group + 8, pairs.count)]
            var expected: UInt64 = 0
            for (lane, pair) in pairs.enumerated() {
                try verifier.add(pair.0, pair.1, publicKey)
                if try reference.verify(pair.0.span, for: pair.1.span) { expected |= 1 << UInt64(lane) }
            }
            #expect(try verifier.verify() == expected)
            accepted += expected.nonzeroBitCount
        }
        // The first is right, at least.
        #expect(accepted > 0 && accepted < pairs.count)
    }
}
