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
        try checkForm(form)
        switch form {
        case .pkcs8:
            return try unsafe withInfo { (info) in
                try unsafe serialize { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
            }
        case .encryptedPKCS8:
            guard let passphrase else { throw KeyError.passphraseMissing }
            return try encrypted(passphrase)
        case .pkcs1, .sec1: return try unsafe serialize { unsafe i2d_PrivateKey(handle.pointer, $0) }
        case .spki, .pkcs1Public, .certificate, .openSSH, .openSSHPublic:
            throw KeyError.formMismatch(form, type)
        }
    }

    private func checkForm(_ form: KeyForm) throws {
        if staysInStore { throw KeyError.staysInStore }
        switch (form, type) {
        case (.pkcs8, _), (.encryptedPKCS8, _), (.pkcs1, .rsa), (.sec1, .ec): return
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
        let der: Secret
        switch form {
        case .spki: der = try unsafe serialize { unsafe i2d_PUBKEY(handle.pointer, $0) }
        case .pkcs1Public:
            guard case .rsa = type else { throw KeyError.formMismatch(form, type) }
            der = try unsafe serialize { unsafe i2d_PublicKey(handle.pointer, $0) }
        case .pkcs8, .encryptedPKCS8, .pkcs1, .sec1, .certificate, .openSSH, .openSSHPublic:
            throw KeyError.formMismatch(form, type)
        }
        return der.withBytes { Array($0) }
    }

    /// SHA-256 of the SubjectPublicKeyInfo.
    package func spkiSHA256() throws -> [UInt8] {
        let der = try der(.spki)
        return try DigestAlgorithm.sha256.digest(of: der.span)
    }

    /// A PEM block of ``der(_:)``.
    package func pem(_ form: KeyForm) throws -> [UInt8] {
        let der = try der(form)
        return try PEMBlock.text(label: form.pemLabel, Secret(copying: der.span)).withBytes { Array($0) }
    }
}
