internal import COpenSSL

/// HMAC (RFC 2104) with one key, for any number of messages. Each thread must have its own.
package struct HMAC: ~Copyable {
    /// An EVP_MAC_CTX that was initialised with the key.
    private let context: OpaquePointer
    /// Size of a code, in bytes.
    private let byteCount: Int

    private init(adopting context: OpaquePointer, _ byteCount: Int) {
        unsafe self.context = unsafe context
        self.byteCount = byteCount
    }

    deinit { unsafe EVP_MAC_CTX_free(context) }

    package static func make(digest: DigestAlgorithm, key: Secret) throws(OpenSSLError) -> HMAC {
        let algorithm = try unsafe check(EVP_MAC_fetch(nil, "HMAC", nil), "EVP_MAC_fetch")
        defer { unsafe EVP_MAC_free(algorithm) }
        let context = try unsafe check(EVP_MAC_CTX_new(algorithm), "EVP_MAC_CTX_new")
        let hmac = unsafe HMAC(adopting: context, digest.byteCount)
        let status = unsafe OSSL_MAC_PARAM_DIGEST.withCString { name in
            unsafe digest.rawValue.withCString { value in
                let parameters = unsafe [
                    OSSL_PARAM_construct_utf8_string(name, UnsafeMutablePointer(mutating: value), 0),
                    OSSL_PARAM_construct_end(),
                ]
                return unsafe key.withPointer { unsafe EVP_MAC_init(context, $0, $1, parameters) }
            }
        }
        try check(status, "EVP_MAC_init")
        return hmac
    }

    /// - Parameter code: receives the code, which is as long as the digest. Its memory is reused.
    package borrowing func makeCode(
        for message: Span<UInt8>, into code: inout [UInt8]
    ) throws(OpenSSLError) {
        code.setCount(byteCount)
        try unsafe code.withUnsafeMutableBufferPointer { (code) throws(OpenSSLError) in
            try unsafe makeCode(for: message, to: code.baseAddress!)
        }
    }

    /// - Parameter code: receives the code; it must be as long as the digest.
    package borrowing func makeCode(
        for message: Span<UInt8>, to code: UnsafeMutablePointer<UInt8>
    ) throws(OpenSSLError) {
        // Without a key argument, the context starts again with the key that it has.
        try unsafe check(EVP_MAC_init(context, nil, 0, nil), "EVP_MAC_init")
        let status = unsafe message.withUnsafeBufferPointer {
            unsafe EVP_MAC_update(context, $0.baseAddress, $0.count)
        }
        try check(status, "EVP_MAC_update")
        try unsafe check(EVP_MAC_final(context, code, nil, byteCount), "EVP_MAC_final")
    }

    /// Whether `code` is the code of `message`, compared in constant time.
    package borrowing func verify(_ code: Span<UInt8>, for message: Span<UInt8>) throws(OpenSSLError)
        -> Bool
    {
        var expected: [UInt8] = []
        try makeCode(for: message, into: &expected)
        return constantTimeEqual(expected.span, code)
    }
}
