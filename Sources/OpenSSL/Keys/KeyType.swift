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

/// Elliptic curves, by their names in RFC 7518 §6.2.1.1 and RFC 8812 §3.1.
package enum Curve: String, CaseIterable, Hashable, Sendable {
    case p256 = "P-256"
    case p384 = "P-384"
    case p521 = "P-521"
    case secp256k1

    /// Length of a coordinate, a scalar, and each half of a signature, in bytes.
    package var byteCount: Int {
        switch self {
        case .p256, .secp256k1: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// libcrypto's name for the group.
    var groupName: String {
        switch self {
        case .p256: "prime256v1"
        case .p384: "secp384r1"
        case .p521: "secp521r1"
        case .secp256k1: "secp256k1"
        }
    }

    init?(groupName: String) {
        // Some providers report the NIST name.
        guard
            let curve = Self.allCases.first(where: {
                $0.groupName == groupName || $0.rawValue == groupName
            })
        else { return nil }
        self = curve
    }

    /// For errors: the NIST name of the group if it has one.
    static func readableName(groupName: String) -> String {
        unsafe EC_curve_nid2nist(OBJ_sn2nid(groupName)).map { unsafe String(cString: $0) } ?? groupName
    }

    /// Used in place of a name if a curve is given by its parameters.
    static let explicitParameters = "explicit parameters"
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
