internal import COpenSSL

/// The contents of a certificate that is to be signed. The version is always 3.
package struct CertificateBuilder: Sendable {
    /// The content octets of a positive INTEGER, most significant byte first; 1 to 20 octets (RFC 5280 §4.1.2.2).
    package var serialNumber: [UInt8]
    package var subject: DistinguishedName
    package var issuer: DistinguishedName
    /// The first and the last second of validity, in seconds since 1970.
    package var validity: ClosedRange<Int64>
    package var publicKey: PublicKey
    package var extensions: [CertificateExtension]

    package init(
        serialNumber: [UInt8], subject: DistinguishedName, issuer: DistinguishedName,
        validity: ClosedRange<Int64>, publicKey: PublicKey, extensions: [CertificateExtension]
    ) {
        self.serialNumber = serialNumber
        self.subject = subject
        self.issuer = issuer
        self.validity = validity
        self.publicKey = publicKey
        self.extensions = extensions
    }

    /// - Parameter digest: nil for keys that sign the message itself.
    package func signed(by key: PrivateKey, digest: DigestAlgorithm?) throws(OpenSSLError) -> Certificate {
        let certificate = unsafe Certificate(takingOwnershipOf: try check(X509_new(), "X509_new"))
        let pointer = unsafe certificate.pointer
        try unsafe check(X509_set_version(pointer, Int(X509_VERSION_3)), "X509_set_version")
        try unsafe setSerialNumber(pointer)
        let subject = try unsafe self.subject.pointer()
        defer { unsafe X509_NAME_free(subject) }
        let issuer = try unsafe self.issuer.pointer()
        defer { unsafe X509_NAME_free(issuer) }
        try unsafe check(X509_set_subject_name(pointer, subject), "X509_set_subject_name")
        try unsafe check(X509_set_issuer_name(pointer, issuer), "X509_set_issuer_name")
        // libcrypto chooses UTCTime through 2049 and GeneralizedTime after that (RFC 5280 §4.1.2.5).
        _ = try unsafe check(
            ASN1_TIME_set(X509_getm_notBefore(pointer), Int(validity.lowerBound)), "ASN1_TIME_set")
        _ = try unsafe check(
            ASN1_TIME_set(X509_getm_notAfter(pointer), Int(validity.upperBound)), "ASN1_TIME_set")
        try unsafe check(X509_set_pubkey(pointer, publicKey.handle.pointer), "X509_set_pubkey")
        for part in extensions {
            let pointer = try unsafe part.pointer()
            defer { unsafe X509_EXTENSION_free(pointer) }
            try unsafe check(X509_add_ext(certificate.pointer, pointer, -1), "X509_add_ext")
        }
        try unsafe Self.unsigned(pointer).sign(by: key, digest: digest)
        return certificate
    }

    private static func unsigned(_ certificate: OpaquePointer) -> UnsignedStructure {
        var signature: UnsafePointer<ASN1_BIT_STRING>?
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_get0_signature(&signature, &algorithm, certificate)
        return unsafe UnsignedStructure(
            algorithms: [X509_get0_tbs_sigalg(certificate), algorithm], signature: signature,
            encode: { unsafe i2d_re_X509_tbs(certificate, $0) },
            sign: { unsafe X509_sign_ctx(certificate, $0) })
    }

    private func setSerialNumber(_ certificate: OpaquePointer) throws(OpenSSLError) {
        let number = try BigNumber(bigEndian: serialNumber.span)
        let integer = try unsafe check(BN_to_ASN1_INTEGER(number.pointer, nil), "BN_to_ASN1_INTEGER")
        defer { unsafe ASN1_INTEGER_free(integer) }
        try unsafe check(X509_set_serialNumber(certificate, integer), "X509_set_serialNumber")
    }
}
