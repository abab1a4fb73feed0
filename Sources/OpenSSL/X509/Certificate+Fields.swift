internal import COpenSSL

extension Certificate {
    /// The version as it is encoded: 2 stands for version 3 (RFC 5280 §4.1.2.1). It may be any number; libcrypto gives
    /// -1 for one that does not fit.
    package var encodedVersion: Int { unsafe X509_get_version(pointer) }

    /// The content octets of the INTEGER, two's complement, most significant first; at least one.
    package var serialNumber: [UInt8] {
        let der = unsafe encoded { unsafe i2d_ASN1_INTEGER(X509_get0_serialNumber(pointer), $0) }
        return der.withUnsafeBufferPointer { bytes in
            unsafe DERShape.contents(bytes).map { unsafe Array($0) } ?? []
        }
    }

    package var subject: DistinguishedName {
        unsafe DistinguishedName(copying: X509_get_subject_name(pointer))
    }

    package var issuer: DistinguishedName { unsafe DistinguishedName(copying: X509_get_issuer_name(pointer)) }

    /// Seconds since 1970; nil where it is no time.
    package var notBefore: Int64? { unsafe EncodedTime.seconds(X509_get0_notBefore(pointer)) }

    /// The last second of validity, in seconds since 1970 (RFC 5280 §4.1.2.5); nil where it is no time.
    package var notAfter: Int64? { unsafe EncodedTime.seconds(X509_get0_notAfter(pointer)) }

    /// In the order in which they are encoded, an extension that is there twice twice.
    package var extensions: [CertificateExtension] {
        unsafe (0..<X509_get_ext_count(pointer)).compactMap { index in
            unsafe X509_get_ext(pointer, index).map { unsafe CertificateExtension(copying: $0) }
        }
    }
}

/// One extension of a certificate, a request or a CRL (RFC 5280 §4.2).
package struct CertificateExtension: Equatable, Sendable {
    /// Dotted decimal.
    package let oid: String
    package let isCritical: Bool
    /// The contents of the OCTET STRING.
    package let value: [UInt8]

    init(copying pointer: OpaquePointer) {
        oid = unsafe ObjectName.dotted(X509_EXTENSION_get_object(pointer))
        isCritical = unsafe X509_EXTENSION_get_critical(pointer) == 1
        let data = unsafe X509_EXTENSION_get_data(pointer)
        value = unsafe Array(
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(data), count: Int(ASN1_STRING_length(data))))
    }
}
