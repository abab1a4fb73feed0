internal import COpenSSL

extension PrivateKey {
    /// RSA keys have the public exponent 65537.
    package static func generate(_ type: KeyType) throws(KeyError) -> PrivateKey {
        if case .bytes(let type) = type { try type.requireAvailable() }
        let key = try unsafe mappingErrors(KeyError.library) { () throws(OpenSSLError) in
            try unsafe generate(type.name) { (context) throws(OpenSSLError) in
                switch type {
                case .rsa(let bits), .rsaPSS(let bits, _):
                    try unsafe check(
                        EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)),
                        "EVP_PKEY_CTX_set_rsa_keygen_bits")
                case .ec(let curve):
                    try unsafe check(
                        EVP_PKEY_CTX_set_group_name(context, curve.groupName), "EVP_PKEY_CTX_set_group_name")
                case .bytes: break
                }
            }
        }
        return try unsafe PrivateKey(checking: KeyHandle(takingOwnershipOf: key))
    }

    private static func generate(
        _ name: String, configure: (OpaquePointer) throws(OpenSSLError) -> Void
    ) throws(OpenSSLError) -> OpaquePointer {
        let context = try unsafe check(
            EVP_PKEY_CTX_new_from_name(nil, name, nil), "EVP_PKEY_CTX_new_from_name")
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try unsafe check(EVP_PKEY_keygen_init(context), "EVP_PKEY_keygen_init")
        try unsafe configure(context)
        var key: OpaquePointer?
        try unsafe check(EVP_PKEY_generate(context, &key), "EVP_PKEY_generate")
        return unsafe key!
    }
}
