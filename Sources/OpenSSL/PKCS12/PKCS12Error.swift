/// Why a file is not a PKCS#12 that signet can use.
package enum PKCS12Error: Error, Equatable, Sendable {
    case notPKCS12
    /// A Java keystore in the older formats JKS or JCEKS.
    case javaKeyStore
    case malformed(String)
    /// Bytes follow the end of the structure.
    case trailingBytes
    /// Integrity by a signature (RFC 7292 §3.1), which no known program reads or writes.
    case publicKeyIntegrity
    /// A part that is encrypted for a public key (EnvelopedData), or a part of an unsupported type.
    case unsupportedContents(type: String)
    case unsupportedEncryption(name: String)
    case unsupportedMAC(name: String)
    /// All key derivations together, or one of them, would cost more than is allowed.
    case derivationTooCostly(iterations: Int, limit: Int)
    case tooManyBags(limit: Int)
    case nestedTooDeep(limit: Int)
    case passphraseMissing
    /// The passphrase fits neither the MAC nor any encrypted part.
    case wrongPassphrase
    /// The MAC or another part shows that the passphrase is right, but this part does not open.
    case damaged(part: String)
    /// A certificate in a bag cannot be decoded.
    case certificate(CertificateError)
    /// An unsupported key, or a key that cannot be written.
    case key(KeyError)
    /// A friendlyName with more UTF-16 code units than this.
    case nameTooLong(limit: Int)
    case library(OpenSSLError)

    /// Converts an error in the encryption of a part.
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
