internal import COpenSSL

/// Keys that stay where they are (a token, a smart card) and are named by a URI, `pkcs11:` (RFC 7512). A
/// provider that knows the scheme opens them; which one, OpenSSL's configuration says.
package enum StoredKey {
    /// How many objects under one name are looked at.
    private static let maximumObjects = 1_000

    /// - Parameter pin: for a token that asks for one.
    /// - Throws: ``KeyError/notAKey`` when the store holds none under this name.
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
            // What is not known here is passed over, but not for ever: a provider may never come to its end.
            for _ in 0..<maximumObjects where unsafe OSSL_STORE_eof(store) == 0 {
                guard let info = unsafe OSSL_STORE_load(store) else {
                    guard unsafe OSSL_STORE_error(store) == 1 else { continue }
                    let error = OpenSSLError.taken("OSSL_STORE_load")
                    // A provider that finds nothing under the name says so without a reason.
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
    /// With the public half in libcrypto's own hands: a provider for private keys need not verify.
    private static func privateKey(_ handle: KeyHandle) throws(KeyError) -> PrivateKey {
        let bytes = try PublicKey(handle).der(.spki)
        guard case .publicKey(let key) = try EncodedKey(recognizing: bytes.span).decode(passphrase: nil)
        else {
            throw .notAKey
        }
        return PrivateKey(stored: handle, publicHalf: key.handle)
    }
}

/// Gives libcrypto the PIN behind its last argument, a pointer to a `Secret?`.
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
