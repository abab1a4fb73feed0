internal import COpenSSL

extension GeneralName {
    /// The contents of an extension that is a list of these names.
    ///
    /// - Precondition: none is ``unreadable(tag:_:)`` or ``other(oid:value:)``, which are read only.
    package static func encode(_ names: [GeneralName]) throws(OpenSSLError) -> [UInt8] {
        let stack = try unsafe check(GENERAL_NAMES_new(), "GENERAL_NAMES_new")
        defer { unsafe GENERAL_NAMES_free(stack) }
        for name in names {
            let pointer = try unsafe check(GENERAL_NAME_new(), "GENERAL_NAME_new")
            do throws(OpenSSLError) {
                try unsafe name.fill(pointer)
            } catch {
                unsafe GENERAL_NAME_free(pointer)
                throw error
            }
            guard unsafe signet_GENERAL_NAMES_push(stack, pointer) > 0 else {
                unsafe GENERAL_NAME_free(pointer)
                throw .taken("sk_GENERAL_NAME_push")
            }
        }
        return unsafe encoded { unsafe i2d_GENERAL_NAMES(stack, $0) }
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
            let object = try unsafe check(OBJ_txt2obj(Self.userPrincipalNameOID, 1), "OBJ_txt2obj")
            let string = try unsafe Self.string(V_ASN1_UTF8STRING, Array(text.utf8))
            let value = try unsafe check(ASN1_TYPE_new(), "ASN1_TYPE_new")
            unsafe ASN1_TYPE_set(value, V_ASN1_UTF8STRING, string)
            try unsafe check(
                GENERAL_NAME_set0_othername(name, object, value), "GENERAL_NAME_set0_othername")
        case .other, .unreadable: preconditionFailure("read only")
        }
    }

    private static func set(
        _ name: UnsafeMutablePointer<GENERAL_NAME>, _ kind: Int32, _ tag: Int32, _ octets: [UInt8]
    ) throws(OpenSSLError) {
        unsafe GENERAL_NAME_set0_value(name, kind, try string(tag, octets))
    }

    private static func string(_ tag: Int32, _ octets: [UInt8]) throws(OpenSSLError) -> UnsafeMutablePointer<
        ASN1_STRING
    > {
        let string = try unsafe check(ASN1_STRING_type_new(tag), "ASN1_STRING_type_new")
        guard unsafe ASN1_STRING_set(string, octets, Int32(octets.count)) == 1 else {
            unsafe ASN1_STRING_free(string)
            throw .taken("ASN1_STRING_set")
        }
        return unsafe string
    }
}
