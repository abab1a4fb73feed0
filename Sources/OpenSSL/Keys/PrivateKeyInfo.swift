internal import COpenSSL

extension PrivateKey {
    /// - Parameter der: a PrivateKeyInfo (RFC 5208 §5), perhaps with a public key beside the private one (RFC 5958 §2).
    init(pkcs8 der: Secret) throws {
        let (der, publicKey) = Self.split(der)
        let info = unsafe der.withBytes {
            unsafe decoded($0) { unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &$0, $1) }.pointer
        }
        guard let info = unsafe info else {
            throw KeyError.malformed(.pkcs8, reason: OpenSSLError.taken("d2i_PKCS8_PRIV_KEY_INFO").summary)
        }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        try unsafe self.init(info: info, in: .pkcs8)
        if let publicKey { try compare(publicKey) }
    }

    /// 0x81 is the tag of the public key: context-specific, primitive, number 1.
    private static let publicKeyTag: UInt8 = 0x81

    /// Takes the public key out of a PrivateKeyInfo of version 2, whose last member it is, because libcrypto 3.0 reads only
    /// version 1.
    ///
    /// - Returns: a PrivateKeyInfo of version 1, and the contents of the public key's BIT STRING; `der` itself if it has
    ///   another form.
    private static func split(_ der: Secret) -> (info: Secret, publicKey: [UInt8]?) {
        der.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { buffer in
                let members = unsafe DERElement.members(buffer) ?? []
                let first = members.first.map { unsafe [UInt8]($0.encoding) }
                let places = members.indices.filter { unsafe members[$0].encoding.first == publicKeyTag }
                guard first == [UInt8(V_ASN1_INTEGER), 1, 1], places == [members.count - 1] else {
                    return (der, nil)
                }
                var contents = SecretBuffer(capacity: buffer.count)
                contents.append([UInt8(V_ASN1_INTEGER), 1, 0].span)
                for member in members[1..<places[0]] {
                    unsafe contents.append(Span(_unsafeElements: member.encoding))
                }
                return (sequence(of: Secret(contents)), unsafe [UInt8](members[places[0]].contents))
            }
        }
    }

    private static func sequence(of contents: Secret) -> Secret {
        let length = Int32(contents.count)
        let total = ASN1_object_size(1, length, V_ASN1_SEQUENCE)
        var sequence = SecretBuffer(capacity: Int(total))
        sequence.append(upTo: Int(total) - contents.count) { room in
            unsafe room.withUnsafeMutableBufferPointer { room in
                var next = room.baseAddress
                unsafe ASN1_put_object(&next, 1, length, V_ASN1_SEQUENCE, V_ASN1_UNIVERSAL)
                return room.count
            }
        }
        sequence.append(contents)
        return Secret(sequence)
    }

    /// - Parameters:
    ///   - info: a PrivateKeyInfo.
    ///   - form: the structure that contains it.
    init(info: OpaquePointer, in form: KeyForm) throws {
        try unsafe KeyAlgorithm.check(info)
        if let key = try unsafe RSAPrivateKeyStructure.decode(info) {
            self = key
        } else {
            let encoding = try unsafe Self.encoding(in: info, form)
            guard let key = unsafe EVP_PKCS82PKEY(info) else {
                throw KeyError.malformed(form, reason: OpenSSLError.taken("EVP_PKCS82PKEY").summary)
            }
            try unsafe self.init(checking: KeyHandle(takingOwnershipOf: key), encoding: encoding)
        }
        try unsafe checkPublicKey(in: info)
    }

    /// Checks the public key that may be stored beside the private one in an encrypted key. libcrypto 3.5 ignores it,
    /// and 3.0 reads no such structure.
    private func checkPublicKey(in info: OpaquePointer) throws {
        let stored = try unsafe serialize { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
            .contentsOfMember(tag: Self.publicKeyTag)
        if let stored { try compare(stored) }
    }

    /// - Parameter stored: the contents of the BIT STRING that should be the key's own public key.
    private func compare(_ stored: [UInt8]) throws {
        let own = try unsafe serialize { unsafe i2d_PUBKEY(handle.pointer, $0) }
            .contentsOfMember(tag: UInt8(V_ASN1_BIT_STRING))
        if stored != own { throw KeyError.publicKeyDiffers }
    }

    /// The privateKey, if its type can be encoded in several ways.
    private static func encoding(in info: OpaquePointer, _ form: KeyForm) throws -> Secret? {
        var algorithm: OpaquePointer?
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        unsafe PKCS8_pkey_get0(&algorithm, &start, &count, nil, info)
        guard let type = unsafe ObjectName(algorithm).byteKeyType, type.expandedByteCount != nil else {
            return nil
        }
        let encoding = unsafe Secret(
            copying: Span(_unsafeElements: UnsafeBufferPointer(start: start, count: Int(count))))
        if type.lacksSeed(encoding) == nil {
            throw KeyError.malformed(form, reason: "the private key is not encoded as its standard requires")
        }
        return encoding
    }

    /// Whether the seed that the key was made from is not known.
    package var lacksSeed: Bool {
        guard case .bytes(let type) = type, let encoding else { return false }
        return type.lacksSeed(encoding) ?? false
    }

    /// Passes a PrivateKeyInfo to `body`. A key that can be encoded in several ways keeps the encoding that it has; a
    /// new one is its seed, as RFC 9881 §6 recommends.
    func withInfo<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
        guard let info = unsafe EVP_PKEY2PKCS8(handle.pointer) else {
            throw OpenSSLError.taken("EVP_PKEY2PKCS8")
        }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        if case .bytes(let type) = type, type.expandedByteCount != nil {
            try unsafe replaceKey(of: type, in: info)
        }
        return try unsafe body(info)
    }

    private func replaceKey(of type: ByteKeyType, in info: OpaquePointer) throws(OpenSSLError) {
        var encoding = encoding
        if encoding == nil, let seed = try bytes() {
            var buffer = SecretBuffer(capacity: 2 + seed.count)
            buffer.append(0x80)
            buffer.append(UInt8(seed.count))
            buffer.append(seed)
            encoding = Secret(buffer)
        }
        guard let encoding else { return }
        let object = try unsafe check(OBJ_txt2obj(type.oid, 1), "OBJ_txt2obj")
        let copy = unsafe encoding.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe CRYPTO_memdup($0.baseAddress, $0.count, #file, #line)
            }
        }
        // libcrypto takes ownership of the object and the copy, unless it fails.
        guard let copy = unsafe copy,
            unsafe PKCS8_pkey_set0(
                info, object, 0, V_ASN1_UNDEF, nil, copy.assumingMemoryBound(to: UInt8.self),
                Int32(encoding.count)) == 1
        else {
            unsafe ASN1_OBJECT_free(object)
            unsafe signet_clear_free(copy, encoding.count)
            throw .taken("PKCS8_pkey_set0")
        }
    }
}

extension Secret {
    /// The contents of the first member of a SEQUENCE that begins with this tag.
    fileprivate func contentsOfMember(tag: UInt8) -> [UInt8]? {
        withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { buffer in
                let member = unsafe DERElement.members(buffer)?.first { unsafe $0.encoding.first == tag }
                return member.map { unsafe [UInt8]($0.contents) }
            }
        }
    }
}
