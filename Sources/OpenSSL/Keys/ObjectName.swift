internal import COpenSSL

/// An object identifier: libcrypto's number for it, and a text for errors. Valid while the surrounding structure
/// lives.
struct ObjectName {
    /// NID_undef if libcrypto does not know it.
    let number: Int32
    private let object: OpaquePointer?

    init(_ object: OpaquePointer?) {
        number = unsafe OBJ_obj2nid(object)
        unsafe self.object = unsafe object
    }

    /// libcrypto's long name, or the dotted numbers.
    var text: String { unsafe Self.text(object, numbersOnly: false) }

    /// Nil if it names no such type.
    var byteKeyType: ByteKeyType? { unsafe ByteKeyType(oid: Self.dotted(object)) }

    /// The dotted numbers, even if libcrypto has a name for them. Different identifiers have different texts: if one
    /// is too long for libcrypto, the text is its DER, `#0682…`.
    static func dotted(_ object: OpaquePointer?) -> String { unsafe text(object, numbersOnly: true) }

    private static func text(_ object: OpaquePointer?, numbersOnly: Bool) -> String {
        // An identifier may be long, so libcrypto is asked for the length first.
        let length = unsafe Int(OBJ_obj2txt(nil, 0, object, numbersOnly ? 1 : 0))
        guard length > 0 else {
            discardErrors()
            let digits = Array("0123456789abcdef".utf8)
            let der = unsafe encoded { unsafe i2d_ASN1_OBJECT(object, $0) }
            return "#"
                + String(
                    decoding: der.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
        var text = [CChar](repeating: 0, count: length + 1)
        _ = unsafe OBJ_obj2txt(&text, Int32(text.count), object, numbersOnly ? 1 : 0)
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    init(of algorithm: UnsafePointer<X509_ALGOR>) {
        var object: OpaquePointer?
        unsafe X509_ALGOR_get0(&object, nil, nil, algorithm)
        unsafe self.init(object)
    }
}
