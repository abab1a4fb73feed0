internal import CMultiBuffer
internal import OpenSSL

/// Makes the nonces of ECDSA for one private key: HMAC-SHA-512, keyed with the key's scalar, of random bytes, the digest
/// and the number of the block, at least 64 bits longer than the order, which it is reduced by.
///
/// Neither a generator that repeats itself nor a message that does gives the key away: without the scalar, nonces cannot
/// be foreseen, even if the random bytes are known; and those of two digests differ, even if the random bytes do not.
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

    /// What `fill` needs of memory for so many nonces: the last block may be longer than what is wanted of it.
    static func room(for count: Int, _ sizes: mb_curve_sizes) -> Int { count * sizes.nonce + blockByteCount }

    /// - Parameters:
    ///   - nonces: room for as many as there are digests, `room(for:_:)` bytes.
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
            // What is too much lies where the next nonce will be.
            for start in stride(from: 0, to: nonceByteCount, by: Self.blockByteCount) {
                input[input.count - 1] = UInt8(start / Self.blockByteCount)
                try unsafe code.makeCode(for: input.span, to: nonce + start)
            }
        }
    }
}
