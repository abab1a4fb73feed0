internal import COpenSSL
import Words

/// Keys in a store of OpenSSL (OSSL_STORE), named by a URI: `pkcs11:` (RFC 7512), or `handle:` of a TPM. The provider
/// that has the store also signs with the key, which never leaves it.
package enum StoredKey {
    /// How many objects with one name are examined.
    private static let maximumObjects = 1_000

    /// - Parameters:
    ///   - uri: begins with `scheme`.
    ///   - provider: loaded if necessary, and the only one whose store is used; nil for those that OpenSSL's
    ///     configuration names.
    ///   - pin: called whenever the store asks for a passphrase.
    /// - Throws: also what `pin` throws.
    package static func open(
        uri: String, scheme: String, provider: String?, pin: @escaping () throws -> Secret
    ) throws -> EncodedKey.Decoded {
        if Library.isStatic {
            throw InputError(
                "a static signet cannot use keys in tokens",
                hint: "use a signet that is linked with the system's OpenSSL")
        }
        defer { discardErrors() }
        if let provider { try Library.load(provider: provider) }
        Library.preferDefaultProvider()
        let properties = try properties(scheme: scheme, provider)
        let request = PINRequest(pin)
        do {
            let (privateKeys, publicKeys) = try keys(uri, properties, request)
            let found = privateKeys.isEmpty ? publicKeys : privateKeys
            if found.count > 1 {
                throw InputError(
                    "expected one key, found \(found.count) in the token",
                    hint: "name the key with ;id= or ;object=")
            }
            if let key = privateKeys.first { return .privateKey(try privateKey(key)) }
            guard let key = publicKeys.first else {
                throw InputError(
                    "the token has no key with this name", hint: "list the keys of the token")
            }
            return .publicKey(PublicKey(key))
        } catch {
            throw request.problem ?? error
        }
    }

    /// The properties by which libcrypto finds what the store's provider implements. Without them it would use the
    /// default provider, which gets only the public key.
    private static func properties(scheme: String, _ provider: String?) throws -> String {
        let wanted = provider.map { "provider=\($0)" }
        guard let loader = unsafe OSSL_STORE_LOADER_fetch(nil, scheme, wanted) else {
            throw NoStore(scheme: scheme)
        }
        defer { unsafe OSSL_STORE_LOADER_free(loader) }
        let all = unsafe OSSL_STORE_LOADER_get0_properties(loader).map { unsafe String(cString: $0) } ?? ""
        guard let own = all.split(separator: ",").first(where: { $0.hasPrefix("provider=") }) else {
            throw NoStore(scheme: scheme)
        }
        // Optional, because libcrypto itself does the rest.
        return "?\(own)"
    }

    private static func keys(
        _ uri: String, _ properties: String, _ request: PINRequest
    ) throws -> (privateKeys: [KeyHandle], publicKeys: [KeyHandle]) {
        let method = unsafe UI_UTIL_wrap_read_pem_callback(givePIN, 0)
        defer { unsafe UI_destroy_method(method) }
        let argument = unsafe Unmanaged.passUnretained(request).toOpaque()
        let opened = unsafe OSSL_STORE_open_ex(uri, nil, properties, method, argument, nil, nil, nil)
        guard let store = unsafe opened else { throw notOpened(.taken("OSSL_STORE_open_ex")) }
        defer { unsafe OSSL_STORE_close(store) }
        var privateKeys: [KeyHandle] = []
        var publicKeys: [KeyHandle] = []
        // Unsupported objects are skipped. The number is limited, because a faulty provider may never report the
        // end.
        for _ in 0..<maximumObjects where unsafe OSSL_STORE_eof(store) == 0 {
            guard let info = unsafe OSSL_STORE_load(store) else {
                guard unsafe OSSL_STORE_error(store) == 1 else { continue }
                let error = OpenSSLError.taken("OSSL_STORE_load")
                // If a provider finds nothing with this name, it reports an error without a reason.
                if error.reasons.isEmpty { break }
                throw notOpened(error)
            }
            defer { unsafe OSSL_STORE_INFO_free(info) }
            if let key = unsafe OSSL_STORE_INFO_get1_PKEY(info) {
                privateKeys.append(
                    try unsafe KeyHandle(takingOwnershipOf: key, properties: properties))
            } else if let key = unsafe OSSL_STORE_INFO_get1_PUBKEY(info) {
                publicKeys.append(try unsafe KeyHandle(takingOwnershipOf: key))
            }
        }
        return (privateKeys, publicKeys)
    }

    private static func notOpened(_ error: OpenSSLError) -> InputError {
        InputError(
            "the token did not return a key with this name\(error.inStore)",
            hint:
                "check the URI and the passphrase; for a TPM, tpm2_getcap handles-persistent lists the handles"
        )
    }

    /// libcrypto itself holds the public key, because the store's provider may not be able to verify.
    private static func privateKey(_ handle: KeyHandle) throws -> PrivateKey {
        PrivateKey(stored: handle, publicHandle: try PublicKey(handle).separated().handle)
    }
}

/// No provider opens URIs with this scheme, or not the one that was asked for.
package struct NoStore: DescribedError, Equatable {
    package let scheme: String

    package var message: String { "no loaded OpenSSL provider opens keys with such a URI" }
}

/// Asks for a PIN, and remembers why there is none.
private final class PINRequest {
    private let ask: () throws -> Secret
    private(set) var problem: (any Error)?

    init(_ ask: @escaping () throws -> Secret) { self.ask = ask }

    func answer() -> Secret? {
        do {
            return try ask()
        } catch {
            problem = error
            return nil
        }
    }
}

/// Gives libcrypto the PIN from the ``PINRequest`` that its last argument points to.
private func givePIN(
    _ room: UnsafeMutablePointer<CChar>?, _ limit: Int32, _: Int32,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    let request = unsafe Unmanaged<PINRequest>.fromOpaque(argument!).takeUnretainedValue()
    return unsafe give(request.answer(), room, limit)
}
