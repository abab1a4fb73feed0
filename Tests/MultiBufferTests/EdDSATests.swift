import CMultiBuffer
import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite("Ed25519 in groups")
struct EdDSATests {
    private static func message(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number * 13)
    }

    /// RFC 8032 §7.1, TEST 1 to 3.
    @Test(
        "Signatures are those of RFC 8032",
        arguments: [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "",
                """
                e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155\
                5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
                """
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72",
                """
                92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
                085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
                """
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82",
                """
                6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
                18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a
                """
            ),
        ], kernels)
    func rfc8032(
        vector: (seed: String, message: String, signature: String), kernel: MultiBuffer.Kernel
    ) throws {
        let key = try PrivateKey(.ed25519, bytes: Secret(copying: bytes(hex: vector.seed).span))
        let signer = try MultiBufferEdDSASigner.make(key, kernel)
        let message = bytes(hex: vector.message)
        for _ in 0..<3 { try signer.add(message.span) }
        var signatures: [UInt8] = []
        try signer.sign(into: &signatures)
        let expected = bytes(hex: vector.signature)
        #expect(signatures == expected + expected + expected)
        #expect(signer.mismatches == 0)
    }

    @Test("Groups of any size are signed as OpenSSL signs them, and verified", arguments: kernels)
    func signs(kernel: MultiBuffer.Kernel) throws {
        let key = try PrivateKey.generate(.ed25519)
        let signer = try MultiBufferEdDSASigner.make(key, kernel)
        let verifier = try MultiBufferCurveVerifier.make(.ed25519, .pure, kernel)
        let publicKey = try MultiBufferVerifyingKey(key.publicKey, .pure, kernel)
        let openSSL = try Signer.make(key, .pure)
        var signatures: [UInt8] = []
        var expected: [UInt8] = []
        for count in [64, 1, 2, 8, 9, 0, 63, 32] {
            var all: [UInt8] = []
            for number in 0..<count {
                let message = Self.message(number)
                try signer.add(message.span)
                try openSSL.sign(message.span, into: &expected)
                try verifier.add(expected, message, publicKey)
                all += expected
            }
            try signer.sign(into: &signatures)
            #expect(signatures == all)
            #expect(try verifier.verify() == UInt64.max >> UInt64(64 - count))
        }
        #expect(signer.mismatches == 0)
    }

    @Test("A fault in the key is found, and libcrypto signs", arguments: kernels)
    func fault(kernel: MultiBuffer.Kernel) throws {
        let key = try PrivateKey.generate(.ed25519)
        let signer = try MultiBufferEdDSASigner.make(key, kernel)
        let openSSL = try Signer.make(key, .pure)
        var signatures: [UInt8] = []
        var expected: [UInt8] = []
        let message = Self.message(3)
        try openSSL.sign(message.span, into: &expected)
        // Limbs of both copies.
        for (round, limb) in [0, 1, 6, 9].enumerated() {
            for _ in 0..<2 { try signer.add(message.span) }
            try signer.sign(into: &signatures)
            #expect(signatures == expected + expected)
            #expect(signer.mismatches == 2 * round)
            signer.engineKey.base.assumingMemoryBound(to: UInt64.self)[limb] ^= 1 << 40
        }
    }

    @Test("A fault in the scalar before it is stored is found, and libcrypto signs", arguments: kernels)
    func faultyScalar(kernel: MultiBuffer.Kernel) throws {
        let key = try PrivateKey.generate(.ed25519)
        let signer = try MultiBufferEdDSASigner.make(key, kernel)
        signer.expanded.base.assumingMemoryBound(to: UInt8.self)[9] ^= 1
        let message = Self.message(5)
        for _ in 0..<2 { try signer.add(message.span) }
        var signatures: [UInt8] = []
        var expected: [UInt8] = []
        try signer.sign(into: &signatures)
        try Signer.make(key, .pure).sign(message.span, into: &expected)
        #expect(signatures == expected + expected)
        #expect(signer.mismatches == 2)
    }

    /// Encodings of the points of small order, and of some y that are not less than p.
    private static let oddPoints = [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "0200000000000000000000000000000000000000000000000000000000000000",
    ].map(bytes(hex:))

    /// n, least significant byte first.
    private static let order = bytes(
        hex: "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")

    private static func sum(_ a: ArraySlice<UInt8>, _ b: [UInt8]) -> [UInt8] {
        var carry = 0
        return zip(a, b).map { pair in
            carry += Int(pair.0) + Int(pair.1)
            defer { carry >>= 8 }
            return UInt8(carry & 0xFF)
        }
    }

    @Test(
        "Of signatures and keys that are almost right, the engine says what OpenSSL says", arguments: kernels)
    func verdicts(kernel: MultiBuffer.Kernel) throws {
        let key = try PrivateKey.generate(.ed25519)
        let own = try #require(try key.publicKey.bytes())
        let signer = try Signer.make(key, .pure)
        var cases: [(point: [UInt8], signature: [UInt8], message: [UInt8])] = []
        for number in 0..<8 {
            let message = Self.message(number)
            var good: [UInt8] = []
            try signer.sign(message.span, into: &good)
            cases.append((own, good, message))
            // S + n, S + 8 n, and S = n.
            var larger = Self.sum(good[32...], Self.order)
            cases.append((own, good[..<32] + larger, message))
            for _ in 0..<7 { larger = Self.sum(larger[...], Self.order) }
            cases.append((own, good[..<32] + larger, message))
            cases.append((own, good[..<32] + Self.order, message))
            cases.append((own, good[..<32] + [UInt8](repeating: 0xFF, count: 32), message))
            for bit in stride(from: number, to: 512, by: 29) {
                var signature = good
                signature[bit / 8] ^= 1 << UInt8(bit % 8)
                cases.append((own, signature, message))
            }
            cases.append((own, Array(good.dropLast()), message))
            cases.append((own, good, Self.message(number + 1)))
            for point in Self.oddPoints { cases.append((own, point + good[32...], message)) }
        }
        // With a key of small order, S = 0 and R of small order are right whenever R is -h A.
        let zero = [UInt8](repeating: 0, count: 32)
        for point in Self.oddPoints {
            for commitment in Self.oddPoints {
                for number in 0..<3 { cases.append((point, commitment + zero, Self.message(number))) }
            }
        }
        let verifier = try MultiBufferCurveVerifier.make(.ed25519, .pure, kernel)
        var accepted = 0
        for start in stride(from: 0, to: cases.count, by: 64) {
            var expected: [Bool] = []
            for one in cases[start..<min(start + 64, cases.count)] {
                let publicKey = try PublicKey(.ed25519, bytes: one.point)
                let reference = try Verifier.make(publicKey, .pure)
                let holds = try reference.verify(one.signature.span, for: one.message.span)
                let prepared = try MultiBufferVerifyingKey(publicKey, .pure, kernel)
                for _ in 0..<MultiBufferTables.usesBeforeTable { #expect(try !prepared.isReady()) }
                guard try prepared.isReady() else {
                    // Not a point: libcrypto does not take it either.
                    #expect(!holds)
                    continue
                }
                try verifier.add(one.signature.span, for: one.message.span, prepared)
                expected.append(holds)
            }
            let valid = try verifier.verify()
            for (lane, holds) in expected.enumerated() {
                if holds { accepted += 1 }
                #expect((valid >> UInt64(lane) & 1 == 1) == holds, "\(cases[start + lane])")
            }
        }
        #expect(accepted > 20)
    }
}
