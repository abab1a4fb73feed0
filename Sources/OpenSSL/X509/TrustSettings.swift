internal import COpenSSL

/// What the owner of a certificate trusts it for: the settings that follow the certificate in a TRUSTED CERTIFICATE
/// block, as `openssl x509 -trustout` writes it. They are not signed, so they count only where the owner keeps its
/// trust anchors.
package struct TrustSettings: Equatable, Sendable {
    /// The uses that are trusted, in dotted decimal; nil if the settings do not limit them.
    package let trusted: [String]?
    /// The uses that are rejected, in dotted decimal.
    package let rejected: [String]

    package init(trusted: [String]?, rejected: [String]) {
        self.trusted = trusted
        self.rejected = rejected
    }

    fileprivate init(of certificate: OpaquePointer) {
        trusted = unsafe X509_get0_trust_objects(certificate).map { unsafe Self.uses($0) }
        rejected = unsafe X509_get0_reject_objects(certificate).map { unsafe Self.uses($0) } ?? []
    }

    private static func uses(_ list: OpaquePointer) -> [String] {
        unsafe (0..<max(0, signet_EXTENDED_KEY_USAGE_count(list))).map { index in
            unsafe ObjectName.dotted(signet_EXTENDED_KEY_USAGE_at(list, index))
        }
    }
}

extension Certificate {
    /// Decodes a certificate and the trust settings that may follow it, which take up all of `der` together.
    static func decodeTrusted(_ der: Span<UInt8>) throws(CertificateError) -> Certificate {
        let (pointer, rest) = unsafe decoded(der) { unsafe d2i_X509_AUX(nil, &$0, $1) }
        guard let pointer = unsafe pointer else {
            throw .malformed(OpenSSLError.taken("d2i_X509_AUX").summary)
        }
        defer { unsafe X509_free(pointer) }
        if rest > 0 { throw .trailingBytes }
        // libcrypto would apply the settings of this object wherever it is used.
        return try decode(
            der.extracting(first: DERShape(der).byteCount), trustSettings: unsafe TrustSettings(of: pointer))
    }
}
