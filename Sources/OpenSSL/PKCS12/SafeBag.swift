internal import COpenSSL
import Words

/// One item of a PKCS#12 file (SafeBag, RFC 7292 §4.2), with its names.
package struct SafeBag: Sendable {
    package enum Contents: Sendable {
        case key(BaggedKey)
        case certificate(Certificate)
        /// A certificate that is not X.509, such as SDSI; `type` identifies it.
        case otherCertificate(type: String)
        case crl
        /// A secret of this type.
        case secret(type: String)
        case nested([SafeBag])
        case other(type: String)
    }

    package let contents: Contents
    package let friendlyName: String?
    /// Links a key to its certificate; usually the SHA-1 of the certificate.
    package let localKeyID: [UInt8]?
    /// Whether Java trusts the certificate, which the JDK's attribute says.
    package let isTrusted: Bool

    /// The JDK's trustedKeyUsage. It makes a certificate an entry of a trust store.
    static let trustedKeyUsage = "2.16.840.1.113894.746875.1.1"

    init(
        copying bag: OpaquePointer, depth: Int, _ allowance: inout BagAllowance
    ) throws {
        try allowance.take()
        friendlyName = unsafe Self.string(of: bag, NID_friendlyName, V_ASN1_BMPSTRING).map(BMPString.decode)
        localKeyID = unsafe Self.string(of: bag, NID_localKeyID, V_ASN1_OCTET_STRING)
        isTrusted = unsafe Self.hasAttribute(bag, Self.trustedKeyUsage)
        contents = try unsafe Self.contents(of: bag, depth: depth, &allowance)
    }

    private static func contents(
        of bag: OpaquePointer, depth: Int, _ allowance: inout BagAllowance
    ) throws -> Contents {
        switch unsafe PKCS12_SAFEBAG_get_nid(bag) {
        case NID_keyBag:
            let key = unsafe PKCS12_SAFEBAG_get0_p8inf(bag)
            return .key(.plain(try unsafe serialize { unsafe i2d_PKCS8_PRIV_KEY_INFO(key, $0) }))
        case NID_pkcs8ShroudedKeyBag:
            let key = unsafe PKCS12_SAFEBAG_get0_pkcs8(bag)
            var algorithm: UnsafePointer<X509_ALGOR>?
            unsafe X509_SIG_get0(key, &algorithm, nil)
            guard let algorithm = unsafe algorithm else {
                throw malformedPKCS12("a key without its encryption")
            }
            return .key(
                .shrouded(
                    try unsafe serialize { unsafe i2d_X509_SIG(key, $0) },
                    try unsafe PartEncryption(algorithm)))
        case NID_certBag:
            guard unsafe PKCS12_SAFEBAG_get_bag_nid(bag) == NID_x509Certificate else {
                return unsafe .otherCertificate(type: ObjectName(PKCS12_SAFEBAG_get0_bag_type(bag)).text)
            }
            guard let certificate = unsafe PKCS12_SAFEBAG_get1_cert(bag) else {
                throw Certificate.malformed(OpenSSLError.taken("PKCS12_SAFEBAG_get1_cert").summary)
            }
            return unsafe .certificate(Certificate(takingOwnershipOf: certificate))
        case NID_crlBag: return .crl
        case NID_secretBag:
            return unsafe .secret(type: ObjectName(PKCS12_SAFEBAG_get0_bag_type(bag)).text)
        case NID_safeContentsBag:
            let nested = unsafe PKCS12_SAFEBAG_get0_safes(bag)
            return .nested(try unsafe all(in: nested, depth: depth + 1, &allowance))
        default: return unsafe .other(type: ObjectName(PKCS12_SAFEBAG_get0_type(bag)).text)
        }
    }

    /// Copies all bags of a SafeContents.
    static func all(
        in stack: OpaquePointer?, depth: Int = 0, _ allowance: inout BagAllowance
    ) throws -> [SafeBag] {
        if depth > Limits.bagDepth {
            throw InputError("its bags are nested more than \(Limits.bagDepth) deep")
        }
        return try unsafe items(of: stack).map {
            try unsafe SafeBag(copying: $0, depth: depth, &allowance)
        }
    }

    /// The bags and all nested bags.
    var flattened: [SafeBag] {
        if case .nested(let bags) = contents { return bags.flatMap(\.flattened) }
        return [self]
    }

    private static func string(of bag: OpaquePointer, _ attribute: Int32, _ type: Int32) -> [UInt8]? {
        guard let value = unsafe PKCS12_SAFEBAG_get0_attr(bag, attribute), unsafe ASN1_TYPE_get(value) == type
        else { return nil }
        return unsafe bytes(of: value.pointee.value.asn1_string)
    }

    private static func hasAttribute(_ bag: OpaquePointer, _ type: String) -> Bool {
        guard let attributes = unsafe PKCS12_SAFEBAG_get0_attrs(bag), let object = unsafe OBJ_txt2obj(type, 1)
        else { return false }
        defer { unsafe ASN1_OBJECT_free(object) }
        return unsafe X509at_get_attr_by_OBJ(attributes, object, -1) >= 0
    }
}

/// A private key as it is stored in a bag.
package enum BaggedKey: Sendable {
    /// PKCS#8, DER.
    case plain(Secret)
    /// Encrypted PKCS#8, DER.
    case shrouded(Secret, PartEncryption)
}

/// The remaining number of bags that a file may have.
struct BagAllowance {
    private var left = Limits.bags

    mutating func take() throws {
        if left == 0 {
            throw InputError("it contains more than \(Limits.bags) keys and certificates")
        }
        left -= 1
    }
}
