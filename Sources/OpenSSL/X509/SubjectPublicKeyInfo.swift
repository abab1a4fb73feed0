internal import COpenSSL

/// The public key of a certificate or a request; it may be of any type (RFC 5280 §4.1.2.7).
package struct SubjectPublicKeyInfo: Sendable {
    package let der: [UInt8]
    package let facts: KeyFacts
    /// libcrypto's name for the curve; nil if the key has no named curve.
    package let group: String?
    /// Nil if signet does not support the type of key.
    package let type: KeyType?
    /// The bits of the key without the algorithm. Key identifiers are computed from them (§4.2.1.2).
    let keyBits: [UInt8]

    init(copying info: OpaquePointer?) {
        var object: OpaquePointer?
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        var identifier: UnsafeMutablePointer<X509_ALGOR>?
        unsafe X509_PUBKEY_get0_param(&object, &start, &count, &identifier, info)
        der = unsafe encoded { unsafe i2d_X509_PUBKEY(info, $0) }
        keyBits = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
        defer { discardErrors() }
        let encodingFault = unsafe PublicKeyFault(encodingOf: info)
        let key = unsafe X509_PUBKEY_get(info)
        group = unsafe key.flatMap { unsafe KeyHandle.groupName(of: $0) }
        let handle = unsafe key.flatMap { try? unsafe KeyHandle(takingOwnershipOf: $0) }
        type = handle?.type
        facts = unsafe KeyFacts(
            ObjectName(object), identifier, X509_PUBKEY_get0(info),
            encodingFault ?? handle.flatMap { try? PublicKey($0).fault() })
    }

    package init(_ key: PublicKey) throws(OpenSSLError) {
        var info: OpaquePointer?
        try unsafe check(X509_PUBKEY_set(&info, key.handle.pointer), "X509_PUBKEY_set")
        defer { unsafe X509_PUBKEY_free(info) }
        unsafe self.init(copying: info)
    }

    /// SHA-1 of the key's bits, 20 bytes: the first method of RFC 5280 §4.2.1.2, which is the usual one.
    package func keyIdentifier() throws(OpenSSLError) -> [UInt8] { try SHA1.digest(of: keyBits.span) }
}

extension Certificate {
    package var keyInfo: SubjectPublicKeyInfo {
        unsafe SubjectPublicKeyInfo(copying: X509_get_X509_PUBKEY(pointer))
    }
}

/// Facts about a public key of any type. The key is not used.
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
        switch algorithm {
        case .rsa: return max(1, size * size * RSAPublicParts.bits(of: exponent) / 200)
        case .dsa: return max(1, size * size)
        case .ec where curve == "secp224r1": return 1
        case .ec:
            // The slowest are curves over binary fields.
            return curve.flatMap(Curve.init(groupName:))?.verificationCost ?? max(1, bits * bits / 6500)
        case .bytes(let type): return type.verificationCost
        case .other: return 1
        }
    }
}

extension KeyFacts {
    /// - Parameter key: nil if libcrypto cannot read it.
    fileprivate init(
        _ name: ObjectName, _ identifier: UnsafeMutablePointer<X509_ALGOR>?, _ key: OpaquePointer?,
        _ fault: PublicKeyFault?
    ) {
        algorithm =
            switch name.number {
            case NID_rsaEncryption, NID_rsassaPss: .rsa
            case NID_X9_62_id_ecPublicKey: .ec
            case NID_dsa, NID_dsa_2: .dsa
            default: name.byteKeyType.map(Algorithm.bytes) ?? .other
            }
        self.name = name.text
        bits = unsafe key.map { unsafe Int(EVP_PKEY_get_bits($0)) }
        securityBits = unsafe key.map { unsafe Int(EVP_PKEY_get_security_bits($0)) }
        exponent = algorithm == .rsa ? unsafe key.map { unsafe Self.exponent(of: $0) } ?? [] : []
        self.fault = fault
        curve = algorithm == .ec ? unsafe Self.namedCurve(identifier) : nil
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
