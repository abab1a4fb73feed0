/// What keeps a file from being a PKCS#12 that can be used.
package enum PKCS12Error: Error, Equatable, Sendable {
    case notPKCS12
    /// A Java keystore of the kind that came before (JKS, JCEKS).
    case javaKeyStore
    case malformed(String)
    /// More follows the structure's end.
    case trailingBytes
    /// Integrity by a signature (RFC 7292 §3.1), for which there are no readers and no writers.
    case publicKeyIntegrity
    /// A part that is encrypted for a public key (EnvelopedData), or of a type that is not known here.
    case unsupportedContents(type: String)
    case unsupportedEncryption(name: String)
    case unsupportedMAC(name: String)
    /// All key derivations together, or one of them, would cost more than what is allowed.
    case derivationTooCostly(iterations: Int, limit: Int)
    case tooManyBags(limit: Int)
    case nestedTooDeep(limit: Int)
    case passphraseMissing
    /// Neither the MAC nor anything that is encrypted fits the passphrase.
    case wrongPassphrase
    /// The passphrase is right, as the MAC or another part shows, and this part does not open.
    case damaged(part: String)
    /// A bag has a certificate that cannot be decoded.
    case certificate(CertificateError)
    /// A key is not one that is used here, or cannot be written.
    case key(KeyError)
    /// A friendlyName that is not of this many characters of UTF-16 or less.
    case nameTooLong(limit: Int)
    case library(OpenSSLError)

    /// What is wrong with the encryption of a part.
    init(scheme error: KeyError) {
        switch error {
        case .malformed(_, let reason): self = .malformed(reason)
        case .unsupportedEncryption(let name): self = .unsupportedEncryption(name: name)
        case .derivationTooCostly(let iterations, let limit):
            self = .derivationTooCostly(iterations: iterations, limit: limit)
        default: self = .key(error)
        }
    }
}
