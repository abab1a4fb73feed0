internal import COpenSSL

extension Certificate {
    /// All certificates of a file, in order. It may be PEM with text and other blocks around them, DER, a PKCS#7
    /// SignedData (RFC 2315 §9) in PEM, DER or BER, or the bare base64 of one of these. The format is detected from the
    /// contents.
    package static func all(in bytes: Span<UInt8>) throws(CertificateError) -> [Certificate] {
        if let found = try allDER(bytes) { return found }
        if DERShape.isTruncated(bytes) { throw .malformed("DER: it is truncated") }
        if PEMBlock.isPresent(in: bytes) { return try allPEM(bytes) }
        if let decoded = Base64.decodedIgnoringWhitespace(bytes) {
            let found = try decoded.withBytes { (der) throws(CertificateError) in try allDER(der) }
            if let found { return found }
            if decoded.withBytes(DERShape.isTruncated) { throw .malformed("DER: it is truncated") }
        }
        throw .notCertificates
    }

    /// - Returns: nil for DER that contains something else.
    private static func allDER(_ bytes: Span<UInt8>) throws(CertificateError) -> [Certificate]? {
        let shape = DERShape(bytes)
        if shape.keyForm == .certificate {
            do throws(CertificateError) {
                return [try decode(bytes)]
            } catch {
                // Requests and revocation lists have the same shape.
                if (try? Request.decode(bytes)) != nil || (try? RevocationList.decode(bytes)) != nil {
                    return nil
                }
                throw error
            }
        }
        if shape.isContentInfo { return try signedDataCertificates(bytes) }
        return nil
    }

    /// PEM blocks of a certificate.
    private static let labels = ["CERTIFICATE", "X509 CERTIFICATE", trustedLabel]
    /// PEM blocks of a certificate with trust settings.
    private static let trustedLabel = "TRUSTED CERTIFICATE"
    /// PEM blocks of a SignedData.
    private static let messageLabels = ["PKCS7", "CMS"]

    private static func allPEM(_ bytes: Span<UInt8>) throws(CertificateError) -> [Certificate] {
        let blocks: [PEMBlock]
        do {
            blocks = try PEMBlock.all(in: bytes)
        } catch {
            // Other texts look like PEM, such as the keys of OpenPGP.
            guard case .malformed(_, let reason) = error,
                (labels + messageLabels).contains(where: { PEMBlock.isPresent(in: bytes, label: $0 + "-") })
            else { throw .notCertificates }
            throw .malformed(reason)
        }
        var found: [Certificate] = []
        for block in blocks {
            if found.count > Limits.certificates { break }
            if labels.contains(block.label) {
                found.append(
                    try block.data.withBytes { (der) throws(CertificateError) in
                        try block.label == trustedLabel ? decodeTrusted(der) : decode(der)
                    })
            } else if messageLabels.contains(block.label) {
                found += try block.data.withBytes { (der) throws(CertificateError) in
                    try signedDataCertificates(der)
                }
            }
        }
        return try limited(found)
    }

    private static func limited(_ found: [Certificate]) throws(CertificateError) -> [Certificate] {
        if found.isEmpty { throw .empty }
        if found.count > Limits.certificates { throw .tooMany(limit: Limits.certificates) }
        return found
    }

    private static func signedDataCertificates(_ der: Span<UInt8>) throws(CertificateError) -> [Certificate] {
        let (message, rest) = unsafe decoded(der) { unsafe d2i_PKCS7(nil, &$0, $1) }
        guard let message = unsafe message else {
            throw .malformed("PKCS#7: \(OpenSSLError.taken("d2i_PKCS7").summary)")
        }
        defer { unsafe PKCS7_free(message) }
        if rest > 0 { throw .trailingBytes }
        guard let stack = unsafe signet_PKCS7_certificates(message) else { throw .empty }
        var found: [Certificate] = []
        for index in unsafe 0..<signet_X509_count(stack) {
            guard let certificate = unsafe signet_X509_at(stack, index) else { continue }
            unsafe X509_up_ref(certificate)
            unsafe found.append(Certificate(takingOwnershipOf: certificate))
        }
        return try limited(found)
    }
}

/// The locations of the system's trust anchors.
package enum SystemRoots {
    /// Paths of files, some of which may not exist: libcrypto's own first, then those of the distributions.
    package static var files: [String] {
        let own = unsafe X509_get_default_cert_file().map { unsafe String(cString: $0) }
        return [own].compactMap { $0 } + [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        ]
    }
}
