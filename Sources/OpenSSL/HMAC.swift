internal import COpenSSL

/// HMAC (RFC 2104) with one key, for any number of messages. Not for several threads at once: each makes its
/// own.
package struct HMAC: ~Copyable {
    private let context: OpaquePointer
    private let digest: DigestAlgorithm

    private init(adopting context: OpaquePointer, _ digest: DigestAlgorithm) {
        unsafe self.context = unsafe context
        self.digest = digest
    }

    deinit { unsafe EVP_MAC_CTX_free(context) }

    package static func make(digest: DigestAlgorithm, key: Secret) throws(OpenSSLError) -> HMAC {
        let algorithm = try unsafe check(EVP_MAC_fetch(nil, "HMAC", nil), "EVP_MAC_fetch")
        // The context keeps a reference of its own.
        defer { unsafe EVP_MAC_free(algorithm) }
        let hmac = unsafe HMAC(
            adopting: try check(EVP_MAC_CTX_new(algorithm), "EVP_MAC_CTX_new"), digest)
        try check(hmac.load(key), "EVP_MAC_init")
        return hmac
    }

    private borrowing func load(_ key: Secret) -> Int32 {
        let context = unsafe context
        var digest = Array(digest.rawValue.utf8CString)
        // The parameters keep pointers to their name and their value, which stay in place until they are read.
        return unsafe OSSL_MAC_PARAM_DIGEST.withCString { name in
            unsafe digest.withUnsafeMutableBufferPointer { digest in
                var parameters = unsafe [
                    OSSL_PARAM_construct_utf8_string(name, digest.baseAddress, 0),
                    OSSL_PARAM_construct_end(),
                ]
                // A null pointer would mean the key that is loaded.
                return unsafe key.withPointer { unsafe EVP_MAC_init(context, $0, $1, &parameters) }
            }
        }
    }

    /// - Parameter code: becomes the code, as long as the digest. Its memory is used again.
    package borrowing func makeCode(
        for message: Span<UInt8>, into code: inout [UInt8]
    ) throws(OpenSSLError) {
        let context = unsafe context
        code.setCount(digest.byteCount)
        var length = 0
        // Without a key: the one that is loaded, from its beginning.
        let isMade =
            unsafe EVP_MAC_init(context, nil, 0, nil) == 1
            && message.withUnsafeBufferPointer { unsafe EVP_MAC_update(context, $0.baseAddress, $0.count) }
                == 1
            && EVP_MAC_final(context, &code, &length, code.count) == 1
        if !isMade { throw .taken("EVP_MAC") }
    }

    /// Whether `code` is the message's, in constant time.
    package borrowing func verify(_ code: Span<UInt8>, for message: Span<UInt8>) throws(OpenSSLError)
        -> Bool
    {
        var expected: [UInt8] = []
        try makeCode(for: message, into: &expected)
        return constantTimeEqual(expected.span, code)
    }
}
