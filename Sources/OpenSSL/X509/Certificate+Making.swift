internal import COpenSSL

extension Certificate {
    /// Makes a certificate of version 3.
    ///
    /// - Parameters:
    ///   - serialNumber: the content octets of a positive INTEGER, most significant byte first; 1 to 20 octets (RFC 5280
    ///     §4.1.2.2).
    ///   - validity: the first and the last second of it, in seconds since 1970.
    ///   - key: that of the issuer.
    ///   - digest: nil for keys that sign the message itself.
    package static func make(
        serialNumber: [UInt8], subject: DistinguishedName, issuer: DistinguishedName,
        validity: ClosedRange<Int64>, publicKey: PublicKey, extensions: [CertificateExtension],
        by key: PrivateKey, digest: DigestAlgorithm?
    ) throws(OpenSSLError) -> Certificate {
        let certificate = unsafe Certificate(takingOwnershipOf: try check(X509_new(), "X509_new"))
        let pointer = unsafe certificate.pointer
        try unsafe check(X509_set_version(pointer, Int(X509_VERSION_3)), "X509_set_version")
        let number = try BigNumber(bigEndian: serialNumber.span)
        let integer = try unsafe check(BN_to_ASN1_INTEGER(number.pointer, nil), "BN_to_ASN1_INTEGER")
        defer { unsafe ASN1_INTEGER_free(integer) }
        try unsafe check(X509_set_serialNumber(pointer, integer), "X509_set_serialNumber")
        let subject = try unsafe subject.pointer()
        defer { unsafe X509_NAME_free(subject) }
        let issuer = try unsafe issuer.pointer()
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
        try unsafe unsigned(pointer).sign(by: key, digest: digest)
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
}
