package import OpenSSL

/// A CA that issues certificates: its certificate and its key, known to belong together.
package struct Issuer: Sendable {
    package let certificate: Certificate
    package let key: PrivateKey
    /// The subjectKeyIdentifier of its certificate, or what that would be.
    package let keyIdentifier: [UInt8]
    /// The CAs that may follow in a path (RFC 5280 §4.2.1.9); nil without a bound.
    package let pathLength: Int?

    /// - Throws: also if an extension is malformed: what it forbids would count as allowed.
    package init(_ certificate: Certificate, _ key: PrivateKey) throws(IssuerError) {
        let publicKey: PublicKey
        do {
            publicKey = try certificate.publicKey()
        } catch {
            throw .key(error)
        }
        guard publicKey == key.publicKey else { throw .keyDoesNotMatch }
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
            case .keyUsage(let usage) where !usage.contains(.keyCertSign): throw .mayNotSign
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

/// Why a certificate and a key are no issuer.
package enum IssuerError: Error, Equatable, Sendable {
    case keyDoesNotMatch
    /// basicConstraints does not say so (RFC 5280 §4.2.1.9).
    case notACA
    /// keyUsage is without keyCertSign (RFC 5280 §4.2.1.3).
    case mayNotSign
    /// basicConstraints has a path length that is negative, or larger than anybody counts.
    case impossiblePathLength
    /// An extension of that name is not what it has to be.
    case malformed(String)
    case key(KeyError)
    case library(OpenSSLError)
}
