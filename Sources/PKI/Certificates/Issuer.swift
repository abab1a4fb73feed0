package import OpenSSL
import Words

/// A CA that issues certificates: its certificate and its private key, which were checked to match.
package struct Issuer: Sendable {
    package let certificate: Certificate
    package let key: PrivateKey
    /// The subjectKeyIdentifier of its certificate; if that is missing, the identifier computed from the key.
    package let keyIdentifier: [UInt8]
    /// The largest number of CAs that may follow in a path (RFC 5280 §4.2.1.9); nil if there is no limit.
    package let pathLength: Int?

    /// - Parameter required: what its key usage must include, if it has one.
    /// - Throws: also for a malformed extension, because its restrictions would be ignored.
    package init(
        _ certificate: Certificate, _ key: PrivateKey, for required: KeyUsage = .keyCertSign
    ) throws {
        guard try certificate.publicKey() == key.publicKey else {
            throw InputError("the CA's key does not match the CA's certificate")
        }
        if certificate.subject.isEmpty {
            throw InputError("the subject of the CA is empty (RFC 5280 §4.1.2.6)")
        }
        if certificate.subject.hasEmptyRelativeName {
            throw InputError(
                "the subject of the CA has a RelativeDistinguishedName without attributes (RFC 5280 §4.1.2.4)"
            )
        }
        var (isCA, isResponder) = (false, false)
        var pathLength: Int?
        var identifier: [UInt8]?
        for part in certificate.extensions {
            switch part.contents {
            case .malformed, .tooLarge:
                throw InputError("the extension \(part.name.printable) of the CA is malformed")
            case .basicConstraints(let claimed, let length):
                isCA = claimed
                switch length {
                case .atMost(let count): pathLength = count
                case .impossible:
                    throw InputError(
                        "the basicConstraints of the CA have an impossible path length (RFC 5280 §4.2.1.9)")
                case nil: pathLength = nil
                }
            case .keyUsage(let usage) where !usage.isSuperset(of: required):
                let lacking = required.names.joined(separator: " and ")
                throw InputError("the keyUsage of the CA lacks \(lacking) (RFC 5280 §4.2.1.3)")
            case .extendedKeyUsage(let usages):
                isResponder = usages.contains(ExtendedKeyUsage.ocspSigning.oid)
            case .subjectKeyIdentifier(let bytes): identifier = bytes
            default: continue
            }
        }
        guard isCA else { throw NotCAError(isResponder: isResponder) }
        keyIdentifier = try identifier ?? certificate.keyInfo.keyIdentifier()
        self.certificate = certificate
        self.key = key
        self.pathLength = pathLength
    }
}

/// The basicConstraints of a certificate do not mark it as a CA (RFC 5280 §4.2.1.9).
package struct NotCAError: DescribedError {
    /// Whether a CA lets it sign OCSP responses (RFC 6960 §4.2.2.2).
    package let isResponder: Bool

    package var message: String {
        "expected a CA, found a certificate without CA:TRUE in basicConstraints (RFC 5280 §4.2.1.9)"
    }
}
