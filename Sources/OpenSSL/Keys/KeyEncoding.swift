internal import COpenSSL

extension PrivateKey {
    /// The PBKDF2 iterations for keys that signet encrypts. They take a fraction of a second, and OWASP recommends
    /// this number with HMAC-SHA-256. libcrypto's default is only 2,048.
    package static let encryptionIterations: Int32 = 600_000

    /// DER of the key in one of the private forms.
    ///
    /// - Parameters:
    ///   - form: ``KeyForm/encryptedPKCS8`` needs the passphrase.
    ///   - passphrase: may be empty; nil for forms that are not encrypted.
    package func der(_ form: KeyForm, passphrase: Secret? = nil) throws -> Secret {
        if staysInStore { throw KeyError.staysInStore }
        switch (form, type) {
        case (.pkcs8, _):
            return try unsafe withInfo { (info) in
                try unsafe serialize { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
            }
        case (.encryptedPKCS8, _):
            guard let passphrase else { throw KeyError.passphraseMissing }
            return try encrypted(passphrase)
        case (.pkcs1, .rsa), (.sec1, .ec):
            return try unsafe serialize { unsafe i2d_PrivateKey(handle.pointer, $0) }
        default: throw KeyError.formMismatch(form, type)
        }
    }

    /// A PEM block of ``der(_:passphrase:)``.
    package func pem(_ form: KeyForm, passphrase: Secret? = nil) throws -> Secret {
        try PEMBlock.text(label: form.pemLabel, der(form, passphrase: passphrase))
    }

    /// PBES2 with AES-256-CBC and PBKDF2 with HMAC-SHA-256 (RFC 8018), which every reader of PKCS#8 supports.
    private func encrypted(_ passphrase: Secret) throws -> Secret {
        try unsafe withInfo { (info) in
            let encrypted = unsafe passphrase.withPointer { start, count in
                unsafe start.withMemoryRebound(to: CChar.self, capacity: count) {
                    // -1 selects PBES2 with PBKDF2. Without a salt, libcrypto makes 16 random bytes.
                    unsafe PKCS8_encrypt(
                        -1, EVP_aes_256_cbc(), $0, Int32(count), nil, 16, Self.encryptionIterations, info)
                }
            }
            guard let encrypted = unsafe encrypted else { throw OpenSSLError.taken("PKCS8_encrypt") }
            defer { unsafe X509_SIG_free(encrypted) }
            return try unsafe serialize { unsafe i2d_X509_SIG(encrypted, $0) }
        }
    }
}

extension PublicKey {
    /// DER of the key as ``KeyForm/spki`` or ``KeyForm/pkcs1Public``.
    package func der(_ form: KeyForm) throws -> [UInt8] {
        switch (form, type) {
        case (.spki, _): try unsafe encoding("i2d_PUBKEY") { unsafe i2d_PUBKEY(handle.pointer, $0) }
        case (.pkcs1Public, .rsa):
            try unsafe encoding("i2d_PublicKey") { unsafe i2d_PublicKey(handle.pointer, $0) }
        default: throw KeyError.formMismatch(form, type)
        }
    }

    /// SHA-256 of the SubjectPublicKeyInfo.
    package func spkiSHA256() throws -> [UInt8] {
        let der = try der(.spki)
        return try DigestAlgorithm.sha256.digest(of: der.span)
    }

    /// The same key in an object of libcrypto of its own. That of a private key's public key has the private one too.
    package func separated() throws -> PublicKey {
        let bytes = try der(.spki)
        guard case .publicKey(let key) = try EncodedKey(recognizing: bytes.span, .der).decode(passphrase: nil)
        else {
            throw KeyError.notAKey
        }
        return key
    }

    /// A PEM block of ``der(_:)``.
    package func pem(_ form: KeyForm) throws -> [UInt8] {
        try PEMBlock.text(label: form.pemLabel, der(form))
    }
}

extension PEMBlock {
    /// The text of a block whose contents are not secret.
    static func text(label: String, _ der: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        try text(label: label, Secret(copying: der.span)).withBytes { Array($0) }
    }
}
