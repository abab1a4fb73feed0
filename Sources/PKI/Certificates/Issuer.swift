package import OpenSSL

/// A CA that issues certificates: its certificate and its private key, which were checked to match.
package struct Issuer: Sendable {
    package let certificate: Certificate
    package let key: PrivateKey
    /// The subjectKeyIdentifier of its certificate; if that is missing, the identifier computed from the key.
    package let keyIdentifier: [UInt8]
    /// The largest number of CAs that may follow in a path (RFC 5280 §4.2.1.9); nil if there is no limit.
    package let pathLength: Int?

    /// - Parameter required: what its key usage must include, if it has one.
    /// - Throws: ``IssuerError``; a malformed extension is an error too, because its restrictions would be ignored.
    package init(
        _ certificate: Certificate, _ key: PrivateKey, for required: KeyUsage = .keyCertSign
    ) throws(IssuerError) {
        let publicKey: PublicKey
        do {
            publicKey = try certificate.publicKey()
        } catch {
            throw .key(error)
        }
        guard publicKey == key.publicKey else { throw .keyDoesNotMatch }
        if certificate.subject.hasEmptyRelativeName { throw .emptyRelativeName }
        var isCA = false
        var pathLength: Int?
        var identifier: [UInt8]?
        for part in certificate.extensions {
            switch part.contents {
            case .malformed, .tooLarge: throw .malformed(part.name)
            case .basicConstraints(let claimed, let length):
                isCA = claimed
                switch length {
                case .atMost(let count): pathLength = count
                case .impossible: throw .impossiblePathLength
                case nil: pathLength = nil
                }
            case .keyUsage(let usage) where !usage.isSuperset(of: required): throw .mayNotSign(required)
            case .subjectKeyIdentifier(let bytes): identifier = bytes
            default: continue
            }
        }
        guard isCA else { throw .notACA }
        if let identifier {
            keyIdentifier = identifier
        } else {
            keyIdentifier = try mappingErrors(IssuerError.library) { () throws(OpenSSLError) in
                try certificate.keyInfo.keyIdentifier()
            }
        }
        self.certificate = certificate
        self.key = key
        self.pathLength = pathLength
    }
}

/// Why a certificate and a key cannot issue certificates.
package enum IssuerError: Error, Equatable, Sendable {
    case keyDoesNotMatch
    /// basicConstraints does not mark it as a CA (RFC 5280 §4.2.1.9).
    case notACA
    /// keyUsage does not include what is required (RFC 5280 §4.2.1.3).
    case mayNotSign(KeyUsage)
    /// The path length in basicConstraints is negative or too large.
    case impossiblePathLength
    /// The subject has a RelativeDistinguishedName without attributes (RFC 5280 §4.1.2.4).
    case emptyRelativeName
    /// The extension with this name is malformed.
    case malformed(String)
    case key(KeyError)
    case library(OpenSSLError)
}
