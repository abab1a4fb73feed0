internal import COpenSSL

/// Keys that stay in a token or a smart card and are named by a URI, `pkcs11:` (RFC 7512). OpenSSL's configuration
/// selects the provider that opens them.
package enum StoredKey {
    /// How many objects with one name are examined.
    private static let maximumObjects = 1_000

    /// - Parameter pin: for a token that requires one.
    /// - Throws: ``KeyError/notAKey`` if the store has no key with this name.
    package static func open(uri: String, pin: Secret?) throws(KeyError) -> EncodedKey.Decoded {
        defer { discardErrors() }
        let method = unsafe UI_UTIL_wrap_read_pem_callback(givePIN, 0)
        defer { unsafe UI_destroy_method(method) }
        var pin = pin
        return try unsafe withUnsafeMutablePointer(to: &pin) { (pin) throws(KeyError) in
            guard let store = unsafe OSSL_STORE_open(uri, method, pin, nil, nil) else {
                throw .library(.taken("OSSL_STORE_open"))
            }
            defer { unsafe OSSL_STORE_close(store) }
            var publicKey: PublicKey?
            // Unsupported objects are skipped. The number is limited, because a faulty provider may never report the
            // end.
            for _ in 0..<maximumObjects where unsafe OSSL_STORE_eof(store) == 0 {
                guard let info = unsafe OSSL_STORE_load(store) else {
                    guard unsafe OSSL_STORE_error(store) == 1 else { continue }
                    let error = OpenSSLError.taken("OSSL_STORE_load")
                    // If a provider finds nothing with this name, it reports an error without a reason.
                    if error.reasons.isEmpty { break }
                    throw .library(error)
                }
                defer { unsafe OSSL_STORE_INFO_free(info) }
                if let key = unsafe OSSL_STORE_INFO_get1_PKEY(info) {
                    return unsafe .privateKey(try privateKey(KeyHandle(takingOwnershipOf: key)))
                }
                if let key = unsafe OSSL_STORE_INFO_get1_PUBKEY(info) {
                    publicKey = unsafe PublicKey(try KeyHandle(takingOwnershipOf: key))
                }
            }
            guard let publicKey else { throw .notAKey }
            return .publicKey(publicKey)
        }
    }
}

extension StoredKey {
    /// libcrypto itself holds the public key, because the token's provider may not be able to verify.
    private static func privateKey(_ handle: KeyHandle) throws(KeyError) -> PrivateKey {
        let bytes = try PublicKey(handle).der(.spki)
        guard case .publicKey(let key) = try EncodedKey(recognizing: bytes.span).decode(passphrase: nil)
        else {
            throw .notAKey
        }
        return PrivateKey(stored: handle, publicHalf: key.handle)
    }
}

/// Gives libcrypto the PIN that its last argument points to, a `Secret?`.
private func givePIN(
    _ room: UnsafeMutablePointer<CChar>?, _ limit: Int32, _: Int32,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    guard let room = unsafe room,
        let pin = unsafe argument?.assumingMemoryBound(to: Secret?.self).pointee, pin.count <= limit
    else { return -1 }
    pin.withBytes { bytes in
        for index in bytes.indices { unsafe room[index] = CChar(bitPattern: bytes[index]) }
    }
    return Int32(pin.count)
}
