internal import COpenSSL

extension PrivateKey {
    /// What to generate.
    package enum Specification: Equatable, Sendable {
        /// The size of the modulus, in bits; the public exponent is 65537.
        case rsa(bits: Int)
        case ec(Curve)
        case ed25519
        case ed448

        /// Of the key.
        package var type: KeyType {
            switch self {
            case .rsa(let bits): .rsa(bits: bits)
            case .ec(let curve): .ec(curve)
            case .ed25519: .ed25519
            case .ed448: .ed448
            }
        }
    }

    package static func generate(_ specification: Specification) throws(KeyError) -> PrivateKey {
        let key = try unsafe mappingErrors(KeyError.library) { () throws(OpenSSLError) in
            switch specification {
            case .rsa(let bits): try unsafe generateRSA(bits)
            case .ec(let curve): try unsafe generateEC(curve)
            case .ed25519: try unsafe generate("ED25519") { _ in }
            case .ed448: try unsafe generate("ED448") { _ in }
            }
        }
        return try unsafe PrivateKey(checking: KeyHandle(takingOwnershipOf: key))
    }

    private static func generateRSA(_ bits: Int) throws(OpenSSLError) -> OpaquePointer {
        try unsafe generate("RSA") { (context) throws(OpenSSLError) in
            try unsafe check(
                EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)), "EVP_PKEY_CTX_set_rsa_keygen_bits")
        }
    }

    private static func generateEC(_ curve: Curve) throws(OpenSSLError) -> OpaquePointer {
        try unsafe generate("EC") { (context) throws(OpenSSLError) in
            try unsafe check(
                EVP_PKEY_CTX_set_group_name(context, curve.groupName), "EVP_PKEY_CTX_set_group_name")
        }
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
