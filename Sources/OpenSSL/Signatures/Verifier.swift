internal import COpenSSL

/// Verifies any number of signatures with one key. Each thread must have its own.
package struct Verifier: ~Copyable {
    private let key: KeyHandle
    private let method: SignatureMethod

    private init(_ key: KeyHandle, _ method: consuming SignatureMethod) {
        self.key = key
        self.method = method
    }

    /// - Precondition: the scheme fits the type of the key.
    package static func make(_ key: PublicKey, _ scheme: SignatureScheme) throws(OpenSSLError)
        -> Verifier
    {
        Verifier(key.handle, try SignatureMethod.make(key.handle, scheme, .verify))
    }

    /// Whether `signature` is a signature of `message` by the key. False if its length or form is wrong.
    ///
    /// - Throws: if libcrypto fails for another reason than the signature.
    package borrowing func verify(
        _ signature: Span<UInt8>, for message: Span<UInt8>
    ) throws(OpenSSLError) -> Bool {
        defer { discardErrors() }
        switch method {
        case .hashing(let context):
            return try context.hasher.withDigest(of: message) { (digest) throws(OpenSSLError) in
                try verify(signature, forDigest: digest, context)
            }
        case .pure(let context):
            // Without a key argument, the context starts again with the key that it has.
            try unsafe check(
                EVP_DigestVerifyInit(context.pointer, nil, nil, nil, nil), "EVP_DigestVerifyInit")
            return unsafe signature.withUnsafeBufferPointer { signature in
                unsafe message.withUnsafeBufferPointer { message in
                    unsafe EVP_DigestVerify(
                        context.pointer, signature.baseAddress, signature.count, message.baseAddress,
                        message.count)
                }
            } == 1
        }
    }

    /// Verifies a signature of a message that is given by its digest.
    ///
    /// - Precondition: the scheme hashes first, and `digest` has the right length.
    package borrowing func verify(
        _ signature: Span<UInt8>, forDigest digest: Span<UInt8>
    ) throws(OpenSSLError) -> Bool {
        defer { discardErrors() }
        switch method {
        case .hashing(let context): return try verify(signature, forDigest: digest, context)
        case .pure: preconditionFailure("the scheme does not hash first")
        }
    }

    private borrowing func verify(
        _ signature: Span<UInt8>, forDigest digest: Span<UInt8>, _ context: borrowing SignatureContext
    ) throws(OpenSSLError) -> Bool {
        func holds(_ signature: Span<UInt8>) -> Bool {
            unsafe signature.withUnsafeBufferPointer { signature in
                unsafe digest.withUnsafeBufferPointer { digest in
                    unsafe EVP_PKEY_verify(
                        context.pointer, signature.baseAddress, signature.count, digest.baseAddress,
                        digest.count)
                }
            } == 1
        }
        if case .ec(let curve) = key.type {
            guard let der = try ECDSASignature.der(fromFixedLength: signature, curve) else { return false }
            return holds(der.span)
        }
        // RFC 8017 §8.1.2, step 1, requires this length. libcrypto also accepts a PSS signature without its leading
        // zeros.
        return unsafe signature.count == Int(EVP_PKEY_get_size(key.pointer)) && holds(signature)
    }
}
