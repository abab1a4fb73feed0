internal import COpenSSL

extension Certificate {
    /// Whether the subject of this certificate is the issuer that `other` names (RFC 5280 §7.1).
    package func isNamedAsIssuer(by other: Certificate) -> Bool {
        unsafe X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_issuer_name(other.pointer)) == 0
    }

    /// Whether its subject is this name (RFC 5280 §7.1).
    package func hasSubject(_ name: DistinguishedName) throws(OpenSSLError) -> Bool {
        let name = unsafe try name.pointer()
        defer { unsafe X509_NAME_free(name) }
        return unsafe X509_NAME_cmp(X509_get_subject_name(pointer), name) == 0
    }

    /// Whether this certificate may have issued `other`, judged by names, key identifiers, key usage and type of key. The
    /// signature is not verified. If libcrypto cannot read the key of this certificate or does not know the algorithm of
    /// the signature, the type of key is not judged.
    package func mayHaveIssued(_ other: Certificate) -> Bool {
        defer { discardErrors() }
        switch unsafe X509_check_issued(pointer, other.pointer) {
        case X509_V_OK: return true
        case X509_V_ERR_NO_ISSUER_PUBLIC_KEY, X509_V_ERR_UNSUPPORTED_SIGNATURE_ALGORITHM:
            return unsafe X509_get_key_usage(pointer) & UInt32(KU_KEY_CERT_SIGN) != 0
        default: return false
        }
    }

    /// Whether `list` is of the issuers and from the places of distribution points that have all of its reasons. The place
    /// of a point without a name is its cRLIssuer (RFC 5280 §6.3.3 (b)); libcrypto takes such a point for every place.
    ///
    /// - Precondition: libcrypto has found that the list is for this certificate.
    package func hasPoint(of list: RevocationList) -> Bool {
        // Most lists name no place.
        if list.scope?.placeCount ?? 0 == 0 { return true }
        defer { discardErrors() }
        let points = unsafe OpaquePointer(X509_get_ext_d2i(pointer, NID_crl_distribution_points, nil, nil))
        defer { unsafe CRL_DIST_POINTS_free(points) }
        let scope = unsafe X509_CRL_get_ext_d2i(list.pointer, NID_issuing_distribution_point, nil, nil)?
            .assumingMemoryBound(to: ISSUING_DIST_POINT.self)
        defer { unsafe ISSUING_DIST_POINT_free(scope) }
        let all = unsafe items(of: points, as: DIST_POINT.self)
        guard let place = unsafe scope?.pointee.distpoint,
            all.contains(where: { unsafe $0.pointee.distpoint == nil })
        else { return true }
        let names = unsafe Self.names(of: place)
        let own = all.filter { point in
            let issuers = unsafe items(of: point.pointee.CRLissuer, as: GENERAL_NAME.self)
            let isOfPoint =
                issuers.isEmpty
                ? list.isOfIssuer(of: self) : issuers.contains { unsafe list.isIssued(by: $0) }
            let places = unsafe point.pointee.distpoint.map { unsafe Self.names(of: $0) } ?? issuers
            return isOfPoint
                && places.contains { name in names.contains { unsafe GENERAL_NAME_cmp(name, $0) == 0 } }
        }
        let reasons = unsafe own.reduce(0) { unsafe $0 | reasonFlags($1.pointee.reasons) }
        return unsafe !own.isEmpty && reasonFlags(scope?.pointee.onlysomereasons) & ~reasons == 0
    }

    /// None for a name relative to the issuer of the lists.
    private static func names(
        of point: UnsafeMutablePointer<DIST_POINT_NAME>
    ) -> [UnsafeMutablePointer<GENERAL_NAME>] {
        unsafe point.pointee.type == 0 ? items(of: point.pointee.name.fullname, as: GENERAL_NAME.self) : []
    }

    /// Whether subject and issuer are the same name (RFC 5280 §6.1).
    package var isSelfIssued: Bool { isNamedAsIssuer(by: self) }

    /// Names that ``isNamedAsIssuer(by:)`` considers equal have the same hash.
    package var subjectHash: UInt { unsafe X509_NAME_hash_ex(X509_get_subject_name(pointer), nil, nil, nil) }

    package var issuerHash: UInt { unsafe X509_NAME_hash_ex(X509_get_issuer_name(pointer), nil, nil, nil) }

    /// Whether the key of `issuer` made the signature. False if that key cannot be read or takes too long,
    /// or if nobody may rely on it.
    package func isSigned(by issuer: Certificate) -> Bool { signature(by: issuer) == .valid }

    /// Whether another certificate names it as its issuer, and its key made the signature.
    package func hasIssued(_ other: Certificate) -> Bool {
        isNamedAsIssuer(by: other) && other.isSigned(by: self)
    }

    package enum SignatureVerdict: Sendable {
        case valid, invalid
        /// libcrypto cannot read the key or does not know the algorithm, nobody may rely on the key, or it takes too long.
        case unknown
    }

    /// Whether `issuer` made the signature of this certificate.
    package func signature(by issuer: Certificate) -> SignatureVerdict {
        defer { discardErrors() }
        guard let key = unsafe issuer.verificationKey else { return .unknown }
        switch unsafe X509_verify(pointer, key) {
        case 1: return .valid
        case 0: return .invalid
        default: return .unknown
        }
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

/// The bits of ReasonFlags (RFC 5280 §4.2.1.13), all of them if they are left out.
func reasonFlags(_ flags: UnsafeMutablePointer<ASN1_BIT_STRING>?) -> UInt16 {
    guard let flags = unsafe flags else { return 0x7F80 }
    return unsafe bytes(of: flags).prefix(2).enumerated().reduce(0) {
        $0 | UInt16($1.element) << ($1.offset == 0 ? 8 : 0)
    } & 0x7F80
}
