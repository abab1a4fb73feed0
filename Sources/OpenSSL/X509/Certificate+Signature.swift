internal import COpenSSL

/// How a certificate or a CRL was signed.
package struct SignatureFacts: Equatable, Sendable {
    /// libcrypto's long name, or the number: `sha256WithRSAEncryption`.
    package let algorithm: String
    /// libcrypto's short name: `SHA256`; nil where the algorithm has none of its own (Ed25519) or is not known.
    package let digest: String?
    /// Whether the part that is signed names the same algorithm (RFC 5280 §4.1.1.2).
    package let isNamedTwiceAlike: Bool

    init(outer: UnsafePointer<X509_ALGOR>?, inner: UnsafePointer<X509_ALGOR>?, digestNumber: Int32) {
        algorithm = unsafe outer.map { unsafe ObjectName(of: $0).text } ?? ""
        digest =
            digestNumber == NID_undef
            ? nil : unsafe OBJ_nid2sn(digestNumber).map { unsafe String(cString: $0) }
        isNamedTwiceAlike = unsafe X509_ALGOR_cmp(outer, inner) == 0
    }
}

extension Certificate {
    package var signatureFacts: SignatureFacts {
        var outer: UnsafePointer<X509_ALGOR>?
        unsafe X509_get0_signature(nil, &outer, pointer)
        var digest: Int32 = NID_undef
        _ = unsafe X509_get_signature_info(pointer, &digest, nil, nil, nil)
        discardErrors()
        return unsafe SignatureFacts(
            outer: outer, inner: X509_get0_tbs_sigalg(pointer), digestNumber: digest)
    }
}
