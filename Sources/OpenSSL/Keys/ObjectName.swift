internal import COpenSSL
import Words

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
    var text: String {
        number == NID_undef
            ? unsafe Self.laterNames[Self.dotted(object)] ?? Self.text(object, numbersOnly: false)
            : unsafe Self.text(object, numbersOnly: false)
    }

    /// The names that libcrypto has since 3.5: those of ML-DSA, SLH-DSA (RFC 9909 §3) and ML-KEM (RFC 9935 §3).
    private static let laterNames: [String: String] = {
        let hashes = ["SHA2", "SHAKE"].flatMap { hash in
            ["128s", "128f", "192s", "192f", "256s", "256f"].map { "SLH-DSA-\(hash)-\($0)" }
        }
        var names = Dictionary(
            uniqueKeysWithValues: hashes.enumerated().map { ("2.16.840.1.101.3.4.3.\($0 + 20)", $1) })
        for (index, size) in [512, 768, 1024].enumerated() {
            names["2.16.840.1.101.3.4.4.\(index + 1)"] = "ML-KEM-\(size)"
        }
        for type in ByteKeyType.all { names[type.oid] = type.name }
        return names
    }()

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
            return "#\(hexadecimal(unsafe encoded { unsafe i2d_ASN1_OBJECT(object, $0) }))"
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
