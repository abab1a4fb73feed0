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
    package var host: HostName?
    package var address: IPAddress?
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

/// Identifiers of extended key usages (RFC 5280 §4.2.1.12).
enum ExtendedKeyUsage {
    static let any = "2.5.29.37.0"
    static let serverAuth = "1.3.6.1.5.5.7.3.1"
    static let clientAuth = "1.3.6.1.5.5.7.3.2"

    static func name(_ oid: String) -> String {
        switch oid {
        case any: "anyExtendedKeyUsage"
        case serverAuth: "serverAuth"
        case clientAuth: "clientAuth"
        case "1.3.6.1.5.5.7.3.3": "codeSigning"
        case "1.3.6.1.5.5.7.3.4": "emailProtection"
        case "1.3.6.1.5.5.7.3.8": "timeStamping"
        case "1.3.6.1.5.5.7.3.9": "OCSPSigning"
        default: oid
        }
    }
}
