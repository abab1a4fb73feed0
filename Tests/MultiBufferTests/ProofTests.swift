import Glibc
import Testing

@testable import MultiBuffer
@testable import OpenSSL

/// How many keys of each size `make engine CHECK=prove` compares with; nil where nobody asked.
private let keysToCompare = getenv("SIGNET_PROVE").flatMap { Int(String(cString: $0)) }

@Suite(
    "Many keys and messages, beside libcrypto",
    .enabled(
        if: MultiBuffer.kernel == .ifma && keysToCompare != nil, "this is what make engine CHECK=prove is for"
    ))
struct ProofTests {
    private static let messagesForEachKey = 104

    /// Making an RSA-4096 key takes a second, and a thousand would take long. Of k keys come 2k primes, and of
    /// these k(2k - 1) pairs, each of which is a key; libcrypto's primes are large enough that any two make a
    /// modulus of full length. To be used, keys must not share primes; to be computed with, they may.
    @Test("Every signature is the same, byte for byte", arguments: sizes)
    func same(size: Int) throws {
        let wanted = keysToCompare ?? 0
        var primes: [Secret] = []
        var made = 0
        var compared = 0
        while made < wanted {
            let factors = try PrivateKey.generate(.rsa(bits: size)).factors()
            for prime in [factors.p, factors.q] {
                for other in primes where made < wanted {
                    // The newer prime is p or q in turn, and may be the larger one or not.
                    let (p, q) = made % 2 == 0 ? (prime, other) : (other, prime)
                    let key = try PrivateKey(p: BigNumber(bigEndian: p), q: BigNumber(bigEndian: q))
                    try #require(key.type == .rsa(bits: size))
                    compared += try compare(key)
                    made += 1
                }
                primes.append(prime)
            }
        }
        print("RSA-\(size): \(compared) signatures of \(made) keys are libcrypto's")
    }

    private func compare(_ key: PrivateKey) throws -> Int {
        let prepared = try #require(try MultiBufferPrivateKey.make(key))
        let signer = try MultiBufferSigner.make(prepared, .rsaPKCS1(.sha256))
        let reference = try Signer.make(key, .rsaPKCS1(.sha256))
        var signatures: [UInt8] = []
        var expected: [UInt8] = []
        for _ in 0..<Self.messagesForEachKey / MultiBuffer.lanes {
            let messages = try (0..<MultiBuffer.lanes).map { _ in try Random.bytes(32) }
            for message in messages { try signer.add(message.span) }
            try signer.sign(into: &signatures)
            var all: [UInt8] = []
            for message in messages {
                try reference.sign(message.span, into: &expected)
                all += expected
            }
            try #require(signatures == all)
        }
        try #require(signer.mismatches == 0)
        return Self.messagesForEachKey
    }
}

@Suite(
    "Many signatures on curves, beside libcrypto",
    .enabled(if: keysToCompare != nil, "this is what make engine CHECK=prove is for"))
struct CurveProofTests {
    static let types: [KeyType] = curves.map { .ec($0) } + [.ed25519]

    /// Signatures of 64 messages: made by the engine and verified by libcrypto; made by libcrypto and verified by the
    /// engine; and the latter with a bit changed, refused by both.
    @Test("Each verifies the other's signatures, and both refuse spoilt ones", arguments: types, kernels)
    func both(type: KeyType, kernel: MultiBuffer.Kernel) throws {
        let wanted = (keysToCompare ?? 0) * 100
        let messagesForEachKey = 3200
        var compared = 0
        while compared < wanted {
            switch type {
            case .ec(let curve):
                let key = try PrivateKey.generate(.ec(curve))
                let signer = try MultiBufferECDSASigner.make(key, curve.scheme, kernel)
                for _ in 0..<messagesForEachKey / 64 { try compare(key, curve.scheme, signer, kernel) }
                try #require(signer.mismatches == 0)
            default:
                let key = try PrivateKey.generate(.ed25519)
                let signer = try MultiBufferEdDSASigner.make(key, kernel)
                for _ in 0..<messagesForEachKey / 64 { try compare(key, .pure, signer, kernel) }
                try #require(signer.mismatches == 0)
            }
            compared += messagesForEachKey
        }
        print("\(type), \(kernel): \(compared) signatures each way, and as many spoilt ones")
    }

    private func compare(
        _ key: PrivateKey, _ scheme: SignatureScheme, _ signer: any GroupSigner, _ kernel: MultiBuffer.Kernel
    ) throws {
        let publicKey = try MultiBufferVerifyingKey(key.publicKey, scheme, kernel)
        let verifier = try MultiBufferCurveVerifier.make(key.type, scheme, kernel)
        let reference = try Verifier.make(key.publicKey, scheme)
        let openSSL = try Signer.make(key, scheme)
        let messages = try (0..<64).map { _ in try Random.bytes(32) }
        for message in messages { try signer.add(message.span) }
        var signatures: [UInt8] = []
        try signer.sign(into: &signatures)
        var spoilt: [[UInt8]] = []
        for (lane, message) in messages.enumerated() {
            let size = signer.signatureByteCount
            let own = Array(signatures[lane * size..<(lane + 1) * size])
            try #require(try reference.verify(own.span, for: message.span))
            var signature: [UInt8] = []
            try openSSL.sign(message.span, into: &signature)
            try verifier.add(signature, message, publicKey)
            let bit = Int.random(in: 0..<8 * size)
            signature[bit / 8] ^= 1 << UInt8(bit % 8)
            spoilt.append(signature)
        }
        try #require(try verifier.verify() == ~0)
        for (signature, message) in zip(spoilt, messages) {
            try #require(try !reference.verify(signature.span, for: message.span))
            try verifier.add(signature, message, publicKey)
        }
        try #require(try verifier.verify() == 0)
    }
}
