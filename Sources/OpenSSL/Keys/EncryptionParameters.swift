/// What can be said of an encryption before a passphrase is known, in libcrypto's names.
package struct EncryptionParameters: Equatable, Sendable {
    /// `PBES2`, `pbeWithSHA1And3-KeyTripleDES-CBC`.
    package let scheme: String
    /// `aes-256-cbc`; nil where the scheme's name says it.
    package let cipher: String?
    /// `PBKDF2`, `scrypt`; nil where the scheme's name says it.
    package let keyDerivation: String?
    /// `hmacWithSHA256`.
    package let prf: String?
    /// Nil for scrypt, and for schemes that are not known here.
    package let iterations: Int?
    package let saltByteCount: Int?

    init(
        scheme: String, cipher: String? = nil, keyDerivation: String? = nil, prf: String? = nil,
        iterations: Int? = nil, saltByteCount: Int? = nil
    ) {
        self.scheme = scheme
        self.cipher = cipher
        self.keyDerivation = keyDerivation
        self.prf = prf
        self.iterations = iterations
        self.saltByteCount = saltByteCount
    }
}
