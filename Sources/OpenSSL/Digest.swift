internal import COpenSSL

/// The digests that are used in signatures.
package enum DigestAlgorithm: String, CaseIterable, Sendable {
    case sha256 = "SHA-256"
    case sha384 = "SHA-384"
    case sha512 = "SHA-512"

    /// Length of the digest, in bytes.
    package var byteCount: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// libcrypto's own constant, which is valid as long as the process runs.
    var md: OpaquePointer {
        switch self {
        case .sha256: unsafe EVP_sha256()
        case .sha384: unsafe EVP_sha384()
        case .sha512: unsafe EVP_sha512()
        }
    }

    /// The digest of `bytes`.
    package func digest(of bytes: Span<UInt8>) throws(OpenSSLError) -> [UInt8] {
        unsafe try OpenSSL.digest(of: bytes, md, byteCount: byteCount)
    }
}

/// SHA-1 for identifying things where a standard or a convention requires it: key identifiers (RFC 5280 §4.2.1.2) and
/// fingerprints. It is never used to sign.
package enum SHA1 {
    package static func digest(of bytes: Span<UInt8>) throws(OpenSSLError) -> [UInt8] {
        unsafe try OpenSSL.digest(of: bytes, EVP_sha1(), byteCount: 20)
    }
}

/// - Parameter byteCount: the length of the digest.
private func digest(
    of bytes: Span<UInt8>, _ md: OpaquePointer, byteCount: Int
) throws(OpenSSLError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    let status = unsafe bytes.withUnsafeBufferPointer {
        unsafe EVP_Digest($0.baseAddress, $0.count, &digest, nil, md, nil)
    }
    try check(status, "EVP_Digest")
    return digest
}

/// An EVP_MD_CTX.
struct DigestContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(OpenSSLError) {
        unsafe pointer = try unsafe check(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
    }

    deinit { unsafe EVP_MD_CTX_free(pointer) }
}

/// Hashes any number of messages. The algorithm is fetched only once, because that takes longer than hashing a short
/// message.
package struct Hasher: ~Copyable {
    private let context: DigestContext
    private let algorithm: OpaquePointer
    let byteCount: Int

    private init(_ context: consuming DigestContext, adopting algorithm: OpaquePointer, _ byteCount: Int) {
        self.context = context
        unsafe self.algorithm = unsafe algorithm
        self.byteCount = byteCount
    }

    deinit { unsafe EVP_MD_free(algorithm) }

    package static func make(_ digest: DigestAlgorithm) throws(OpenSSLError) -> Hasher {
        let context = try DigestContext()
        let algorithm = try unsafe check(EVP_MD_fetch(nil, digest.rawValue, nil), "EVP_MD_fetch")
        return unsafe Hasher(context, adopting: algorithm, digest.byteCount)
    }

    /// - Parameter digest: receives the digest; it must be as long as the digest.
    package borrowing func hash(
        _ message: Span<UInt8>, to digest: UnsafeMutablePointer<UInt8>
    ) throws(OpenSSLError) {
        let context = unsafe context.pointer
        try unsafe check(EVP_DigestInit_ex2(context, algorithm, nil), "EVP_DigestInit_ex2")
        let status = unsafe message.withUnsafeBufferPointer {
            unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count)
        }
        try check(status, "EVP_DigestUpdate")
        try unsafe check(EVP_DigestFinal_ex(context, digest, nil), "EVP_DigestFinal_ex")
    }

    /// Passes the digest of `message` to `body`.
    borrowing func withDigest<Result>(
        of message: Span<UInt8>, _ body: (Span<UInt8>) throws(OpenSSLError) -> Result
    ) throws(OpenSSLError) -> Result {
        try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCount) {
            (digest) throws(OpenSSLError) in
            try unsafe hash(message, to: digest.baseAddress!)
            return try unsafe body(Span(_unsafeElements: UnsafeBufferPointer(digest)))
        }
    }
}
