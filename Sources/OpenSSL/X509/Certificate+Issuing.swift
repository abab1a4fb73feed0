internal import COpenSSL

extension Certificate {
    /// Whether the subject of this certificate is the issuer that `other` names (RFC 5280 §7.1).
    package func isNamedAsIssuer(by other: Certificate) -> Bool {
        unsafe X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_issuer_name(other.pointer)) == 0
    }

    /// Whether this certificate may have issued `other`, judged by names, key identifiers, key usage and type of key.
    /// The signature is not verified.
    package func hasIssued(_ other: Certificate) -> Bool {
        defer { discardErrors() }
        return unsafe X509_check_issued(pointer, other.pointer) == X509_V_OK
    }

    /// Whether cRLDistributionPoints names an issuer of lists without saying where they are (RFC 5280 §4.2.1.13).
    package var namesListIssuerOnly: Bool {
        defer { discardErrors() }
        let points = unsafe OpaquePointer(X509_get_ext_d2i(pointer, NID_crl_distribution_points, nil, nil))
        defer { unsafe CRL_DIST_POINTS_free(points) }
        return unsafe items(of: points, as: DIST_POINT.self).contains { unsafe $0.pointee.distpoint == nil }
    }

    /// Whether subject and issuer are the same name (RFC 5280 §6.1).
    package var isSelfIssued: Bool { isNamedAsIssuer(by: self) }

    /// Names that ``isNamedAsIssuer(by:)`` considers equal have the same hash.
    package var subjectHash: UInt { unsafe X509_NAME_hash_ex(X509_get_subject_name(pointer), nil, nil, nil) }

    package var issuerHash: UInt { unsafe X509_NAME_hash_ex(X509_get_issuer_name(pointer), nil, nil, nil) }

    /// Whether the key of `issuer` made the signature. False if that key cannot be read or takes too long,
    /// or if nobody may rely on it.
    package func isSigned(by issuer: Certificate) -> Bool {
        defer { discardErrors() }
        guard let key = unsafe issuer.verificationKey else { return false }
        return unsafe X509_verify(pointer, key) == 1
    }

    /// False if one of the keys cannot be read.
    package func hasSameKey(as other: Certificate) -> Bool {
        defer { discardErrors() }
        guard let own = unsafe X509_get0_pubkey(pointer), let key = unsafe X509_get0_pubkey(other.pointer)
        else {
            return false
        }
        return unsafe EVP_PKEY_eq(own, key) == 1
    }

    /// The key, for verifying signatures from anybody. Nil if it cannot be read, if nobody may rely on it, or if one
    /// signature costs more than ``Limits/signatureCost``.
    var verificationKey: OpaquePointer? {
        let facts = keyFacts
        guard facts.fault == nil, facts.verificationCost <= Limits.signatureCost else { return nil }
        return unsafe X509_get0_pubkey(pointer)
    }
}
