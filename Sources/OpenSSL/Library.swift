internal import COpenSSL

/// The libcrypto that is loaded.
package enum Library {
    /// `OpenSSL 3.0.19 27 Jan 2026`.
    package static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

    /// Makes the algorithms of the legacy provider available (DES, RC2, RC4 for old encrypted keys), beside
    /// the default ones. Only called where a file asks for one of them.
    ///
    /// - Returns: false where the provider's module is not installed.
    static func loadLegacyProvider() -> Bool { legacyProvider }

    private static let legacyProvider: Bool = {
        // The last argument keeps the default provider, which loading another one by name would displace.
        let provider = OSSL_PROVIDER_try_load(nil, "legacy", 1)
        discardErrors()
        return provider != nil
    }()
}
