internal import COpenSSL

/// How a key or a part of a file is encrypted, also where that is in no way that is known here.
package struct PartEncryption: Sendable {
    package let parameters: EncryptionParameters
    /// Nil where the scheme is not known here.
    let scheme: EncryptionScheme?

    /// - Throws: ``PKCS12Error/malformed(_:)``.
    init(_ algorithm: UnsafePointer<X509_ALGOR>) throws(PKCS12Error) {
        do {
            let scheme = try unsafe EncryptionScheme(algorithm)
            self.scheme = scheme
            parameters = scheme.parameters
        } catch KeyError.unsupportedEncryption(let name) {
            scheme = nil
            parameters = EncryptionParameters(scheme: name)
        } catch {
            throw PKCS12Error(scheme: error)
        }
    }

    /// The scheme, where libcrypto has all that it needs, from its legacy provider if need be.
    ///
    /// - Throws: ``PKCS12Error/unsupportedEncryption(name:)``, ``PKCS12Error/derivationTooCostly(iterations:limit:)``.
    func available(limit: Int) throws(PKCS12Error) -> EncryptionScheme {
        guard let scheme else { throw .unsupportedEncryption(name: parameters.scheme) }
        try mappingErrors(PKCS12Error.init(scheme:)) { () throws(KeyError) in
            try scheme.checkCost(limit: limit)
        }
        guard scheme.isAvailable else { throw .unsupportedEncryption(name: scheme.name) }
        return scheme
    }

    /// What the passphrase may be to libcrypto, in one of its encodings.
    func passphrases(_ encoding: PassphraseEncoding) -> [Secret?] {
        scheme?.takesOctets == true ? encoding.octets : [encoding.text]
    }
}
