internal import COpenSSL

/// The extensions by which an authority says where its lists and responses are, what it certifies, and under which
/// policies.
extension CertificateExtension {
    /// One distribution point: the names are places of the same list (RFC 5280 §4.2.1.13).
    package static func crlDistributionPoint(
        _ names: [GeneralName]
    ) throws(OpenSSLError) -> CertificateExtension {
        let points = try unsafe check(CRL_DIST_POINTS_new(), "CRL_DIST_POINTS_new")
        defer { unsafe CRL_DIST_POINTS_free(points) }
        let point = try unsafe check(DIST_POINT_new(), "DIST_POINT_new")
        try unsafe push(point, onto: points, free: { unsafe DIST_POINT_free($0) })
        let name = try unsafe check(DIST_POINT_NAME_new(), "DIST_POINT_NAME_new")
        unsafe point.pointee.distpoint = unsafe name
        // 0 is a full name.
        unsafe name.pointee.type = 0
        unsafe name.pointee.name.fullname = try unsafe GeneralName.list(names)
        return CertificateExtension(
            ExtensionID.crlDistributionPoints, isCritical: false,
            try unsafe encoding("i2d_CRL_DIST_POINTS") { unsafe i2d_CRL_DIST_POINTS(points, $0) })
    }

    /// - Parameter places: methods in dotted decimal, and where they lead (RFC 5280 §4.2.2.1).
    package static func authorityInformationAccess(
        _ places: [(method: String, location: GeneralName)]
    ) throws(OpenSSLError) -> CertificateExtension {
        let list = try unsafe check(AUTHORITY_INFO_ACCESS_new(), "AUTHORITY_INFO_ACCESS_new")
        defer { unsafe AUTHORITY_INFO_ACCESS_free(list) }
        for (method, location) in places {
            let place = try unsafe check(ACCESS_DESCRIPTION_new(), "ACCESS_DESCRIPTION_new")
            try unsafe push(place, onto: list, free: { unsafe ACCESS_DESCRIPTION_free($0) })
            let object = try unsafe check(OBJ_txt2obj(method, 1), "OBJ_txt2obj")
            unsafe ASN1_OBJECT_free(place.pointee.method)
            unsafe place.pointee.method = unsafe object
            let name = try unsafe location.pointer()
            unsafe GENERAL_NAME_free(place.pointee.location)
            unsafe place.pointee.location = unsafe name
        }
        return CertificateExtension(
            ExtensionID.authorityInformationAccess, isCritical: false,
            try unsafe encoding("i2d_AUTHORITY_INFO_ACCESS") { unsafe i2d_AUTHORITY_INFO_ACCESS(list, $0) })
    }

    /// - Parameter oids: dotted decimal; each must be valid by X.660.
    package static func certificatePolicies(_ oids: [String]) throws(OpenSSLError) -> CertificateExtension {
        let policies = try unsafe check(CERTIFICATEPOLICIES_new(), "CERTIFICATEPOLICIES_new")
        defer { unsafe CERTIFICATEPOLICIES_free(policies) }
        for oid in oids {
            let policy = try unsafe check(POLICYINFO_new(), "POLICYINFO_new")
            try unsafe push(policy, onto: policies, free: { unsafe POLICYINFO_free($0) })
            let object = try unsafe check(OBJ_txt2obj(oid, 1), "OBJ_txt2obj")
            unsafe ASN1_OBJECT_free(policy.pointee.policyid)
            unsafe policy.pointee.policyid = unsafe object
        }
        return CertificateExtension(
            ExtensionID.certificatePolicies, isCritical: false,
            try unsafe encoding("i2d_CERTIFICATEPOLICIES") { unsafe i2d_CERTIFICATEPOLICIES(policies, $0) })
    }

    /// Critical, as RFC 5280 §4.2.1.10 requires.
    package static func nameConstraints(
        permitted: [GeneralName], excluded: [GeneralName]
    ) throws(OpenSSLError) -> CertificateExtension {
        let constraints = try unsafe check(NAME_CONSTRAINTS_new(), "NAME_CONSTRAINTS_new")
        defer { unsafe NAME_CONSTRAINTS_free(constraints) }
        try unsafe add(permitted, to: &constraints.pointee.permittedSubtrees)
        try unsafe add(excluded, to: &constraints.pointee.excludedSubtrees)
        return CertificateExtension(
            ExtensionID.nameConstraints, isCritical: true,
            try unsafe encoding("ASN1_item_i2d") {
                unsafe ASN1_item_i2d(OpaquePointer(constraints), $0, NAME_CONSTRAINTS_it())
            })
    }

    private static func add(_ bases: [GeneralName], to subtrees: inout OpaquePointer?) throws(OpenSSLError) {
        // An empty list would be encoded, which RFC 5280 §4.2.1.10 forbids.
        if bases.isEmpty { return }
        let list = try unsafe check(OPENSSL_sk_new_null(), "OPENSSL_sk_new_null")
        unsafe subtrees = unsafe list
        for base in bases {
            let subtree = try unsafe check(GENERAL_SUBTREE_new(), "GENERAL_SUBTREE_new")
            try unsafe push(subtree, onto: list, free: { unsafe GENERAL_SUBTREE_free($0) })
            let name = try unsafe base.pointer()
            unsafe GENERAL_NAME_free(subtree.pointee.base)
            unsafe subtree.pointee.base = unsafe name
        }
    }
}
