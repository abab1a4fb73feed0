internal import COpenSSL

/// A signature scheme: the primitive, its padding and its digest.
package enum SignatureScheme: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2).
    case rsaPKCS1(DigestAlgorithm)
    /// RSASSA-PSS (RFC 8017 §8.1): MGF1 with the same digest, a salt as long as the digest (RFC 7518 §3.5).
    case rsaPSS(DigestAlgorithm)
    /// ECDSA with the signature as r and s side by side, each as long as the curve's order (RFC 7518 §3.4).
    case ecdsa(DigestAlgorithm)
    /// The scheme of a ``ByteKeyType``, without a context and without prehashing.
    case pure
}

/// Signs any number of messages with one key. Each thread must have its own.
package struct Signer: ~Copyable {
    private let key: KeyHandle
    private let method: SignatureMethod
    private let proof: Proof

    /// What is done with a signature before it is returned.
    private enum Proof: ~Copyable {
        case none
        /// Signatures of a store are verified, because nothing else says whether it can do what was asked for: a
        /// TPM may choose another length of the salt.
        case verifying(Verifier)
    }

    private init(_ key: KeyHandle, _ method: consuming SignatureMethod, _ proof: consuming Proof) {
        self.key = key
        self.method = method
        self.proof = proof
    }

    /// - Precondition: the scheme fits the type of the key.
    package static func make(_ key: PrivateKey, _ scheme: SignatureScheme) throws(OpenSSLError)
        -> Signer
    {
        let method = try SignatureMethod.make(key.handle, scheme, .sign)
        guard key.staysInStore else { return Signer(key.handle, method, .none) }
        return Signer(key.handle, method, .verifying(try Verifier.make(key.publicKey, scheme)))
    }

    /// - Parameter signature: receives the signature, for ECDSA in the fixed-length form. Its memory is reused.
    package borrowing func sign(
        _ message: Span<UInt8>, into signature: inout [UInt8]
    ) throws(OpenSSLError) {
        try makeSignature(of: message, into: &signature)
        switch proof {
        case .none: return
        case .verifying(let verifier):
            guard try verifier.verify(signature.span, for: message) else { throw .unprovenSignature }
        }
    }

    private borrowing func makeSignature(
        of message: Span<UInt8>, into signature: inout [UInt8]
    ) throws(OpenSSLError) {
        switch method {
        case .hashing(let context):
            try context.hasher.withDigest(of: message) { (digest) throws(OpenSSLError) in
                try sign(digest: digest, context, into: &signature)
            }
        case .pure(let context):
            var length = unsafe Int(EVP_PKEY_get_size(key.pointer))
            signature.setCount(length)
            // Without a key argument, the context starts again with the key that it has.
            try unsafe check(
                EVP_DigestSignInit(context.pointer, nil, nil, nil, nil), "EVP_DigestSignInit")
            let status = unsafe message.withUnsafeBufferPointer {
                unsafe EVP_DigestSign(context.pointer, &signature, &length, $0.baseAddress, $0.count)
            }
            try check(status, "EVP_DigestSign")
            signature.setCount(length)
        }
    }

    /// Signs a message that is given by its digest.
    ///
    /// - Precondition: the scheme hashes first, and `digest` has the right length.
    package borrowing func sign(
        digest: Span<UInt8>, into signature: inout [UInt8]
    ) throws(OpenSSLError) {
        switch method {
        case .hashing(let context): try sign(digest: digest, context, into: &signature)
        case .pure: preconditionFailure("the scheme does not hash first")
        }
    }

    private borrowing func sign(
        digest: Span<UInt8>, _ context: borrowing SignatureContext, into signature: inout [UInt8]
    ) throws(OpenSSLError) {
        var length = unsafe Int(EVP_PKEY_get_size(key.pointer))
        signature.setCount(length)
        let status = unsafe digest.withUnsafeBufferPointer {
            unsafe EVP_PKEY_sign(context.pointer, &signature, &length, $0.baseAddress, $0.count)
        }
        try check(status, "EVP_PKEY_sign")
        signature.setCount(length)
        if case .ec(let curve) = key.type { try ECDSASignature.makeFixedLength(&signature, curve) }
    }
}
