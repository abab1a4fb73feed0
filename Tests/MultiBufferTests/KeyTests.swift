import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite("Keys for the multi-buffer engine", .enabled(if: MultiBuffer.kernel == .ifma, needsEngine))
struct KeyTests {
    @Test(
        "Keys of other kinds are left to OpenSSL, which signs with them",
        arguments: ["2048.uneven-primes", "2048.exponent-3", "2047", "1024"])
    func others(name: String) throws {
        let key = try fixture(name)
        #expect(try MultiBufferPrivateKey.make(key) == nil)
        var signature: [UInt8] = []
        try Signer.make(key, .rsaPKCS1(.sha256)).sign(Array("message".utf8).span, into: &signature)
        let verifier = try Verifier.make(key.publicKey, .rsaPKCS1(.sha256))
        #expect(try verifier.verify(signature.span, for: Array("message".utf8).span))
    }

    @Test("Public keys need only the right size and exponent")
    func publicKeys() throws {
        #expect(try MultiBufferPublicKey.make(fixture("2048.uneven-primes").publicKey) != nil)
        for name in ["2048.exponent-3", "2047", "1024"] {
            #expect(try MultiBufferPublicKey.make(fixture(name).publicKey) == nil)
        }
        #expect(try MultiBufferPublicKey.make(PrivateKey.generate(.ed25519).publicKey) == nil)
        let even = RSAPublicParts(modulus: [0x80] + [UInt8](repeating: 0, count: 255), exponent: [1, 0, 1])
        if let key = try? PublicKey(rsa: even) { #expect(try MultiBufferPublicKey.make(key) == nil) }
    }
}
