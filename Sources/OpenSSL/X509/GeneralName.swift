internal import COpenSSL
import Words

/// A name in a subjectAltName or a similar extension (RFC 5280 §4.2.1.6).
package enum GeneralName: Hashable, Sendable {
    case dns(String)
    case email(String)
    case uri(String)
    /// 4 or 16 bytes; in name constraints twice as many: address and mask. Certificates of others may have any
    /// number.
    case ip([UInt8])
    case directory(DistinguishedName)
    /// Dotted decimal.
    case registeredID(String)
    /// The otherName that identifies a Windows user: `user@example.com`.
    case userPrincipalName(String)
    /// DER of the value.
    case other(oid: String, value: [UInt8])
    /// An unsupported kind (X.400, EDI), or a name with characters that are not ASCII: the number of its tag and its
    /// DER.
    case unreadable(tag: Int, [UInt8])

    static let userPrincipalNameOID = "1.3.6.1.4.1.311.20.2.3"
}

extension GeneralName {
    /// Decodes the contents of an extension that is a list of names.
    ///
    /// - Returns: nil if it is not a list of names, or an empty one.
    static func decode(_ der: [UInt8]) -> [GeneralName]? {
        unsafe withDecoded(
            der, { unsafe d2i_GENERAL_NAMES(nil, &$0, $1) }, free: { unsafe GENERAL_NAMES_free($0) }
        ) { unsafe all(in: $0) }
    }

    static func all(in names: OpaquePointer?) -> [GeneralName] {
        unsafe items(of: names, as: GENERAL_NAME.self).map { unsafe GeneralName(copying: $0) }
    }

    init(copying name: UnsafeMutablePointer<GENERAL_NAME>) {
        var kind: Int32 = 0
        let value = unsafe GENERAL_NAME_get0_value(name, &kind)
        let string = unsafe value?.assumingMemoryBound(to: ASN1_STRING.self)
        let fallback = unsafe GeneralName.unreadable(
            tag: Int(kind), encoded { unsafe i2d_GENERAL_NAME(name, $0) })
        switch kind {
        case GEN_DNS: self = unsafe Self.ascii(string).map(GeneralName.dns) ?? fallback
        case GEN_EMAIL: self = unsafe Self.ascii(string).map(GeneralName.email) ?? fallback
        case GEN_URI: self = unsafe Self.ascii(string).map(GeneralName.uri) ?? fallback
        case GEN_IPADD: self = unsafe .ip(bytes(of: string))
        case GEN_DIRNAME:
            self = unsafe .directory(DistinguishedName(copying: value.map { OpaquePointer($0) }))
        case GEN_RID: self = unsafe .registeredID(ObjectName.dotted(value.map { OpaquePointer($0) }))
        case GEN_OTHERNAME: self = unsafe Self.other(name) ?? fallback
        default: self = fallback
        }
    }

    private static func ascii(_ string: UnsafePointer<ASN1_STRING>?) -> String? {
        let octets = unsafe bytes(of: string)
        return octets.isASCII ? String(decoding: octets, as: UTF8.self) : nil
    }

    private static func other(_ name: UnsafeMutablePointer<GENERAL_NAME>) -> GeneralName? {
        var object: OpaquePointer?
        var value: UnsafeMutablePointer<ASN1_TYPE>?
        guard unsafe GENERAL_NAME_get0_otherName(name, &object, &value) == 1 else { return nil }
        let oid = unsafe ObjectName.dotted(object)
        if oid == userPrincipalNameOID, let value = unsafe value,
            unsafe ASN1_TYPE_get(value) == V_ASN1_UTF8STRING,
            let text = unsafe String(validating: bytes(of: value.pointee.value.utf8string), as: UTF8.self)
        {
            return .userPrincipalName(text)
        }
        return unsafe .other(oid: oid, value: encoded { unsafe i2d_ASN1_TYPE(value, $0) })
    }

    /// Encodes the contents of an extension that is a list of names.
    package static func encode(_ names: [GeneralName]) throws(OpenSSLError) -> [UInt8] {
        let list = try unsafe list(names)
        defer { unsafe GENERAL_NAMES_free(list) }
        return try unsafe encoding("i2d_GENERAL_NAMES") { unsafe i2d_GENERAL_NAMES(list, $0) }
    }

    /// A GENERAL_NAMES, which the caller must free.
    static func list(_ names: [GeneralName]) throws(OpenSSLError) -> OpaquePointer {
        let list = try unsafe check(GENERAL_NAMES_new(), "GENERAL_NAMES_new")
        do throws(OpenSSLError) {
            for name in names {
                let pointer = try unsafe name.pointer()
                try unsafe push(pointer, onto: list, free: { unsafe GENERAL_NAME_free($0) })
            }
        } catch {
            unsafe GENERAL_NAMES_free(list)
            throw error
        }
        return unsafe list
    }

    /// The name as an object of libcrypto, which the caller must free.
    func pointer() throws(OpenSSLError) -> UnsafeMutablePointer<GENERAL_NAME> {
        if case .unreadable(_, let der) = self {
            return try unsafe check(
                decoded(der.span) { unsafe d2i_GENERAL_NAME(nil, &$0, $1) }.pointer, "d2i_GENERAL_NAME")
        }
        let pointer = try unsafe check(GENERAL_NAME_new(), "GENERAL_NAME_new")
        do throws(OpenSSLError) {
            try unsafe fill(pointer)
        } catch {
            unsafe GENERAL_NAME_free(pointer)
            throw error
        }
        return unsafe pointer
    }

    private func fill(_ name: UnsafeMutablePointer<GENERAL_NAME>) throws(OpenSSLError) {
        switch self {
        case .dns(let text): try unsafe Self.set(name, GEN_DNS, V_ASN1_IA5STRING, Array(text.utf8))
        case .email(let text): try unsafe Self.set(name, GEN_EMAIL, V_ASN1_IA5STRING, Array(text.utf8))
        case .uri(let text): try unsafe Self.set(name, GEN_URI, V_ASN1_IA5STRING, Array(text.utf8))
        case .ip(let address): try unsafe Self.set(name, GEN_IPADD, V_ASN1_OCTET_STRING, address)
        case .directory(let directory):
            unsafe GENERAL_NAME_set0_value(
                name, GEN_DIRNAME, UnsafeMutableRawPointer(try directory.pointer()))
        case .registeredID(let oid):
            let object = try unsafe check(OBJ_txt2obj(oid, 1), "OBJ_txt2obj")
            unsafe GENERAL_NAME_set0_value(name, GEN_RID, UnsafeMutableRawPointer(object))
        case .userPrincipalName(let text):
            let string = try unsafe asn1String(V_ASN1_UTF8STRING, Array(text.utf8))
            guard let value = unsafe ASN1_TYPE_new() else {
                unsafe ASN1_STRING_free(string)
                throw .taken("ASN1_TYPE_new")
            }
            unsafe ASN1_TYPE_set(value, V_ASN1_UTF8STRING, string)
            try unsafe Self.setOther(name, Self.userPrincipalNameOID, takingOwnershipOf: value)
        case .other(let oid, let der):
            let value = try unsafe check(
                decoded(der.span) { unsafe d2i_ASN1_TYPE(nil, &$0, $1) }.pointer, "d2i_ASN1_TYPE")
            try unsafe Self.setOther(name, oid, takingOwnershipOf: value)
        case .unreadable: preconditionFailure("it has a DER of its own")
        }
    }

    private static func set(
        _ name: UnsafeMutablePointer<GENERAL_NAME>, _ kind: Int32, _ tag: Int32, _ octets: [UInt8]
    ) throws(OpenSSLError) {
        unsafe GENERAL_NAME_set0_value(name, kind, try asn1String(tag, octets))
    }

    private static func setOther(
        _ name: UnsafeMutablePointer<GENERAL_NAME>, _ oid: String,
        takingOwnershipOf value: UnsafeMutablePointer<ASN1_TYPE>
    ) throws(OpenSSLError) {
        let object = unsafe OBJ_txt2obj(oid, 1)
        if unsafe object == nil || GENERAL_NAME_set0_othername(name, object, value) != 1 {
            unsafe ASN1_OBJECT_free(object)
            unsafe ASN1_TYPE_free(value)
            throw .taken("GENERAL_NAME_set0_othername")
        }
    }
}
