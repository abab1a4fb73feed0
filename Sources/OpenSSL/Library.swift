internal import COpenSSL

/// The libcrypto that is loaded.
package enum Library {
    /// `OpenSSL 3.0.19 27 Jan 2026`.
    package static var version: String { unsafe String(cString: OpenSSL_version(OPENSSL_VERSION)) }

    /// Makes the algorithms of the legacy provider available (DES, RC2 and RC4 for old encrypted keys) in addition to
    /// the default ones. It is called only if a file needs one of them.
    ///
    /// - Returns: false if the provider's module is not installed.
    static func loadLegacyProvider() -> Bool { legacyProvider }

    /// Whether a cipher is available, if necessary from the legacy provider.
    ///
    /// - Parameter number: libcrypto's number for it.
    static func hasCipher(number: Int32) -> Bool {
        unsafe isProvided(number) { name in
            guard let cipher = unsafe EVP_CIPHER_fetch(nil, name, nil) else { return false }
            unsafe EVP_CIPHER_free(cipher)
            return true
        }
    }

    /// Whether a digest is available, if necessary from the legacy provider.
    ///
    /// - Parameter number: libcrypto's number for it.
    static func hasDigest(number: Int32) -> Bool {
        unsafe isProvided(number) { name in
            guard let digest = unsafe EVP_MD_fetch(nil, name, nil) else { return false }
            unsafe EVP_MD_free(digest)
            return true
        }
    }

    private static func isProvided(_ number: Int32, _ fetch: (UnsafePointer<CChar>) -> Bool) -> Bool {
        defer { discardErrors() }
        guard number != NID_undef, let name = unsafe OBJ_nid2sn(number) else { return false }
        return unsafe fetch(name) || loadLegacyProvider() && fetch(name)
    }

    private static let legacyProvider: Bool = {
        // The last argument keeps the default provider, which loading another one by name would otherwise replace.
        let provider = unsafe OSSL_PROVIDER_try_load(nil, "legacy", 1)
        discardErrors()
        return unsafe provider != nil
    }()
}
