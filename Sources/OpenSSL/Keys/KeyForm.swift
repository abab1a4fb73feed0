/// The structures in which keys are stored.
package enum KeyForm: String, Sendable, CaseIterable {
    /// PrivateKeyInfo (RFC 5208 §5).
    case pkcs8 = "PKCS#8"
    /// EncryptedPrivateKeyInfo (RFC 5208 §6).
    case encryptedPKCS8 = "encrypted PKCS#8"
    /// RSAPrivateKey (RFC 8017 §A.1.2).
    case pkcs1 = "PKCS#1"
    /// ECPrivateKey (RFC 5915).
    case sec1 = "SEC1"
    /// SubjectPublicKeyInfo (RFC 5280 §4.1).
    case spki = "SubjectPublicKeyInfo"
    /// RSAPublicKey (RFC 8017 §A.1.1).
    case pkcs1Public = "PKCS#1 public"
    case certificate = "X.509 certificate"
    /// openssh-key-v1 (PROTOCOL.key of OpenSSH).
    case openSSH = "OpenSSH"
    /// The encoding of RFC 4253 §6.6, as a line of text or as RFC 4716.
    case openSSHPublic = "OpenSSH public"

    /// The label of a block that holds it (RFC 7468).
    package var pemLabel: String {
        switch self {
        case .pkcs8: "PRIVATE KEY"
        case .encryptedPKCS8: "ENCRYPTED PRIVATE KEY"
        case .pkcs1: "RSA PRIVATE KEY"
        case .sec1: "EC PRIVATE KEY"
        case .spki: "PUBLIC KEY"
        case .pkcs1Public: "RSA PUBLIC KEY"
        case .certificate: "CERTIFICATE"
        case .openSSH: "OPENSSH PRIVATE KEY"
        // RFC 4716 §3.2, between other dashes than those of PEM.
        case .openSSHPublic: "SSH2 PUBLIC KEY"
        }
    }

    package init?(pemLabel: String) {
        switch pemLabel {
        // Older programs write these labels (RFC 7468 §5.1).
        case "X509 CERTIFICATE", "TRUSTED CERTIFICATE": self = .certificate
        default:
            guard let form = Self.allCases.first(where: { $0.pemLabel == pemLabel }) else { return nil }
            self = form
        }
    }

    package var isPrivate: Bool {
        switch self {
        case .pkcs8, .encryptedPKCS8, .pkcs1, .sec1, .openSSH: true
        case .spki, .pkcs1Public, .certificate, .openSSHPublic: false
        }
    }

    /// Whether it is a structure of ASN.1.
    var isASN1: Bool { self != .openSSH && self != .openSSHPublic }
}
