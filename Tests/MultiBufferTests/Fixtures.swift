import CMultiBuffer
import Glibc
import Testing

@testable import MultiBuffer
@testable import OpenSSL

/// Why tests of the engine do not run where it does not.
let needsEngine: Comment = "AVX-512 IFMA is not to be had here"

let sizes = [2048, 3072, 4096]

/// A key of `Tests/Vectors/multibuffer`.
func fixture(_ name: String, file: StaticString = #filePath) throws -> PrivateKey {
    let tests = "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    let path = "\(tests.joined(separator: "/"))/Vectors/multibuffer/\(name).pem"
    let stream = try #require(fopen(path, "r"), "\(path) is missing")
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, stream))
    guard case .privateKey(let key) = try EncodedKey(recognizing: bytes.span, .pem).decode(passphrase: nil)
    else {
        throw NotAPrivateKey()
    }
    return key
}

struct NotAPrivateKey: Error {}

extension PrivateKey {
    /// A key of two primes, with what follows from them.
    init(p: borrowing BigNumber, q: borrowing BigNumber) throws {
        var arithmetic = try Arithmetic()
        let e = try BigNumber(bigEndian: [1, 0, 1].span)
        let p1 = try arithmetic.predecessor(p)
        let q1 = try arithmetic.predecessor(q)
        let d = try arithmetic.inverse(e, modulo: arithmetic.product(p1, q1))
        let dp = try arithmetic.remainder(d, p1)
        let dq = try arithmetic.remainder(d, q1)
        let inverse = try arithmetic.inverse(q, modulo: p)
        let n = try arithmetic.product(p, q)
        self = try PrivateKey(
            rsa: RSAPublicParts(modulus: n.bytes(n.byteCount()), exponent: [1, 0, 1]),
            RSAPrivateParts([
                d.bigEndian(), p.bigEndian(), q.bigEndian(), dp.bigEndian(), dq.bigEndian(),
                inverse.bigEndian(),
            ]))
    }

    func factors() throws -> RSAPrivateParts { try #require(try rsaPrivateParts()) }

    /// The same key with its factors in the other order.
    func withFactorsSwapped() throws -> PrivateKey {
        let factors = try factors()
        return try PrivateKey(p: BigNumber(bigEndian: factors.q), q: BigNumber(bigEndian: factors.p))
    }
}

extension BigNumber {
    borrowing func bytes(_ count: Int) throws -> [UInt8] {
        try bigEndian(count: count).withBytes { Array($0) }
    }
}

/// The private and the public operation as the engine has them, on numbers of the modulus's size.
struct Engine {
    let privateKey: MultiBufferPrivateKey
    private let scratch: LockedMemory

    init(_ key: PrivateKey) throws {
        privateKey = try #require(try MultiBufferPrivateKey.make(key))
        scratch = try LockedMemory(count: mb_scratch_size())
    }

    var byteCount: Int { privateKey.byteCount }

    /// - Parameter messages: eight.
    func sign(_ messages: [[UInt8]]) -> (signatures: [[UInt8]], good: UInt8) {
        var signatures = [UInt8](repeating: 0xAA, count: 8 * byteCount)
        let good = mb_sign(
            privateKey.pointer, privateKey.publicKey.pointer, scratch.pointer, Array(messages.joined()),
            &signatures)
        return (split(signatures), good)
    }

    /// - Parameter signatures: eight.
    func open(_ signatures: [[UInt8]]) -> (messages: [[UInt8]], good: UInt8) {
        var messages = [UInt8](repeating: 0xAA, count: 8 * byteCount)
        let good = mb_open(
            Array(repeating: privateKey.publicKey.pointer, count: 8), scratch.pointer,
            Array(signatures.joined()), &messages)
        return (split(messages), good)
    }

    private func split(_ bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: byteCount).map { Array(bytes[$0..<$0 + byteCount]) }
    }
}

extension MultiBufferVerifyingKey {
    /// A key with tables of its own.
    convenience init(
        _ key: PublicKey, _ scheme: SignatureScheme, _ kernel: MultiBuffer.Kernel = MultiBuffer.kernel
    ) throws {
        self.init(try #require(try MultiBufferKey.make(key, kernel)), scheme, MultiBufferTables())
    }

    /// Verifies with libcrypto.
    func verifies(_ signature: [UInt8], _ message: [UInt8]) throws -> Bool {
        try verify(signature.span, for: message.span)
    }
}

extension GroupVerifier {
    /// Adds a signature whatever the number of those that the key has verified.
    func add(_ signature: [UInt8], _ message: [UInt8], _ key: MultiBufferVerifyingKey) throws {
        while try !key.isReady() {}
        try add(signature.span, for: message.span, key)
    }
}
