internal import COpenSSL

/// The number of elements of a DER or BER encoding: tags with their lengths. Those inside an OCTET STRING are counted
/// too, because extensions are encoded so. Where an element is malformed, the rest of the one around it is skipped.
///
/// libcrypto and signet need hundreds of bytes for an element that is encoded in two.
func elementCount(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    defer { discardErrors() }
    var count = 0
    var next = unsafe start
    var ends = unsafe [start + bytes.count]
    while let end = unsafe ends.last {
        guard unsafe next < end else {
            unsafe ends.removeLast()
            continue
        }
        var contents: UnsafePointer<UInt8>? = unsafe next
        var length = 0
        var tag: Int32 = 0
        var tagClass: Int32 = 0
        let status = unsafe ASN1_get_object(&contents, &length, &tag, &tagClass, end - next)
        guard status & 0x80 == 0, let contents = unsafe contents else {
            unsafe next = end
            continue
        }
        count += 1
        // The lowest bit means an indefinite length.
        let isOpen = status & 1 != 0
        let isString = tagClass == V_ASN1_UNIVERSAL && tag == V_ASN1_OCTET_STRING
        if isOpen || isString || status & V_ASN1_CONSTRUCTED != 0 {
            if !isOpen { unsafe ends.append(contents + length) }
            unsafe next = contents
        } else {
            unsafe next = contents + length
        }
    }
    return count
}
