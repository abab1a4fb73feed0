internal import COpenSSL

/// Encrypted PKCS#8 (RFC 5208 §6) with the schemes of RFC 8018 and RFC 7292.
enum EncryptedPrivateKeyInfo {
    /// How a key is encrypted; of an unsupported scheme only the name.
    static func parameters(_ der: Secret) throws -> EncryptionParameters {
        try unsafe withParsed(der) { (_, algorithm) in
            do {
                return try unsafe EncryptionScheme(algorithm).parameters
            } catch KeyError.unsupportedEncryption(let name) {
                return EncryptionParameters(scheme: name)
            }
        }
    }

    /// What deriving the key costs, in iterations.
    static func cost(_ der: Secret) throws -> Int {
        try unsafe withParsed(der) { (_, algorithm) in
            try unsafe EncryptionScheme(algorithm).cost
        }
    }

    /// - Parameters:
    ///   - passphrase: nil for no passphrase, which the schemes of RFC 7292 distinguish from an empty one.
    ///   - limit: in iterations.
    static func decrypt(_ der: Secret, _ passphrase: Secret?, limit: Int) throws -> PrivateKey {
        try unsafe withParsed(der) { (parsed, algorithm) in
            let scheme = try unsafe EncryptionScheme(algorithm)
            try scheme.requireUsable(limit: limit)
            let info = unsafe withCharacters(of: passphrase) { unsafe PKCS8_decrypt(parsed, $0, $1) }
            guard let info = unsafe info else {
                let error = OpenSSLError.taken("PKCS8_decrypt")
                throw isWrongPassphrase(error)
                    ? KeyError.wrongPassphrase
                    : KeyError.malformed(.encryptedPKCS8, reason: "\(scheme.name): \(error.summary)")
            }
            defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
            return try unsafe PrivateKey(info: info, in: .encryptedPKCS8)
        }
    }

    private static func withParsed<Result>(
        _ der: Secret, _ body: (OpaquePointer, UnsafePointer<X509_ALGOR>) throws -> Result
    ) throws -> Result {
        let parsed = unsafe der.withBytes { unsafe decoded($0) { unsafe d2i_X509_SIG(nil, &$0, $1) }.pointer }
        guard let parsed = unsafe parsed else {
            throw KeyError.malformed(.encryptedPKCS8, reason: OpenSSLError.taken("d2i_X509_SIG").summary)
        }
        defer { unsafe X509_SIG_free(parsed) }
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_SIG_get0(parsed, &algorithm, nil)
        return try unsafe body(parsed, algorithm!)
    }

    /// Bad padding, or a result that is not a PrivateKeyInfo, means a wrong passphrase. A stream cipher has no
    /// padding, and one in 256 wrong passphrases leaves valid padding. Bad parameters of the scheme cause other
    /// errors.
    static func isWrongPassphrase(_ error: OpenSSLError) -> Bool {
        error.has(reason: PKCS12_R_PKCS12_CIPHERFINAL_ERROR, in: Int32(ERR_LIB_PKCS12))
            || error.has(reason: PKCS12_R_DECODE_ERROR, in: Int32(ERR_LIB_PKCS12))
    }
}
