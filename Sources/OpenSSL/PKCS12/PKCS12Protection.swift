internal import COpenSSL

/// How a PKCS#12 file that signet writes is protected.
package enum PKCS12Protection: Sendable {
    /// Neither encrypted nor with a MAC.
    case none
    /// Nil means no passphrase, but keys are derived nevertheless (RFC 7292 §B.2, step 3). Windows writes this if no
    /// passphrase is given.
    case passphrase(Secret?, PKCS12Algorithms)
}

/// The algorithms of a PKCS#12 file that signet writes. They are the same for its key and its certificates.
package struct PKCS12Algorithms: Equatable, Sendable {
    package enum Encryption: Sendable {
        /// PBES2 with AES-256-CBC and PBKDF2 with HMAC-SHA-256 (RFC 8018).
        case aes256
        /// pbeWithSHAAnd3-KeyTripleDES-CBC (RFC 7292 appendix C).
        case tripleDES
    }

    package enum MAC: Sendable {
        /// RFC 7292 appendix B, with SHA-1 or SHA-256.
        case sha1
        case sha256
        /// RFC 9879, with SHA-256 for both the HMAC and PBKDF2.
        case pbmac1
    }

    package let encryption: Encryption
    package let mac: MAC
    /// The iterations of each key derivation.
    package let iterations: Int32

    package init(encryption: Encryption, mac: MAC, iterations: Int32) {
        self.encryption = encryption
        self.mac = mac
        self.iterations = iterations
    }

    /// libcrypto's number for the scheme, or for the cipher under PBES2.
    var encryptionNumber: Int32 {
        switch encryption {
        case .aes256: NID_aes_256_cbc
        case .tripleDES: NID_pbe_WithSHA1And3_Key_TripleDES_CBC
        }
    }

    /// In bytes. RFC 8018 §4.1 requires at least 8, and files for old programs have 8.
    var saltByteCount: Int32 { encryption == .aes256 ? 16 : 8 }
}

/// How a key or a part of a file is encrypted. The scheme may be unsupported.
package struct PartEncryption: Sendable {
    package let parameters: EncryptionParameters
    /// Nil if the scheme is not supported.
    let scheme: EncryptionScheme?

    init(_ algorithm: UnsafePointer<X509_ALGOR>) throws {
        do {
            let scheme = try inPKCS12 { try unsafe EncryptionScheme(algorithm) }
            self.scheme = scheme
            parameters = scheme.parameters
        } catch KeyError.unsupportedEncryption(let name) {
            scheme = nil
            parameters = EncryptionParameters(scheme: name)
        }
    }

    func requireUsable(limit: Int) throws {
        guard let scheme else { throw KeyError.unsupportedEncryption(name: parameters.scheme) }
        try scheme.requireUsable(limit: limit)
    }

    /// The possible byte strings for libcrypto, in one encoding of the passphrase.
    func passphrases(_ encoding: PassphraseEncoding) -> [Secret?] {
        scheme?.takesOctets == true ? encoding.octets : [encoding.text]
    }
}
