import OpenSSL

/// What a certificate is to be used for.
package enum Purpose: String, CaseIterable, Sendable {
    case server
    case client
    /// Signatures on documents and tokens.
    case sign
    /// Certificates and CRLs.
    case ca

    /// The extended key usage that allows it (RFC 5280 §4.2.1.12); nil where none is needed.
    var extendedKeyUsage: String? {
        switch self {
        case .server: ExtendedKeyUsage.serverAuth
        case .client: ExtendedKeyUsage.clientAuth
        case .sign, .ca: nil
        }
    }

    /// Bits of the key usage of which one is needed, where a certificate has that extension.
    var keyUsages: KeyUsage {
        switch self {
        case .server: [.digitalSignature, .keyEncipherment, .keyAgreement]
        case .client: [.digitalSignature, .keyAgreement]
        case .sign: [.digitalSignature, .nonRepudiation]
        case .ca: [.keyCertSign]
        }
    }
}
