internal import COpenSSL

/// The public key of a certificate or a request; it may be of any type (RFC 5280 §4.1.2.7).
package struct SubjectPublicKeyInfo: Sendable {
    package let der: [UInt8]
    /// libcrypto's long name for the algorithm, or its dotted numbers: `rsaEncryption`.
    package let algorithm: String
    /// Nil if libcrypto cannot read the key.
    package let bits: Int?
    /// libcrypto's name for the curve; nil if the key has no named curve.
    package let group: String?
    /// Nil if signet does not support the type of key.
    package let type: KeyType?
    /// Why nobody may rely on the key; nil if signet finds nothing wrong, or does not support the type of key.
    package let fault: PublicKeyFault?
    /// The bits of the key without the algorithm. Key identifiers are computed from them (§4.2.1.2).
    let keyBits: [UInt8]

    init(copying info: OpaquePointer?) {
        var object: OpaquePointer?
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        unsafe X509_PUBKEY_get0_param(&object, &start, &count, nil, info)
        der = unsafe encoded { unsafe i2d_X509_PUBKEY(info, $0) }
        algorithm = unsafe ObjectName(object).text
        keyBits = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
        let encodingFault = unsafe PublicKeyFault(encodingOf: info)
        defer { discardErrors() }
        guard let key = unsafe X509_PUBKEY_get(info) else {
            (bits, group, type, fault) = (nil, nil, nil, encodingFault)
            return
        }
        bits = unsafe Int(EVP_PKEY_get_bits(key))
        var name = [CChar](repeating: 0, count: 80)
        var length = 0
        let hasGroup = unsafe EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1
        group =
            hasGroup
            ? String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
        let handle = try? unsafe KeyHandle(takingOwnershipOf: key)
        type = handle?.type
        fault = encodingFault ?? handle.flatMap { try? PublicKey($0).fault() }
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

    /// libcrypto's long name for the signature algorithm, or its dotted numbers.
    package var signatureAlgorithm: String {
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_get0_signature(nil, &algorithm, pointer)
        return unsafe ObjectName(of: algorithm!).text
    }
}
