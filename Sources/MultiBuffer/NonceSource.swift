internal import CMultiBuffer
internal import OpenSSL

/// Makes ECDSA nonces for one private key: HMAC-SHA-512, keyed with the private scalar, of random bytes, the digest
/// and the block number. A nonce is at least 64 bits longer than the order, modulo which it is then reduced.
///
/// Neither a repeating random generator nor a repeated message reveals the key. Nonces cannot be predicted without
/// the scalar, even if the random bytes are known. Different digests get different nonces, even if the random bytes
/// repeat.
struct NonceSource: ~Copyable {
    private let code: HMAC
    private let digestByteCount: Int
    private let nonceByteCount: Int

    static let randomByteCount = 32
    private static let blockByteCount = 64

    private init(_ code: consuming HMAC, _ digestByteCount: Int, _ nonceByteCount: Int) {
        self.code = code
        self.digestByteCount = digestByteCount
        self.nonceByteCount = nonceByteCount
    }

    static func make(_ scalar: Secret, _ sizes: mb_curve_sizes) throws(OpenSSLError) -> NonceSource {
        NonceSource(try HMAC.make(digest: .sha512, key: scalar), sizes.digest, sizes.nonce)
    }

    /// The bytes of memory that `fill` needs for `count` nonces. The last block may extend beyond the last nonce.
    static func room(for count: Int, _ sizes: mb_curve_sizes) -> Int { count * sizes.nonce + blockByteCount }

    /// - Parameters:
    ///   - nonces: `room(for:_:)` bytes, with one nonce for each digest.
    ///   - random: ``randomByteCount`` bytes for each digest.
    borrowing func fill(
        _ nonces: UnsafeMutablePointer<UInt8>, for digests: Span<UInt8>, _ random: Span<UInt8>
    ) throws(OpenSSLError) {
        var input = [UInt8](repeating: 0, count: Self.randomByteCount + digestByteCount + 1)
        for number in 0..<digests.count / digestByteCount {
            for index in 0..<Self.randomByteCount {
                input[index] = random[number * Self.randomByteCount + index]
            }
            for index in 0..<digestByteCount {
                input[Self.randomByteCount + index] = digests[number * digestByteCount + index]
            }
            let nonce = unsafe nonces + number * nonceByteCount
            // Excess bytes are overwritten by the next nonce.
            for start in stride(from: 0, to: nonceByteCount, by: Self.blockByteCount) {
                input[input.count - 1] = UInt8(start / Self.blockByteCount)
                try unsafe code.makeCode(for: input.span, to: nonce + start)
            }
        }
    }
}
