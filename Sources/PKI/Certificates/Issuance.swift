package import OpenSSL
package import System

/// A certificate that is to be made: what it says, but for who signs it.
package struct Issuance: Sendable {
    package var subject: DistinguishedName
    package var publicKey: PublicKey
    package var purposes: Purposes
    package var isCA: Bool
    package var pathLength: Int?
    /// The first and the last second of validity.
    package var validity: ClosedRange<Timestamp>
    package var serialNumber: [UInt8]

    package init(
        subject: DistinguishedName, publicKey: PublicKey, purposes: Purposes, isCA: Bool, pathLength: Int?,
        validity: ClosedRange<Timestamp>, serialNumber: [UInt8]
    ) {
        self.subject = subject
        self.publicKey = publicKey
        self.purposes = purposes
        self.isCA = isCA
        self.pathLength = pathLength
        self.validity = validity
        self.serialNumber = serialNumber
    }

    /// Its own issuer. Without an authorityKeyIdentifier, which would say nothing (RFC 5280 §4.2.1.1).
    ///
    /// - Parameter key: the private half of ``publicKey``.
    package func selfSigned(by key: PrivateKey, digest: DigestAlgorithm?) throws(OpenSSLError) -> Certificate
    {
        try builder(issuer: subject, authorityKeyIdentifier: nil).signed(by: key, digest: digest)
    }

    package func issued(by issuer: Issuer, digest: DigestAlgorithm?) throws(OpenSSLError) -> Certificate {
        try builder(issuer: issuer.certificate.subject, authorityKeyIdentifier: issuer.keyIdentifier)
            .signed(by: issuer.key, digest: digest)
    }

    private func builder(
        issuer: DistinguishedName, authorityKeyIdentifier: [UInt8]?
    ) throws(OpenSSLError) -> CertificateBuilder {
        var extensions: [CertificateExtension] = [
            try .basicConstraints(isCA: isCA, pathLength: isCA ? pathLength : nil)
        ]
        extensions += try purposes.extensions(subjectIsEmpty: subject.isEmpty)
        extensions.append(try .subjectKeyIdentifier(try SubjectPublicKeyInfo(publicKey).keyIdentifier()))
        if let authorityKeyIdentifier {
            extensions.append(try .authorityKeyIdentifier(authorityKeyIdentifier))
        }
        return CertificateBuilder(
            serialNumber: serialNumber, subject: subject, issuer: issuer,
            validity: validity.lowerBound.seconds...validity.upperBound.seconds, publicKey: publicKey,
            extensions: extensions)
    }
}

extension KeyType {
    /// The digest that signatures of a key are made with unless somebody says otherwise: as strong as its curve, and
    /// with RSA SHA-256; nil for Ed25519 and Ed448, which have their own.
    package var usualDigest: DigestAlgorithm? {
        switch self {
        case .rsa, .ec(.p256), .ec(.secp256k1): .sha256
        case .ec(.p384): .sha384
        case .ec(.p521): .sha512
        case .ed25519, .ed448: nil
        }
    }
}
