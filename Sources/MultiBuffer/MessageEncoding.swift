internal import OpenSSL

/// The encodings of a digest for RSA signatures: EMSA-PKCS1-v1_5 (RFC 8017 §9.2) and EMSA-PSS (§9.1). The length of
/// the modulus must be a multiple of eight bits.
struct MessageEncoding: ~Copyable {
    private enum Padding { case pkcs1, pss }

    private let padding: Padding
    private let digest: DigestAlgorithm
    private let hasher: Hasher
    /// The size of the encoded message and of the modulus, in bytes.
    private let size: Int

    /// - Precondition: the scheme is for RSA.
    static func make(_ scheme: SignatureScheme, size: Int) throws(OpenSSLError) -> MessageEncoding {
        switch scheme {
        case .rsaPKCS1(let digest): MessageEncoding(.pkcs1, digest, try Hasher.make(digest), size)
        case .rsaPSS(let digest): MessageEncoding(.pss, digest, try Hasher.make(digest), size)
        case .ecdsa, .pure: preconditionFailure("not a scheme for RSA")
        }
    }

    private init(
        _ padding: Padding, _ digest: DigestAlgorithm, _ hasher: consuming Hasher, _ size: Int
    ) {
        self.padding = padding
        self.digest = digest
        self.hasher = hasher
        self.size = size
    }

    var digestByteCount: Int { digest.byteCount }

    /// Writes the digest of `message` to `digest`.
    borrowing func hash(
        _ message: Span<UInt8>, to digest: UnsafeMutablePointer<UInt8>
    ) throws(OpenSSLError) {
        try unsafe hasher.hash(message, to: digest)
    }

    /// Writes the encoded message to `encoded`, which has `size` bytes.
    borrowing func encode(
        _ digest: UnsafePointer<UInt8>, to encoded: UnsafeMutablePointer<UInt8>
    ) throws(OpenSSLError) {
        switch padding {
        case .pkcs1: unsafe encodePKCS1(digest, to: encoded)
        case .pss: try unsafe encodePSS(digest, to: encoded)
        }
    }

    /// Whether `encoded`, which has `size` bytes, encodes the digest. PSS overwrites `encoded`.
    borrowing func verify(
        _ encoded: UnsafeMutablePointer<UInt8>, _ digest: UnsafePointer<UInt8>
    ) throws(OpenSSLError) -> Bool {
        switch padding {
        case .pkcs1:
            return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { expected in
                unsafe encodePKCS1(digest, to: expected.baseAddress!)
                return unsafe constantTimeEqual(
                    Span(_unsafeStart: UnsafePointer(encoded), count: size),
                    Span(_unsafeElements: UnsafeBufferPointer(expected)))
            }
        case .pss: return try unsafe verifyPSS(encoded, digest)
        }
    }

    // MARK: EMSA-PKCS1-v1_5

    private borrowing func encodePKCS1(
        _ digest: UnsafePointer<UInt8>, to encoded: UnsafeMutablePointer<UInt8>
    ) {
        let prefix = self.digest.digestInfoPrefix
        let padding = size - 3 - prefix.count - self.digest.byteCount
        unsafe encoded[0] = 0
        unsafe encoded[1] = 1
        unsafe (encoded + 2).update(repeating: 0xFF, count: padding)
        unsafe encoded[2 + padding] = 0
        for index in prefix.indices { unsafe encoded[3 + padding + index] = prefix[index] }
        unsafe (encoded + size - self.digest.byteCount).update(from: digest, count: self.digest.byteCount)
    }

    // MARK: EMSA-PSS. The modulus has whole bytes, so the encoded message is as long, and its first bit is zero.

    private borrowing func encodePSS(
        _ digest: UnsafePointer<UInt8>, to encoded: UnsafeMutablePointer<UInt8>
    ) throws(OpenSSLError) {
        let count = self.digest.byteCount
        let maskedCount = size - count - 1
        let hash = unsafe encoded + maskedCount
        let saltStart = unsafe hash - count
        unsafe encoded.update(repeating: 0, count: maskedCount)
        unsafe (saltStart - 1).pointee = 1
        var salt = unsafe MutableSpan(_unsafeStart: saltStart, count: count)
        try Random.fillPrivately(&salt)
        try unsafe hashSalted(digest, saltStart, to: hash)
        try unsafe mask(encoded, maskedCount, from: hash)
        unsafe encoded[0] &= 0x7F
        unsafe encoded[size - 1] = 0xBC
    }

    private borrowing func verifyPSS(
        _ encoded: UnsafeMutablePointer<UInt8>, _ digest: UnsafePointer<UInt8>
    ) throws(OpenSSLError) -> Bool {
        let count = self.digest.byteCount
        let maskedCount = size - count - 1
        let hash = unsafe encoded + maskedCount
        guard unsafe encoded[size - 1] == 0xBC, unsafe encoded[0] & 0x80 == 0 else { return false }
        try unsafe mask(encoded, maskedCount, from: hash)
        unsafe encoded[0] &= 0x7F
        let saltStart = unsafe hash - count
        for index in 0..<maskedCount - count - 1 where unsafe encoded[index] != 0 { return false }
        guard unsafe (saltStart - 1).pointee == 1 else { return false }
        return try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) {
            (found) throws(OpenSSLError) in
            try unsafe hashSalted(digest, saltStart, to: found.baseAddress!)
            return unsafe constantTimeEqual(
                Span(_unsafeElements: UnsafeBufferPointer(found)),
                Span(_unsafeStart: UnsafePointer(hash), count: count))
        }
    }

    /// H = Hash(eight zeros, digest, salt).
    private borrowing func hashSalted(
        _ digest: UnsafePointer<UInt8>, _ salt: UnsafePointer<UInt8>, to hash: UnsafeMutablePointer<UInt8>
    ) throws(OpenSSLError) {
        let count = self.digest.byteCount
        try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8 + 2 * count) {
            (bytes) throws(OpenSSLError) in
            let base = bytes.baseAddress!
            unsafe base.initialize(repeating: 0, count: 8)
            unsafe (base + 8).initialize(from: digest, count: count)
            unsafe (base + 8 + count).initialize(from: salt, count: count)
            try unsafe self.hash(Span(_unsafeStart: UnsafePointer(base), count: 8 + 2 * count), to: hash)
        }
    }

    /// Combines bytes with MGF1 of the hash (RFC 8017 §B.2.1) by exclusive or.
    private borrowing func mask(
        _ bytes: UnsafeMutablePointer<UInt8>, _ length: Int, from hash: UnsafePointer<UInt8>
    ) throws(OpenSSLError) {
        let count = digest.byteCount
        try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * count + 4) {
            (memory) throws(OpenSSLError) in
            let seed = memory.baseAddress!
            let block = unsafe seed + count + 4
            unsafe seed.initialize(from: hash, count: count)
            unsafe (seed + count).initialize(repeating: 0, count: 4)
            for start in stride(from: 0, to: length, by: count) {
                // There are at most 15 blocks, so the other bytes of the counter stay zero.
                unsafe seed[count + 3] = UInt8(start / count)
                try unsafe self.hash(Span(_unsafeStart: UnsafePointer(seed), count: count + 4), to: block)
                for index in 0..<min(count, length - start) { unsafe bytes[start + index] ^= block[index] }
            }
        }
    }
}

extension DigestAlgorithm {
    /// The bytes before the digest in the DER encoding of DigestInfo (RFC 8017 §9.2, note 1).
    fileprivate var digestInfoPrefix: InlineArray<19, UInt8> {
        let (last, count): (UInt8, UInt8) =
            switch self {
            case .sha256: (1, 32)
            case .sha384: (2, 48)
            case .sha512: (3, 64)
            }
        return [
            0x30, 0x11 + count, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, last,
            0x05, 0x00, 0x04, count,
        ]
    }
}
