internal import COpenSSL

/// Verifies any number of signatures with one key. Not for several threads at once: each makes its own.
package struct Verifier: ~Copyable {
    private let key: KeyHandle
    private let method: SignatureMethod

    private init(_ key: KeyHandle, _ method: consuming SignatureMethod) {
        self.key = key
        self.method = method
    }

    /// - Precondition: the scheme fits the key's type.
    package static func make(_ key: PublicKey, _ scheme: SignatureScheme) throws(OpenSSLError)
        -> Verifier
    {
        Verifier(key.handle, try SignatureMethod.make(key.handle, scheme, .verify))
    }

    /// Whether `signature` is the key's over `message`. A signature of the wrong length or form is none.
    ///
    /// - Throws: when libcrypto fails for another reason than the signature.
    package borrowing func verify(
        _ signature: Span<UInt8>, for message: Span<UInt8>
    ) throws(OpenSSLError) -> Bool {
        defer { discardErrors() }
        switch method {
        case .hashing(let context):
            if case .ec(let curve) = key.type {
                guard let der = try ECDSASignature.der(fromFixedLength: signature, curve) else {
                    return false
                }
                return try context.hasher.withDigest(of: message) { digest, count in
                    unsafe EVP_PKEY_verify(context.pointer, der, der.count, digest, count)
                } == 1
            }
            // RFC 8017 §8.1.2, step 1: libcrypto takes a PSS signature without its leading zeros too.
            guard unsafe signature.count == Int(EVP_PKEY_get_size(key.pointer)) else { return false }
            return try context.hasher.withDigest(of: message) { digest, count in
                unsafe signature.withUnsafeBufferPointer {
                    unsafe EVP_PKEY_verify(context.pointer, $0.baseAddress, $0.count, digest, count)
                }
            } == 1
        case .edDSA(let context):
            // Without a key: the one that is set, from the beginning.
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

    /// The same for ECDSA, with a message that is given by its digest.
    ///
    /// - Precondition: the scheme is ECDSA's, and the digest has its length.
    package borrowing func verify(
        _ signature: Span<UInt8>, forDigest digest: Span<UInt8>
    ) throws(OpenSSLError) -> Bool {
        defer { discardErrors() }
        switch method {
        case .hashing(let context):
            guard case .ec(let curve) = key.type else { preconditionFailure("not ECDSA") }
            guard let der = try ECDSASignature.der(fromFixedLength: signature, curve) else { return false }
            return unsafe digest.withUnsafeBufferPointer {
                unsafe EVP_PKEY_verify(context.pointer, der, der.count, $0.baseAddress, $0.count)
            } == 1
        case .edDSA: preconditionFailure("not ECDSA")
        }
    }
}
