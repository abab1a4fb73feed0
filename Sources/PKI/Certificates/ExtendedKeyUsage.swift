import OpenSSL

/// What a certificate may be used for (RFC 5280 §4.2.1.12), by the names that people know.
package enum ExtendedKeyUsage {
    package static let all: [(name: String, oid: String, meaning: String)] = [
        ("serverAuth", "1.3.6.1.5.5.7.3.1", "TLS server"),
        ("clientAuth", "1.3.6.1.5.5.7.3.2", "TLS client"),
        ("codeSigning", "1.3.6.1.5.5.7.3.3", "signing programs"),
        ("emailProtection", "1.3.6.1.5.5.7.3.4", "S/MIME"),
        ("timeStamping", "1.3.6.1.5.5.7.3.8", "time stamps (RFC 3161)"),
        ("OCSPSigning", "1.3.6.1.5.5.7.3.9", "OCSP responses (RFC 6960)"),
        ("smartcardLogon", "1.3.6.1.4.1.311.20.2.2", "Windows log-on; also msSmartcardLogin"),
        ("ipsecIKE", "1.3.6.1.5.5.7.3.17", "IPsec (RFC 4945)"),
        ("documentSigning", "1.3.6.1.5.5.7.3.36", "signing documents (RFC 9336)"),
        ("pkInitClient", "1.3.6.1.5.2.3.4", "Kerberos client (RFC 4556)"),
        ("pkInitKDC", "1.3.6.1.5.2.3.5", "Kerberos KDC (RFC 4556)"),
        ("anyExtendedKeyUsage", "2.5.29.37.0", "anything"),
    ]

    package static let serverAuth = "1.3.6.1.5.5.7.3.1"
    package static let clientAuth = "1.3.6.1.5.5.7.3.2"
    package static let any = "2.5.29.37.0"

    /// - Parameter text: a name in whatever case, or dotted decimal.
    /// - Returns: dotted decimal; nil for neither.
    package static func oid(_ text: String) -> String? {
        let wanted = text.lowercased() == "mssmartcardlogin" ? "smartcardlogon" : text.lowercased()
        if let known = all.first(where: { $0.name.lowercased() == wanted }) { return known.oid }
        return ObjectIdentifier.isValid(text) ? text : nil
    }

    /// The name, or the number of one without.
    package static func name(_ oid: String) -> String { all.first { $0.oid == oid }?.name ?? oid }
}
