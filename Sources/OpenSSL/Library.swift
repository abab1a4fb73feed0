internal import COpenSSL
import Words

/// The libcrypto that signet uses.
package enum Library {
    /// `OpenSSL 3.0.19 27 Jan 2026`.
    package static var version: String { unsafe String(cString: OpenSSL_version(OPENSSL_VERSION)) }

    /// `3.0.19`.
    static var number: String { unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }

    /// Whether libcrypto is inside this program (`make static`). It then loads no modules and no configuration: those of
    /// the system belong to another libcrypto, perhaps of another version.
    #if STATIC
        package static let isStatic = true
    #else
        package static let isStatic = false
    #endif

    /// This runs before anything else uses libcrypto, which then wipes all memory that it releases: it leaves parts of
    /// keys and passphrases in much of what it does not wipe itself.
    package static func prepare() {
        precondition(signet_wipe_memory() == 1)
        if isStatic { _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) }
    }

    /// Lets libcrypto's random bytes come from Hash_DRBG with SHA-256 (NIST SP 800-90A §10.1.1) instead of CTR_DRBG with
    /// AES-256. Both have 256 bits of strength. Before it uses the first cipher, libcrypto prepares all that it has, which
    /// takes a tenth of the time of a run that signs one token. A choice in OpenSSL's configuration has precedence.
    ///
    /// This has no effect once libcrypto has made random bytes.
    package static func chooseGenerator() {
        _ = unsafe RAND_set_DRBG_type(nil, "HASH-DRBG", nil, nil, "SHA256")
        discardErrors()
    }

    /// Makes a provider available in addition to the default one, unless OpenSSL's configuration has loaded it.
    static func load(provider name: String) throws {
        if unsafe OSSL_PROVIDER_available(nil, name) == 1 || OSSL_PROVIDER_try_load(nil, name, 1) != nil {
            return
        }
        let error = OpenSSLError.taken("OSSL_PROVIDER_try_load")
        // libcrypto cannot find or load the module.
        let isMissing = error.reasons.contains { signet_ERR_GET_LIB($0.code) == ERR_LIB_DSO }
        throw isMissing
            ? InputError(
                "OpenSSL does not find the provider \(name.quoted)",
                hint:
                    "install it into the folder that `openssl version -m` prints, or set OPENSSL_MODULES")
            : InputError(
                "the OpenSSL provider does not start\(error.inStore)",
                hint: "check that its token is reachable; for a TPM, TPM2OPENSSL_TCTI names it")
    }

    /// Whether OpenSSL is configured to take algorithms from a FIPS provider alone (`default_properties = fips=yes`).
    package static var isInFIPSMode: Bool { EVP_default_properties_is_fips_enabled(nil) == 1 }

    /// Lets the default provider compute everything for which no other one is asked. Otherwise the order of the
    /// providers decides, and a token could be asked to hash. A configuration for FIPS is kept.
    static func preferDefaultProvider() {
        if !isInFIPSMode {
            _ = unsafe EVP_set_default_properties(nil, "?provider=default")
        }
        discardErrors()
    }

    /// Whether OpenSSL's configuration activates a usable provider. Every one that signs or encrypts has SHA-256.
    package static var hasProvider: Bool { hasDigest(number: NID_sha256) }

    package static let noProvider = "OpenSSL's configuration activates no usable provider"
    package static let noProviderHint =
        "correct the file in OPENSSL_CONF, or openssl.cnf in the folder that `openssl version -d` prints"

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
        return unsafe fetch(name) || hasLegacyProvider && fetch(name)
    }

    /// Whether the algorithms of the legacy provider (DES, RC2 and RC4 for old encrypted keys) are available in addition
    /// to the default ones; false if its module is not installed. It is loaded only if a file needs one of them.
    private static let hasLegacyProvider: Bool = {
        if isStatic { return false }
        // The last argument keeps the default provider, which loading another one by name would otherwise replace.
        let provider = unsafe OSSL_PROVIDER_try_load(nil, "legacy", 1)
        discardErrors()
        return unsafe provider != nil
    }()
}
