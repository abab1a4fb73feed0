internal import COpenSSL

/// The supported types of asymmetric keys.
package enum KeyType: Hashable, Sendable {
    /// The size of the modulus, in bits.
    case rsa(bits: Int)
    /// RSA for RSASSA-PSS alone (id-RSASSA-PSS, RFC 4055 §1.2), with the parameters that restrict it if it has any.
    case rsaPSS(bits: Int, PSSParameters?)
    case ec(Curve)
    case bytes(ByteKeyType)

    package static let ed25519 = bytes(.ed25519)
    package static let ed448 = bytes(.ed448)

    /// The size of the modulus, in bits; nil unless the key's numbers are those of RSA.
    package var rsaBits: Int? {
        switch self {
        case .rsa(let bits), .rsaPSS(let bits, _): bits
        case .ec, .bytes: nil
        }
    }

    /// The type without its size. libcrypto makes and recognises keys by the same name.
    package var name: String {
        switch self {
        case .rsa: "RSA"
        case .rsaPSS: "RSA-PSS"
        case .ec: "EC"
        case .bytes(let type): type.name
        }
    }
}

extension PrivateKey {
    /// RSA keys have the public exponent 65537.
    package static func generate(_ type: KeyType) throws -> PrivateKey {
        if case .bytes(let type) = type { try type.requireAvailable() }
        let context = try unsafe check(
            EVP_PKEY_CTX_new_from_name(nil, type.name, nil), "EVP_PKEY_CTX_new_from_name")
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try unsafe check(EVP_PKEY_keygen_init(context), "EVP_PKEY_keygen_init")
        switch type {
        case .rsa(let bits), .rsaPSS(let bits, _):
            try unsafe check(
                EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)), "EVP_PKEY_CTX_set_rsa_keygen_bits")
            if case .rsaPSS(_, let parameters?) = type { try unsafe parameters.restrict(context) }
        case .ec(let curve):
            try unsafe check(
                EVP_PKEY_CTX_set_group_name(context, curve.groupName), "EVP_PKEY_CTX_set_group_name")
        case .bytes: break
        }
        var key: OpaquePointer?
        try unsafe check(EVP_PKEY_generate(context, &key), "EVP_PKEY_generate")
        return try unsafe PrivateKey(checking: KeyHandle(takingOwnershipOf: key!))
    }
}
