import CMultiBuffer
import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite("Keys that are prepared for verifying")
struct TablesTests {
    private let message = Array("message".utf8)
    private let ecdsa = SignatureScheme.ecdsa(.sha256)

    private func signature(_ key: PrivateKey, _ scheme: SignatureScheme) throws -> [UInt8] {
        var signature: [UInt8] = []
        try Signer.make(key, scheme).sign(message.span, into: &signature)
        return signature
    }

    @Test(
        "Each lane verifies with its own RSA key", .enabled(if: MultiBuffer.kernel == .ifma, needsEngine),
        arguments: sizes)
    func lanes(size: Int) throws {
        let scheme = SignatureScheme.rsaPKCS1(.sha256)
        let own = try [fixture("\(size)"), PrivateKey.generate(.rsa(bits: size))]
        let keys = try own.map { try MultiBufferVerifyingKey($0.publicKey, scheme) }
        let signatures = try own.map { try signature($0, scheme) }
        let verifier = try MultiBufferVerifier.make(size / 8, scheme)
        // The bits of the number say which key signed, and those of its places which key is used.
        for used in [0b00000000, 0b11111111, 0b01010101, 0b10000001, 0b00111100] {
            for signed in [0b00000000, 0b01010101, 0b11110000, used] {
                for lane in 0..<8 {
                    try verifier.add(signatures[signed >> lane & 1], message, keys[used >> lane & 1])
                }
                #expect(try verifier.verify() == UInt64(~(used ^ signed) & 0xFF))
            }
        }
        #expect(verifier.engineCount == 5 * 4 * 8)
    }

    @Test(
        "libcrypto verifies one or two RSA signatures, which must be right as well",
        .enabled(if: MultiBuffer.kernel == .ifma, needsEngine))
    func smallGroups() throws {
        let scheme = SignatureScheme.rsaPSS(.sha384)
        let key = try fixture("2048")
        let publicKey = try MultiBufferVerifyingKey(key.publicKey, scheme)
        var wrong = try signature(key, scheme)
        let right = wrong
        wrong[100] ^= 1
        let verifier = try MultiBufferVerifier.make(256, scheme)
        for (group, expected) in [([right], 1), ([wrong], 0), ([wrong, right], 2), ([[], right], 2)] {
            for signature in group { try verifier.add(signature, message, publicKey) }
            #expect(try verifier.verify() == UInt64(expected))
        }
        #expect(verifier.engineCount == 0)
    }

    @Test("A curve that the engine does not have is left to libcrypto")
    func otherCurve() {
        let curve = Curve(
            rawValue: "P-224", groupName: "secp224r1", byteCount: 28, digest: .sha256, algorithmName: "",
            verificationCost: 1)
        #expect(!MultiBuffer.supports(.ec(curve), .ecdsa(.sha256)))
        #expect(MultiBuffer.supports(.ec(.p256), .ecdsa(.sha256)))
    }

    @Test("The table of a point is made after a few signatures, and all threads have the same one")
    func shared() throws {
        let key = try #require(try MultiBufferKey.make(PrivateKey.generate(.ec(.p256)).publicKey))
        let tables = MultiBufferTables()
        let threads = [1, 2].map { _ in MultiBufferVerifyingKey(key, ecdsa, tables) }
        for use in 0..<MultiBufferTables.usesBeforeTable { #expect(try !threads[use % 2].isReady()) }
        for thread in threads { #expect(try thread.isReady()) }
        #expect(threads[0].table === threads[1].table)
    }

    @Test("A table is given up only for a key that is used often, and then the one that is not used")
    func replaced() throws {
        let size = MultiBufferCurve.of(.p256, MultiBuffer.kernel).sizes.comb
        let tables = MultiBufferTables(maximumByteCount: 2 * size)
        let keys = try (0..<3).map { _ in
            MultiBufferVerifyingKey(
                try #require(try MultiBufferKey.make(PrivateKey.generate(.ec(.p256)).publicKey)), ecdsa,
                tables)
        }
        func isReady(_ key: Int) throws -> Bool {
            defer { keys[key].release() }
            return try keys[key].isReady()
        }
        for key in 0..<2 { for _ in 0..<9 { _ = try isReady(key) } }
        for _ in 0..<MultiBufferTables.usesBeforeReplacing { #expect(try !isReady(2)) }
        // Both are in use, so the search goes round once.
        #expect(try isReady(2))
        #expect(try [isReady(0), isReady(1), isReady(2)].count { $0 } == 2)
        for _ in 0..<MultiBufferTables.usesBeforeTable {
            #expect(try [isReady(0), isReady(1)].count { $0 } == 1)
        }
    }

    @Test("Many threads that use more keys than fit get right answers")
    func threads() async throws {
        let own = try (0..<12).map { _ in try PrivateKey.generate(.ec(.p256)) }
        let signatures = try own.map { try signature($0, .ecdsa(.sha256)) }
        let shared = try own.map { try #require(try MultiBufferKey.make($0.publicKey)) }
        let tables = MultiBufferTables(
            maximumByteCount: 5 * MultiBufferCurve.of(.p256, MultiBuffer.kernel).sizes.comb)
        let (message, ecdsa) = (message, ecdsa)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    let verifier = try MultiBufferCurveVerifier.make(.ec(.p256), ecdsa)
                    let keys = shared.map { MultiBufferVerifyingKey($0, ecdsa, tables) }
                    for round in 0..<400 {
                        var expected: UInt64 = 0
                        for place in 0..<8 {
                            let key = (round * (thread + 1) + place * 5) % 12
                            let signed = place % 3 == 0 ? (key + 1) % 12 : key
                            if try keys[key].isReady() {
                                if signed == key { expected |= 1 << UInt64(verifier.count) }
                                try verifier.add(signatures[signed], message, keys[key])
                            } else {
                                let holds = try keys[key].verifies(signatures[signed], message)
                                #expect(holds == (signed == key))
                            }
                        }
                        #expect(try verifier.verify() == expected)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
