internal import COpenSSL

/// An EVP_MD_CTX.
struct DigestContext: ~Copyable {
    let pointer: OpaquePointer

    private init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    static func make() throws(OpenSSLError) -> DigestContext {
        unsafe DigestContext(try check(EVP_MD_CTX_new(), "EVP_MD_CTX_new"))
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
        let context = try DigestContext.make()
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
        of message: Span<UInt8>, _ body: (UnsafePointer<UInt8>, Int) throws(OpenSSLError) -> Result
    ) throws(OpenSSLError) -> Result {
        try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCount) {
            (digest) throws(OpenSSLError) in
            try unsafe hash(message, to: digest.baseAddress!)
            return try unsafe body(UnsafePointer(digest.baseAddress!), byteCount)
        }
    }
}
