internal import COpenSSL

/// The key of a certificate or a request, of whatever type (RFC 5280 §4.1.2.7).
package struct SubjectPublicKeyInfo: Sendable {
    package let der: [UInt8]
    /// libcrypto's long name of the algorithm, or its number: `rsaEncryption`.
    package let algorithm: String
    /// Nil for a key that libcrypto does not read.
    package let bits: Int?
    /// The name of its curve, as libcrypto has it; nil where it has none.
    package let group: String?
    /// Nil for a type of key that signet does not use.
    package let type: KeyType?
    /// The bits of the key alone, without the algorithm: what key identifiers are made of (§4.2.1.2).
    let keyBits: [UInt8]

    init(copying info: OpaquePointer?) {
        var object: OpaquePointer?
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        unsafe X509_PUBKEY_get0_param(&object, &start, &count, nil, info)
        der = unsafe encoded { unsafe i2d_X509_PUBKEY(info, $0) }
        algorithm = unsafe ObjectName(object).text
        keyBits = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
        defer { discardErrors() }
        guard let key = unsafe X509_PUBKEY_get(info) else {
            (bits, group, type) = (nil, nil, nil)
            return
        }
        bits = unsafe Int(EVP_PKEY_get_bits(key))
        var name = [CChar](repeating: 0, count: 80)
        var length = 0
        let hasGroup = unsafe EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1
        group =
            hasGroup
            ? String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
        type = try? unsafe KeyHandle(takingOwnershipOf: key).type
    }

    package init(_ key: PublicKey) throws(OpenSSLError) {
        var info: OpaquePointer?
        try unsafe check(X509_PUBKEY_set(&info, key.handle.pointer), "X509_PUBKEY_set")
        defer { unsafe X509_PUBKEY_free(info) }
        unsafe self.init(copying: info)
    }

    /// SHA-1 of the key's bits: the first method of RFC 5280 §4.2.1.2, which everybody uses. 20 bytes.
    package func keyIdentifier() throws(OpenSSLError) -> [UInt8] { try SHA1.digest(of: keyBits.span) }
}

extension Certificate {
    package var keyInfo: SubjectPublicKeyInfo {
        unsafe SubjectPublicKeyInfo(copying: X509_get_X509_PUBKEY(pointer))
    }

    /// libcrypto's long name of the algorithm that it is signed with, or its number.
    package var signatureAlgorithm: String {
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_get0_signature(nil, &algorithm, pointer)
        return unsafe algorithm.map { unsafe ObjectName(of: $0).text } ?? ""
    }
}
