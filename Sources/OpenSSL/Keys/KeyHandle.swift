internal import COpenSSL

/// An EVP_PKEY, freed with the last key that shares it. libcrypto counts references in the same way, and several
/// threads may use one EVP_PKEY. It never changes after it was made.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    let type: KeyType
    /// Asks libcrypto for the provider that has the key, for operations with it; nil for libcrypto's own keys.
    let properties: String?

    /// - Throws: if the type of key is not supported; the key is freed in this case.
    init(takingOwnershipOf pointer: OpaquePointer, properties: String? = nil) throws {
        do {
            type = try unsafe Self.type(of: pointer)
        } catch {
            unsafe EVP_PKEY_free(pointer)
            throw error
        }
        unsafe self.pointer = unsafe pointer
        self.properties = properties
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    private static func type(of key: OpaquePointer) throws -> KeyType {
        if unsafe EVP_PKEY_is_a(key, "RSA") == 1 { return .rsa(bits: try unsafe rsaBits(of: key)) }
        if unsafe EVP_PKEY_is_a(key, "RSA-PSS") == 1 {
            return unsafe .rsaPSS(bits: try rsaBits(of: key), try PSSParameters.read(from: key))
        }
        if unsafe EVP_PKEY_is_a(key, "EC") == 1 {
            guard let group = unsafe groupName(of: key) else {
                throw KeyError.unsupportedCurve(name: Curve.explicitParameters)
            }
            guard let curve = Curve(groupName: group) else {
                throw KeyError.unsupportedCurve(name: Curve.readableName(groupName: group))
            }
            if unsafe isDecodedFromExplicitParameters(key) {
                throw KeyError.unsupportedCurve(name: Curve.explicitParameters)
            }
            return .ec(curve)
        }
        for type in ByteKeyType.all where unsafe EVP_PKEY_is_a(key, type.name) == 1 { return .bytes(type) }
        throw unsafe KeyError.unsupportedType(
            name: EVP_PKEY_get0_type_name(key).map { unsafe String(cString: $0) } ?? "unknown")
    }

    /// libcrypto's name for the curve; nil if the key has no named curve.
    static func groupName(of key: OpaquePointer) -> String? {
        defer { discardErrors() }
        var name = [CChar](repeating: 0, count: 80)
        var length = 0
        guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else { return nil }
        return String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func rsaBits(of key: OpaquePointer) throws -> Int {
        if unsafe has(key, RSAParameter.thirdPrime) {
            throw KeyError.unsupportedType(name: "RSA with more than two primes")
        }
        let bits = unsafe Int(EVP_PKEY_get_bits(key))
        if bits == 0 {
            // libcrypto 3.5 notes this as an error.
            discardErrors()
            throw KeyError.inconsistent("n is zero")
        }
        return bits
    }

    /// Whether the curve was given by its parameters instead of its name, which X.509 forbids (RFC 5480 §2.1.1).
    /// libcrypto recognises the parameters of curves that have names.
    private static func isDecodedFromExplicitParameters(_ key: OpaquePointer) -> Bool {
        var answer: Int32 = 0
        let isKnown =
            unsafe EVP_PKEY_get_int_param(key, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, &answer)
            == 1
        discardErrors()
        return isKnown && answer == 1
    }

    private static func has(_ key: OpaquePointer, _ parameter: String) -> Bool {
        var number: OpaquePointer?
        let found = unsafe EVP_PKEY_get_bn_param(key, parameter, &number) == 1
        unsafe BN_clear_free(number)
        discardErrors()
        return found
    }

    /// A number of the key, by libcrypto's name for it.
    func number(_ name: String) throws(OpenSSLError) -> BigNumber {
        var number: OpaquePointer?
        try unsafe check(EVP_PKEY_get_bn_param(pointer, name, &number), "EVP_PKEY_get_bn_param")
        return unsafe BigNumber(takingOwnershipOf: number!)
    }

    /// Bytes of the key, by libcrypto's name for them.
    func octets(_ name: String, upTo limit: Int) throws(OpenSSLError) -> Secret {
        var buffer = SecretBuffer(capacity: limit)
        try buffer.append(upTo: limit) { (room) throws(OpenSSLError) in
            var length = 0
            let status = unsafe room.withUnsafeMutableBufferPointer {
                unsafe EVP_PKEY_get_octet_string_param(pointer, name, $0.baseAddress, $0.count, &length)
            }
            try check(status, "EVP_PKEY_get_octet_string_param")
            return length
        }
        return Secret(buffer)
    }
}

/// A public key.
package struct PublicKey: Sendable {
    let handle: KeyHandle

    init(_ handle: KeyHandle) { self.handle = handle }

    /// - Parameters:
    ///   - info: a SubjectPublicKeyInfo.
    ///   - form: the structure that contains it.
    /// - Throws: for a key whose type or parameters signet does not support, or that is malformed.
    init(copying info: OpaquePointer?, in form: KeyForm) throws {
        try unsafe KeyAlgorithm.check(publicKey: info, in: form)
        guard let key = unsafe X509_PUBKEY_get(info) else {
            throw KeyError.malformed(form, reason: OpenSSLError.taken("X509_PUBKEY_get").summary)
        }
        handle = try unsafe KeyHandle(takingOwnershipOf: key)
    }

    package var type: KeyType { handle.type }
}

/// A private key with its public key. Every key is checked when it is made, from any form and for any use, so the two
/// always belong together.
package struct PrivateKey: Sendable {
    let handle: KeyHandle

    private let publicHandle: KeyHandle
    /// The privateKey of the PrivateKeyInfo that the key comes from, if its type can be encoded in several ways.
    let encoding: Secret?

    init(checking handle: KeyHandle, encoding: Secret? = nil) throws {
        try handle.checkConsistency()
        self.handle = handle
        publicHandle = handle
        self.encoding = encoding
    }

    /// A key whose private numbers cannot be read, so that they cannot be checked.
    ///
    /// - Parameter publicHandle: the public key that the store gives, held by libcrypto itself.
    init(stored handle: KeyHandle, publicHandle: KeyHandle) {
        self.handle = handle
        self.publicHandle = publicHandle
        encoding = nil
    }

    package var type: KeyType { handle.type }

    package var publicKey: PublicKey { PublicKey(publicHandle) }

    /// Whether it is a ``StoredKey``, whose private numbers cannot be read.
    package var staysInStore: Bool { publicHandle !== handle }
}

extension PublicKey: Equatable {
    /// Whether both are the same key. Their public numbers are compared.
    package static func == (left: PublicKey, right: PublicKey) -> Bool {
        let result = unsafe EVP_PKEY_eq(left.handle.pointer, right.handle.pointer) == 1
        discardErrors()
        return result
    }
}
