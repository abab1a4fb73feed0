internal import COpenSSL

/// An object identifier, while the structure lives that it is in: libcrypto's number for it, and a text for errors.
struct ObjectName {
    /// NID_undef for one that libcrypto does not know.
    let number: Int32
    private let object: OpaquePointer?

    init(_ object: OpaquePointer?) {
        number = unsafe OBJ_obj2nid(object)
        unsafe self.object = unsafe object
    }

    /// libcrypto's long name, or the dotted numbers.
    var text: String {
        var name = [CChar](repeating: 0, count: 80)
        let length = unsafe Int(OBJ_obj2txt(&name, Int32(name.count), object, 0))
        return String(
            decoding: name.prefix(max(0, min(length, name.count - 1))).map(UInt8.init(bitPattern:)),
            as: UTF8.self)
    }

    /// The numbers, dotted, whatever name libcrypto has for them.
    static func dotted(_ object: OpaquePointer?) -> String {
        // An identifier may be long: libcrypto says how long.
        let length = unsafe Int(OBJ_obj2txt(nil, 0, object, 1))
        guard length > 0 else { return "" }
        var text = [CChar](repeating: 0, count: length + 1)
        _ = unsafe OBJ_obj2txt(&text, Int32(text.count), object, 1)
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    init(of algorithm: UnsafePointer<X509_ALGOR>) {
        var object: OpaquePointer?
        unsafe X509_ALGOR_get0(&object, nil, nil, algorithm)
        unsafe self.init(object)
    }
}
