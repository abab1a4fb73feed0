internal import COpenSSL

extension Request {
    /// A request for a certificate of `key`, signed by it.
    ///
    /// - Parameters:
    ///   - extensions: to be asked for (RFC 2985 §5.4.2); without any, the attribute is left out.
    ///   - digest: nil for Ed25519 and Ed448, which have their own.
    package static func make(
        subject: DistinguishedName, key: PrivateKey, extensions: [CertificateExtension],
        digest: DigestAlgorithm?
    ) throws(OpenSSLError) -> Request {
        let request = unsafe Request(takingOwnershipOf: try check(X509_REQ_new(), "X509_REQ_new"))
        let pointer = unsafe request.pointer
        try unsafe check(X509_REQ_set_version(pointer, 0), "X509_REQ_set_version")
        let name = try unsafe subject.pointer()
        defer { unsafe X509_NAME_free(name) }
        try unsafe check(X509_REQ_set_subject_name(pointer, name), "X509_REQ_set_subject_name")
        try unsafe check(
            X509_REQ_set_pubkey(pointer, key.publicKey.handle.pointer), "X509_REQ_set_pubkey")
        if !extensions.isEmpty { try unsafe add(extensions, to: pointer) }
        guard unsafe X509_REQ_sign(pointer, key.handle.pointer, digest?.md) > 0 else {
            throw .taken("X509_REQ_sign")
        }
        return request
    }

    private static func add(
        _ extensions: [CertificateExtension], to request: OpaquePointer
    ) throws(OpenSSLError) {
        let stack = try unsafe check(signet_X509_EXTENSIONS_new(), "sk_X509_EXTENSION_new")
        defer { unsafe signet_X509_EXTENSIONS_free(stack) }
        for part in extensions {
            let pointer = try unsafe part.pointer()
            guard unsafe signet_X509_EXTENSIONS_push(stack, pointer) > 0 else {
                unsafe X509_EXTENSION_free(pointer)
                throw .taken("sk_X509_EXTENSION_push")
            }
        }
        try unsafe check(X509_REQ_add_extensions(request, stack), "X509_REQ_add_extensions")
    }
}
