internal import COpenSSL

/// Signs any number of messages with one key. Not for several threads at once: each makes its own.
package struct Signer: ~Copyable {
    enum Method: ~Copyable {
        case hashing(SignatureContext)
        case edDSA(DigestContext)
    }

    private let key: KeyHandle
    private let method: Method

    private init(_ key: KeyHandle, _ method: consuming Method) {
        self.key = key
        self.method = method
    }

    /// - Precondition: the scheme fits the key's type.
    package static func make(_ key: PrivateKey, _ scheme: SignatureScheme) throws(OpenSSLError)
        -> Signer
    {
        precondition(scheme.fits(key.type))
        if case .edDSA = scheme { return Signer(key.handle, .edDSA(try DigestContext.make())) }
        return Signer(key.handle, .hashing(try SignatureContext.make(key.handle, scheme, .sign)))
    }

    /// - Returns: the signature, for ECDSA in the fixed-length form.
    package borrowing func sign(_ message: Span<UInt8>) throws(OpenSSLError) -> [UInt8] {
        switch method {
        case .hashing(let context): return try sign(message, context)
        case .edDSA(let context): return try signEdDSA(message, context)
        }
    }

    private borrowing func sign(
        _ message: Span<UInt8>, _ context: borrowing SignatureContext
    ) throws(OpenSSLError) -> [UInt8] {
        let digest = try context.digest.digest(of: message)
        var signature = unsafe [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key.pointer)))
        var length = signature.count
        try unsafe check(
            EVP_PKEY_sign(context.pointer, &signature, &length, digest, digest.count), "EVP_PKEY_sign")
        signature.removeLast(signature.count - length)
        if case .ec(let curve) = key.type {
            return try ECDSASignature.fixedLength(fromDER: signature, curve)
        }
        return signature
    }

    private borrowing func signEdDSA(
        _ message: Span<UInt8>, _ context: borrowing DigestContext
    ) throws(OpenSSLError) -> [UInt8] {
        try unsafe check(
            EVP_DigestSignInit(context.pointer, nil, nil, nil, key.pointer), "EVP_DigestSignInit")
        var signature = unsafe [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key.pointer)))
        var length = signature.count
        let status = unsafe message.withUnsafeBufferPointer {
            unsafe EVP_DigestSign(context.pointer, &signature, &length, $0.baseAddress, $0.count)
        }
        try check(status, "EVP_DigestSign")
        signature.removeLast(signature.count - length)
        return signature
    }
}

/// An EVP_MD_CTX.
struct DigestContext: ~Copyable {
    let pointer: OpaquePointer

    private init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    static func make() throws(OpenSSLError) -> DigestContext {
        unsafe DigestContext(try check(EVP_MD_CTX_new(), "EVP_MD_CTX_new"))
    }

    deinit { unsafe EVP_MD_CTX_free(pointer) }
}
