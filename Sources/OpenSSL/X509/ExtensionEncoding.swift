internal import COpenSSL
import Words

extension CertificateExtension {
    package init(_ oid: String, isCritical: Bool, _ value: [UInt8]) {
        self.oid = oid
        self.isCritical = isCritical
        self.value = value
    }

    /// Critical if the subject is empty (RFC 5280 §4.2.1.6).
    package static func subjectAltName(
        _ names: [GeneralName], isCritical: Bool
    ) throws(OpenSSLError) -> CertificateExtension {
        CertificateExtension(
            ExtensionID.subjectAltName, isCritical: isCritical, try GeneralName.encode(names))
    }

    /// Critical, as RFC 5280 §4.2.1.3 recommends.
    package static func keyUsage(_ usage: KeyUsage) throws(OpenSSLError) -> CertificateExtension {
        let bits = try unsafe check(ASN1_BIT_STRING_new(), "ASN1_BIT_STRING_new")
        defer { unsafe ASN1_BIT_STRING_free(bits) }
        for bit in KeyUsage.allNames.indices where usage.contains(KeyUsage(rawValue: 1 << bit)) {
            try unsafe check(ASN1_BIT_STRING_set_bit(bits, Int32(bit), 1), "ASN1_BIT_STRING_set_bit")
        }
        return CertificateExtension(
            ExtensionID.keyUsage, isCritical: true,
            try unsafe encoding("i2d_ASN1_BIT_STRING") { unsafe i2d_ASN1_BIT_STRING(bits, $0) })
    }

    /// - Parameter oids: dotted decimal; each must be valid by X.660.
    package static func extendedKeyUsage(
        _ oids: [String], isCritical: Bool
    ) throws(OpenSSLError) -> CertificateExtension {
        let usages = try unsafe check(EXTENDED_KEY_USAGE_new(), "EXTENDED_KEY_USAGE_new")
        defer { unsafe EXTENDED_KEY_USAGE_free(usages) }
        for oid in oids {
            let object = try unsafe check(OBJ_txt2obj(oid, 1), "OBJ_txt2obj")
            try unsafe push(object, onto: usages, free: { unsafe ASN1_OBJECT_free($0) })
        }
        return CertificateExtension(
            ExtensionID.extendedKeyUsage, isCritical: isCritical,
            try unsafe encoding("i2d_EXTENDED_KEY_USAGE") { unsafe i2d_EXTENDED_KEY_USAGE(usages, $0) })
    }

    /// Critical: RFC 5280 §4.2.1.9 requires it for a CA, and readers accept it in other certificates too.
    package static func basicConstraints(
        isCA: Bool, pathLength: Int?
    ) throws(OpenSSLError) -> CertificateExtension {
        let constraints = try unsafe check(BASIC_CONSTRAINTS_new(), "BASIC_CONSTRAINTS_new")
        defer { unsafe BASIC_CONSTRAINTS_free(constraints) }
        unsafe constraints.pointee.ca = isCA ? 0xFF : 0
        if let pathLength {
            let number = try unsafe check(ASN1_INTEGER_new(), "ASN1_INTEGER_new")
            unsafe constraints.pointee.pathlen = unsafe number
            try unsafe check(ASN1_INTEGER_set_int64(number, Int64(pathLength)), "ASN1_INTEGER_set_int64")
        }
        return CertificateExtension(
            ExtensionID.basicConstraints, isCritical: true,
            try unsafe encoding("i2d_BASIC_CONSTRAINTS") { unsafe i2d_BASIC_CONSTRAINTS(constraints, $0) })
    }

    package static func subjectKeyIdentifier(_ identifier: [UInt8]) throws(OpenSSLError)
        -> CertificateExtension
    {
        let octets = try unsafe asn1String(V_ASN1_OCTET_STRING, identifier)
        defer { unsafe ASN1_STRING_free(octets) }
        return CertificateExtension(
            ExtensionID.subjectKeyIdentifier, isCritical: false,
            try unsafe encoding("i2d_ASN1_OCTET_STRING") { unsafe i2d_ASN1_OCTET_STRING(octets, $0) })
    }

    package static func authorityKeyIdentifier(
        _ identifier: [UInt8]
    ) throws(OpenSSLError) -> CertificateExtension {
        let authority = try unsafe check(AUTHORITY_KEYID_new(), "AUTHORITY_KEYID_new")
        defer { unsafe AUTHORITY_KEYID_free(authority) }
        unsafe authority.pointee.keyid = try unsafe asn1String(V_ASN1_OCTET_STRING, identifier)
        return CertificateExtension(
            ExtensionID.authorityKeyIdentifier, isCritical: false,
            try unsafe encoding("i2d_AUTHORITY_KEYID") { unsafe i2d_AUTHORITY_KEYID(authority, $0) })
    }

    /// The extension as an object of libcrypto, which the caller must free.
    func pointer() throws(OpenSSLError) -> OpaquePointer {
        let object = try unsafe check(OBJ_txt2obj(oid, 1), "OBJ_txt2obj")
        defer { unsafe ASN1_OBJECT_free(object) }
        let octets = try unsafe asn1String(V_ASN1_OCTET_STRING, value)
        defer { unsafe ASN1_STRING_free(octets) }
        return unsafe try check(
            X509_EXTENSION_create_by_OBJ(nil, object, isCritical ? 1 : 0, octets),
            "X509_EXTENSION_create_by_OBJ")
    }
}

/// Whether `text` is an object identifier in dotted decimal that can be encoded (X.660): `1.3.6.1.5.5.7.3.1`.
package func isObjectIdentifier(_ text: String) -> Bool {
    defer { discardErrors() }
    let arcs = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard text.utf8.count <= 256, arcs.count >= 2,
        arcs.allSatisfy({ arc in
            !arc.isEmpty && arc.allSatisfy(\.isDigit) && (arc.count == 1 || arc.first != UInt8(ascii: "0"))
        }), let object = unsafe OBJ_txt2obj(text, 1)
    else { return false }
    unsafe ASN1_OBJECT_free(object)
    return true
}

extension CertificateExtension {
    /// Whether the whole value is valid DER (X.690 §10) for the extension's identifier; nil if libcrypto does not
    /// know the extension.
    package var isEncodedProperly: Bool? {
        defer { discardErrors() }
        guard let object = unsafe OBJ_txt2obj(oid, 1) else { return nil }
        defer { unsafe ASN1_OBJECT_free(object) }
        guard let method = unsafe X509V3_EXT_get_nid(OBJ_obj2nid(object)), let item = unsafe method.pointee.it
        else { return nil }
        return unsafe withDecoded(
            value, { unsafe ASN1_item_d2i(nil, &$0, $1, item()) }, free: { unsafe ASN1_item_free($0, item()) }
        ) { decoded in encoded { unsafe ASN1_item_i2d(decoded, $0, item()) } == value } ?? false
    }
}
