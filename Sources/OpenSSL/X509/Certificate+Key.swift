internal import COpenSSL

/// Facts about the key of a certificate of any type. The key is not used.
package struct KeyFacts: Equatable, Sendable {
    package enum Algorithm: Equatable, Sendable {
        case rsa
        case ec
        case bytes(ByteKeyType)
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
    /// Why nobody may rely on the key; nil if signet finds nothing wrong, or does not support the type of key.
    package let fault: PublicKeyFault?
    /// EC: the short name of the curve (`prime256v1`); nil if the curve is given by its parameters.
    package let curve: String?

    /// Why this libcrypto is too old for the key; nil if it is not.
    package var obstacle: String? {
        if case .bytes(let type) = algorithm { type.obstacle } else { nil }
    }

    /// The cost of verifying a signature with the key, as measured with libcrypto 3.0, in units of one of P-256: about a
    /// tenth of a millisecond.
    package var verificationCost: Int {
        let bits = bits ?? 0
        let size = bits / 1024
        switch (algorithm, curve) {
        case (.rsa, _): return max(1, size * size * RSAPublicParts.bits(of: exponent) / 200)
        case (.dsa, _): return max(1, size * size)
        case (.ec, "prime256v1"), (.ec, "secp224r1"): return 1
        case (.ec, "secp384r1"): return 10
        case (.ec, "secp521r1"): return 7
        // The slowest are curves over binary fields.
        case (.ec, _): return max(1, bits * bits / 6500)
        case (.bytes(let type), _): return type.verificationCost
        case (.other, _): return 1
        }
    }
}

extension Certificate {
    func readKeyFacts() -> KeyFacts {
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
            case NID_dsa, NID_dsa_2: .dsa
            default: name.byteKeyType.map(KeyFacts.Algorithm.bytes) ?? .other
            }
        let key = unsafe X509_get0_pubkey(pointer)
        return unsafe KeyFacts(
            algorithm: algorithm, name: name.text,
            bits: key.map { unsafe Int(EVP_PKEY_get_bits($0)) },
            securityBits: key.map { unsafe Int(EVP_PKEY_get_security_bits($0)) },
            exponent: algorithm == .rsa ? key.map { unsafe Self.exponent(of: $0) } ?? [] : [],
            fault: keyInfo.fault,
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
