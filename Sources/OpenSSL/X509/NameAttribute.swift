internal import COpenSSL
import Words

/// One attribute of a name: a type and its value (RFC 5280 §4.1.2.4).
package struct NameAttribute: Hashable, Sendable {
    /// The character string types; the raw value is the universal tag.
    package enum StringType: Int32, Sendable {
        case utf8 = 12
        case numeric = 18
        case printable = 19
        case teletex = 20
        case ia5 = 22
        case universal = 28
        case bmp = 30
    }

    /// Dotted decimal.
    package let oid: String
    /// DER of the value.
    package let der: [UInt8]
    /// Nil if the value is not a character string.
    package var stringType: StringType? { StringType(rawValue: tag) }
    /// The universal tag of the value, and its content octets.
    let tag: Int32
    package let contents: [UInt8]

    init(copying entry: OpaquePointer) {
        unsafe self.init(
            oid: ObjectName.dotted(X509_NAME_ENTRY_get_object(entry)),
            copying: X509_NAME_ENTRY_get_data(entry))
    }

    private init(oid: String, copying value: UnsafePointer<ASN1_STRING>?) {
        self.oid = oid
        tag = unsafe ASN1_STRING_type(value)
        contents = unsafe bytes(of: value)
        der = unsafe encoded { unsafe i2d_ASN1_PRINTABLE(value, $0) }
    }

    package init(oid: String, _ type: StringType, _ text: String) throws(OpenSSLError) {
        let value = try unsafe asn1String(type.rawValue, Array(text.utf8))
        defer { unsafe ASN1_STRING_free(value) }
        unsafe self.init(oid: oid, copying: value)
    }

    /// - Parameter value: the BER of a character string, which is converted to DER.
    /// - Returns: nil if it is not exactly one character string.
    package init?(oid: String, ber value: [UInt8]) {
        let attribute = unsafe withDecoded(
            value, { unsafe d2i_ASN1_PRINTABLE(nil, &$0, $1) }, free: { unsafe ASN1_STRING_free($0) }
        ) { unsafe NameAttribute(oid: oid, copying: $0) }
        guard let attribute, attribute.stringType != nil else { return nil }
        self = attribute
    }

    /// The value as text; nil if it is not a valid character string.
    package var text: String? {
        switch stringType {
        case .utf8: return String(validating: contents, as: UTF8.self)
        case .printable, .ia5, .numeric:
            return contents.isASCII ? String(decoding: contents, as: UTF8.self) : nil
        // By convention, programs write Latin-1 into a T.61 string.
        case .teletex:
            return String(String.UnicodeScalarView(contents.map { Unicode.Scalar($0) }))
        // The standard specifies UCS-2, but Windows writes UTF-16.
        case .bmp:
            return units(of: 2).flatMap {
                String(validating: $0.map(UInt16.init(truncatingIfNeeded:)), as: UTF16.self)
            }
        case .universal: return units(of: 4).flatMap { String(validating: $0, as: UTF32.self) }
        case nil: return nil
        }
    }

    /// The contents as numbers of `size` octets, most significant octet first.
    private func units(of size: Int) -> [UInt32]? {
        guard contents.count % size == 0 else { return nil }
        return stride(from: 0, to: contents.count, by: size).map { start in
            contents[start..<start + size].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// The attribute as an entry for an X509_NAME, which the caller must free.
    func entry() throws(OpenSSLError) -> OpaquePointer {
        let type = try unsafe check(OBJ_txt2obj(oid, 1), "OBJ_txt2obj")
        defer { unsafe ASN1_OBJECT_free(type) }
        return unsafe try check(
            X509_NAME_ENTRY_create_by_OBJ(nil, type, tag, contents, Int32(contents.count)),
            "X509_NAME_ENTRY_create_by_OBJ")
    }
}
