internal import COpenSSL

/// Facts about the key of a certificate of any type. The key is not used.
package struct KeyFacts: Equatable, Sendable {
    package enum Algorithm: Equatable, Sendable {
        case rsa
        case ec
        case edwards
        case dsa
        case other
    }

    package let algorithm: Algorithm
    /// libcrypto's name for the algorithm: `rsaEncryption`.
    package let name: String
    /// Nil if libcrypto cannot read the key.
    package let bits: Int?
    /// The strength that libcrypto computes (NIST SP 800-57 part 1 §5.6.1): 112 for RSA of 2048 bits. Nil if
    /// libcrypto cannot read the key.
    package let securityBits: Int?
    /// RSA: the public exponent, most significant byte first.
    package let exponent: [UInt8]
    /// EC: the short name of the curve (`prime256v1`); nil if the curve is given by its parameters.
    package let curve: String?

    /// The cost of verifying a signature with the key, in units of about a millisecond. It is more than 1 only for
    /// keys far larger than those in use.
    package var verificationCost: Int {
        let size = (bits ?? 0) / 1024
        switch algorithm {
        case .rsa: return max(1, size * size * RSAPublicParts.bits(of: exponent) / 2048)
        case .dsa: return max(1, size * size / 4)
        case .ec, .edwards, .other: return 1
        }
    }
}

extension Certificate {
    package var keyFacts: KeyFacts {
        defer { discardErrors() }
        let info = unsafe X509_get_X509_PUBKEY(pointer)
        var object: OpaquePointer?
        var identifier: UnsafeMutablePointer<X509_ALGOR>?
        unsafe X509_PUBKEY_get0_param(&object, nil, nil, &identifier, info)
        let name = unsafe ObjectName(object)
        let algorithm: KeyFacts.Algorithm =
            switch name.number {
            case NID_rsaEncryption, NID_rsassaPss: .rsa
            case NID_X9_62_id_ecPublicKey: .ec
            case NID_ED25519, NID_ED448: .edwards
            case NID_dsa, NID_dsa_2: .dsa
            default: .other
            }
        let key = unsafe X509_get0_pubkey(pointer)
        return unsafe KeyFacts(
            algorithm: algorithm, name: name.text,
            bits: key.map { unsafe Int(EVP_PKEY_get_bits($0)) },
            securityBits: key.map { unsafe Int(EVP_PKEY_get_security_bits($0)) },
            exponent: algorithm == .rsa ? key.map { unsafe Self.exponent(of: $0) } ?? [] : [],
            curve: algorithm == .ec ? Self.namedCurve(identifier) : nil)
    }

    private static func exponent(of key: OpaquePointer) -> [UInt8] {
        var number: OpaquePointer?
        guard unsafe EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &number) == 1 else { return [] }
        defer { unsafe BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: unsafe Int(BN_num_bits(number) + 7) / 8)
        unsafe BN_bn2bin(number, &bytes)
        return bytes
    }

    /// - Parameter algorithm: the AlgorithmIdentifier of an EC key (RFC 5480 §2.1.1).
    private static func namedCurve(_ algorithm: UnsafeMutablePointer<X509_ALGOR>?) -> String? {
        var kind: Int32 = 0
        var value: UnsafeRawPointer?
        unsafe X509_ALGOR_get0(nil, &kind, &value, algorithm)
        guard kind == V_ASN1_OBJECT, let value = unsafe value else { return nil }
        let number = unsafe ObjectName(OpaquePointer(value)).number
        return unsafe OBJ_nid2sn(number).map { unsafe String(cString: $0) }
    }
}
