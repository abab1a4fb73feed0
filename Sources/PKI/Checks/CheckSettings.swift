package import OpenSSL
package import System

/// What certificates are checked for.
package struct CheckSettings: Sendable {
    package var policy = CheckPolicy.rfc5280
    /// Now.
    package var time: Timestamp
    /// A certificate that expires sooner than this from now fails.
    package var within: TimeSpan?
    /// Trust anchors; nil where the chain is not judged.
    package var roots: [Certificate]?
    /// Intermediates that may lie on a path.
    package var untrusted: [Certificate] = []
    package var host: ReferenceHost?
    package var address: HostAddress?
    package var mailbox: Mailbox?
    package var purpose: Purpose?
    package var key: PublicKey?
    package var revocationLists: [RevocationList]?
    /// Of intermediates, those that are self-issued not counted.
    package var maximumDepth: Int?
    package var minimumRSABits = 2048
    package var profile: CertificateProfile?

    package init(time: Timestamp) { self.time = time }

    /// Seconds since 1970. Times of certificates have whole seconds, and notAfter is the last that is within
    /// (RFC 5280 §4.1.2.5): the whole of that second is.
    var second: Int64 { time.seconds }
}

/// Whose rules certificates are held to.
package enum CheckPolicy: String, CaseIterable, Sendable {
    /// RFC 5280 and RFC 9525 to the letter.
    case rfc5280
    /// The same, and the CA/Browser Forum's Baseline Requirements (BR), which make exceptions too.
    case webpki
}

/// What a certificate is to be used for.
package enum Purpose: String, CaseIterable, Sendable {
    case server
    case client
    /// Signatures on documents and tokens.
    case sign
    /// Certificates and CRLs.
    case ca

    /// The extended key usage that allows it (RFC 5280 §4.2.1.12); nil where none is needed.
    var extendedKeyUsage: ExtendedKeyUsage? {
        switch self {
        case .server: .serverAuth
        case .client: .clientAuth
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

/// What a platform demands of the certificates that it is given: rules as data.
package struct CertificateProfile: Equatable, Sendable {
    package let name: String
    /// The section of the platform's document.
    package let section: String
    package let rsaBits: Int
    /// libcrypto's name, and the digest that is part of it.
    package let signatureAlgorithm: String
    package let digest: DigestAlgorithm
    package let isCA: Bool

    package init(
        name: String, section: String, rsaBits: Int, signatureAlgorithm: String, digest: DigestAlgorithm,
        isCA: Bool
    ) {
        self.name = name
        self.section = section
        self.rsaBits = rsaBits
        self.signatureAlgorithm = signatureAlgorithm
        self.digest = digest
        self.isCA = isCA
    }
}
