internal import COpenSSL

// Keys made from their numbers, as JWKs hold them.

extension PublicKey {
    package init(rsa parts: RSAPublicParts) throws {
        var builder = KeyBuilder()
        builder.add(number: RSAParameter.n, parts.modulus)
        builder.add(number: RSAParameter.e, parts.exponent)
        self.init(
            try builder.key(
                "RSA", signet_EVP_PKEY_PUBLIC_KEY,
                orElse: KeyError.inconsistent("the numbers are not an RSA key")))
    }

    /// - Parameters:
    ///   - x: as long as the curve's field.
    ///   - y: the same.
    /// - Throws: ``KeyError/inconsistent(_:)`` for a point that is not on the curve.
    package init(curve: Curve, x: [UInt8], y: [UInt8]) throws {
        guard x.count == curve.byteCount, y.count == curve.byteCount else {
            throw KeyError.inconsistent(
                "coordinates on \(curve.rawValue) must have \(curve.byteCount) bytes")
        }
        var builder = KeyBuilder()
        builder.add(text: OSSL_PKEY_PARAM_GROUP_NAME, curve.groupName)
        builder.add(octets: OSSL_PKEY_PARAM_PUB_KEY, [4] + x + y)
        self.init(
            try builder.key(
                "EC", signet_EVP_PKEY_PUBLIC_KEY,
                orElse: KeyError.inconsistent("the point is not on \(curve.rawValue)")))
    }

    /// - Parameter bytes: as long as the type requires.
    package init(_ type: ByteKeyType, bytes: [UInt8]) throws {
        try type.requireAvailable()
        let key = unsafe EVP_PKEY_new_raw_public_key_ex(nil, type.name, nil, bytes, bytes.count)
        guard let key = unsafe key else {
            throw KeyError.malformed(.spki, reason: OpenSSLError.taken("EVP_PKEY_new_raw_public_key").summary)
        }
        unsafe self.init(try KeyHandle(takingOwnershipOf: key))
    }
}

extension PrivateKey {
    package init(rsa parts: RSAPublicParts, _ privateParts: RSAPrivateParts) throws {
        var builder = KeyBuilder()
        builder.add(number: RSAParameter.n, parts.modulus)
        builder.add(number: RSAParameter.e, parts.exponent)
        for (name, number) in zip(RSAParameter.ofPrivateKey, privateParts.numbers) {
            builder.add(number: name, number)
        }
        try self.init(
            checking: builder.key(
                "RSA", signet_EVP_PKEY_KEYPAIR,
                orElse: KeyError.inconsistent("the numbers are not an RSA key")))
    }

    /// - Parameters:
    ///   - x: as long as the curve's field; `y` too.
    ///   - scalar: most significant byte first.
    /// - Throws: ``KeyError/inconsistent(_:)`` if the point is not on the curve, does not belong to the scalar, or if
    ///   the scalar is out of range.
    package init(curve: Curve, x: [UInt8], y: [UInt8], scalar: Secret) throws {
        // The public key is checked first, to tell a bad point from a bad scalar.
        _ = try PublicKey(curve: curve, x: x, y: y)
        var builder = KeyBuilder()
        builder.add(text: OSSL_PKEY_PARAM_GROUP_NAME, curve.groupName)
        builder.add(octets: OSSL_PKEY_PARAM_PUB_KEY, [4] + x + y)
        builder.add(number: OSSL_PKEY_PARAM_PRIV_KEY, scalar)
        try self.init(
            checking: builder.key(
                "EC", signet_EVP_PKEY_KEYPAIR,
                orElse: KeyError.scalarOutOfRange(curve)))
    }

    /// - Parameter bytes: the key or its seed, as long as the type requires.
    package init(_ type: ByteKeyType, bytes: Secret) throws {
        try type.requireAvailable()
        var builder = KeyBuilder()
        builder.add(octets: type.family.privateParameter, bytes)
        try self.init(checking: builder.key(type.name, signet_EVP_PKEY_KEYPAIR))
    }

    /// - Throws: ``KeyError/inconsistent(_:)`` if the public key does not belong to the private key. libcrypto would
    ///   not notice, because it computes the public key itself.
    package init(_ type: ByteKeyType, publicBytes: [UInt8], bytes: Secret) throws {
        try self.init(type, bytes: bytes)
        guard try PublicKey(type, bytes: publicBytes) == publicKey else { throw KeyError.publicKeyDiffers }
    }
}

/// The parameters of a key that is being made. Secret parts stay in memory that is wiped.
private struct KeyBuilder {
    private enum Kind { case number, octets, text }
    private var parameters: [(name: String, kind: Kind, bytes: Secret)] = []

    mutating func add(number name: String, _ bigEndian: [UInt8]) {
        add(number: name, Secret(copying: bigEndian.span))
    }

    /// libcrypto takes numbers in the machine's byte order, which is least significant byte first on every platform
    /// here.
    mutating func add(number name: String, _ bigEndian: Secret) {
        var buffer = SecretBuffer(capacity: bigEndian.count)
        bigEndian.withBytes { bytes in
            for index in bytes.indices.reversed() { buffer.append(bytes[index]) }
        }
        parameters.append((name, .number, Secret(buffer)))
    }

    mutating func add(octets name: String, _ bytes: [UInt8]) {
        add(octets: name, Secret(copying: bytes.span))
    }

    mutating func add(octets name: String, _ bytes: Secret) { parameters.append((name, .octets, bytes)) }

    mutating func add(text name: String, _ text: String) {
        // The terminating zero is included, because libcrypto reads group names as C strings and ignores the length.
        parameters.append((name, .text, Secret(copying: (Array(text.utf8) + [0]).span)))
    }

    /// - Parameter failure: thrown if libcrypto rejects the numbers; nil to throw libcrypto's own error.
    func key(
        _ type: String, _ selection: Int32, orElse failure: (any Error)? = nil
    ) throws -> KeyHandle {
        let context = try unsafe check(
            EVP_PKEY_CTX_new_from_name(nil, type, nil), "EVP_PKEY_CTX_new_from_name")
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try unsafe check(EVP_PKEY_fromdata_init(context), "EVP_PKEY_fromdata_init")
        var key: OpaquePointer?
        let status = unsafe withParameters(parameters[...], []) { list in
            unsafe EVP_PKEY_fromdata(context, &key, selection, list)
        }
        guard status == 1, let key = unsafe key else {
            let error = OpenSSLError.taken("EVP_PKEY_fromdata")
            throw failure ?? error
        }
        return try unsafe KeyHandle(takingOwnershipOf: key)
    }

    /// Keeps the bytes and names of all parameters in place until `body` has used the list of them.
    private func withParameters(
        _ rest: ArraySlice<(name: String, kind: Kind, bytes: Secret)>, _ built: [OSSL_PARAM],
        _ body: (UnsafeMutablePointer<OSSL_PARAM>) -> Int32
    ) -> Int32 {
        guard let next = rest.first else {
            var list = unsafe built + [OSSL_PARAM_construct_end()]
            return unsafe list.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress!) }
        }
        return unsafe next.name.withCString { name in
            next.bytes.withBytes { bytes in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    // The constructors take mutable pointers because the same list can also receive values.
                    let data = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress!)
                    let parameter =
                        switch next.kind {
                        case .number: unsafe OSSL_PARAM_construct_BN(name, data, bytes.count)
                        case .octets: unsafe OSSL_PARAM_construct_octet_string(name, data, bytes.count)
                        case .text:
                            unsafe data.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                                unsafe OSSL_PARAM_construct_utf8_string(name, $0, bytes.count - 1)
                            }
                        }
                    return unsafe withParameters(rest.dropFirst(), built + [parameter], body)
                }
            }
        }
    }
}
