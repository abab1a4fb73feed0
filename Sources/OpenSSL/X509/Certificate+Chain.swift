internal import COpenSSL

extension Certificate {
    /// The certificates that lead upwards from this one, itself first, as far as `others` go. Whether they are to be
    /// trusted, or still valid, is not looked at.
    package func chain(among others: [Certificate]) throws(OpenSSLError) -> [Certificate] {
        defer { discardErrors() }
        let stack = try unsafe check(signet_X509_stack(), "sk_X509_new")
        defer { unsafe signet_X509_free_stack(stack) }
        for other in others {
            guard unsafe signet_X509_push(stack, other.pointer) > 0 else { throw .taken("sk_X509_push") }
        }
        // With no store the chain ends where no issuer is to be found.
        let chain = try unsafe check(X509_build_chain(pointer, stack, nil, 1, nil, nil), "X509_build_chain")
        defer { unsafe signet_X509_free_all(chain) }
        return unsafe (0..<signet_X509_count(chain)).compactMap { index in
            guard let certificate = unsafe signet_X509_at(chain, index) else { return nil }
            unsafe X509_up_ref(certificate)
            return unsafe Certificate(takingOwnershipOf: certificate)
        }
    }
}
