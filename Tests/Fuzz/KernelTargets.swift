import JOSE
import OpenSSL
import System

extension FuzzTarget {
    static let kernels = [
        FuzzTarget(
            name: "kernels-peer",
            seeds: { (1..<TokenKey.all.count).flatMap { [[UInt8($0), 0, 1, 2], [UInt8($0), 9, 255, 7]] } },
            body: compareKernels)
    ]

    /// A group that the kernels sign is valid for libcrypto, and they verify exactly what libcrypto verifies.
    ///
    /// The input is a key, the signature to change with the bit, and the messages.
    @Sendable private static func compareKernels(_ input: [UInt8]) throws {
        guard input.count > 3 else { return }
        let key = TokenKey.all[Int(input[0]) % TokenKey.all.count]
        for algorithm in key.algorithms {
            let backend = try SignatureBackend.make(.auto, SigningKey(key.key, algorithm))
            if backend.kernel == nil { continue }
            var signer = try SigningKey(key.key, algorithm).signer(backend)
            let count = signer.groupSize
            let header = Base64URL.encode(Array("{\"alg\":\"\(algorithm.name)\"}".utf8))
            var tokens = [[UInt8]](repeating: [], count: count)
            for place in 0..<count {
                try signer.begin(header, payload: ([UInt8(place)] + input).span)
            }
            signer.sign()
            for place in 0..<count { try signer.end(place, to: &tokens[place]) }
            expect(backend.counts.mismatches == 0, "a kernel's signature was thrown away")
            try check(tokens, changing: Int(input[1]) % count, bit: Int(input[2]) << 8 | Int(input[3]), key)
        }
    }

    private static func check(_ tokens: [[UInt8]], changing changed: Int, bit: Int, _ key: TokenKey) throws {
        var read = try tokens.map { try CompactToken(parsing: $0) }
        for token in read { expect(key.peerVerdict(token), "libcrypto does not verify it: \(key.name)") }
        var signature = read[changed].signature
        signature[bit / 8 % signature.count] ^= 1 << (bit & 7)
        let bytes = read[changed].signingInput + [UInt8(ascii: ".")] + Base64URL.encode(signature)
        read[changed] = try CompactToken(parsing: bytes)
        var verifier = try TokenVerifier(
            .key(key.key.publicKey ?? key.key), VerificationPolicy(), .multiBuffer)
        for start in stride(from: 0, to: read.count, by: verifier.groupSize) {
            let group = start..<min(start + verifier.groupSize, read.count)
            for place in group { try verifier.begin(read[place], at: place - start) }
            verifier.verifySignatures()
            for place in group {
                let isValid =
                    outcome { try verifier.end(place - start) }.value
                    != nil
                expect(
                    isValid == key.peerVerdict(read[place]), "libcrypto says otherwise: \(key.name), \(place)"
                )
            }
        }
    }
}
