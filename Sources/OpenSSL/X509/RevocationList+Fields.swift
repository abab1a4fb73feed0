internal import COpenSSL

extension RevocationList {
    /// The version as it is encoded: 1 stands for version 2 (RFC 5280 §5.1.2.1). It may be any number; libcrypto gives
    /// -1 for one that does not fit.
    package var encodedVersion: Int { unsafe X509_CRL_get_version(pointer) }

    /// Seconds since 1970; nil where it is no time.
    package var thisUpdate: Int64? { unsafe EncodedTime.seconds(X509_CRL_get0_lastUpdate(pointer)) }

    /// Seconds since 1970; nil where there is none, or it is no time.
    package var nextUpdate: Int64? { unsafe EncodedTime.seconds(X509_CRL_get0_nextUpdate(pointer)) }

    package var signatureFacts: SignatureFacts {
        var outer: UnsafePointer<X509_ALGOR>?
        unsafe X509_CRL_get0_signature(pointer, nil, &outer)
        var digest: Int32 = NID_undef
        if let outer = unsafe outer {
            _ = unsafe OBJ_find_sigid_algs(ObjectName(of: outer).number, &digest, nil)
        }
        // libcrypto compares the algorithm inside with this one before it verifies the signature.
        return unsafe SignatureFacts(outer: outer, inner: outer, digestNumber: digest)
    }

    /// Whether `certificate` names the issuer of this list as its own (RFC 5280 §7.1).
    package func isOfIssuer(of certificate: Certificate) -> Bool {
        unsafe X509_NAME_cmp(X509_CRL_get_issuer(pointer), X509_get_issuer_name(certificate.pointer)) == 0
    }

    /// Whether the key of `issuer` made the signature.
    package func isSigned(by issuer: Certificate) -> Bool {
        defer { discardErrors() }
        guard let key = unsafe issuer.verificationKey else { return false }
        return unsafe X509_CRL_verify(pointer, key) == 1
    }

    /// What the list says of one certificate.
    package struct Entry: Equatable, Sendable {
        /// Seconds since 1970.
        package let date: Int64?
        /// The number of the CRLReason (RFC 5280 §5.3.1); nil where none is given.
        package let reason: Int?
    }

    /// - Returns: nil where the certificate is not on the list, or taken off it again (removeFromCRL).
    package func entry(for certificate: Certificate) -> Entry? {
        defer { discardErrors() }
        var found: OpaquePointer?
        guard unsafe X509_CRL_get0_by_serial(pointer, &found, X509_get_serialNumber(certificate.pointer)) == 1
        else { return nil }
        var reason: Int?
        if let value = unsafe X509_REVOKED_get_ext_d2i(found, NID_crl_reason, nil, nil) {
            unsafe reason = ASN1_ENUMERATED_get(OpaquePointer(value).asString)
            unsafe ASN1_ENUMERATED_free(OpaquePointer(value).asMutableString)
        }
        return unsafe Entry(
            date: EncodedTime.seconds(X509_REVOKED_get0_revocationDate(found)), reason: reason)
    }

    /// The extensions of entries that are critical, each identifier once.
    package var criticalEntryExtensions: Set<String> {
        let entries = unsafe X509_CRL_get_REVOKED(pointer)
        var found: Set<String> = []
        for index in unsafe 0..<max(0, signet_X509_REVOKED_count(entries)) {
            let entry = unsafe signet_X509_REVOKED_at(entries, index)
            for position in unsafe 0..<max(0, X509_REVOKED_get_ext_count(entry)) {
                let item = unsafe X509_REVOKED_get_ext(entry, position)
                guard unsafe X509_EXTENSION_get_critical(item) == 1 else { continue }
                unsafe found.insert(ObjectName.dotted(X509_EXTENSION_get_object(item)))
            }
        }
        return found
    }
}

extension OpaquePointer {
    fileprivate var asString: UnsafePointer<ASN1_ENUMERATED> { unsafe UnsafePointer(self) }
    fileprivate var asMutableString: UnsafeMutablePointer<ASN1_ENUMERATED> {
        unsafe UnsafeMutablePointer(self)
    }
}
