internal import COpenSSL

/// The outermost SEQUENCE of a DER text and the tags of its first members, which tell the structures in which
/// keys are stored from each other.
struct DERShape {
    /// Universal tags of the first three members; fewer where there are fewer.
    private var tags: [Int32] = []
    private var memberCount = 0
    private(set) var hasTrailingBytes = false
    private var isSequence = false

    init(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            let end = start + buffer.count
            guard let sequence = Self.object(at: start, end), sequence.tag == V_ASN1_SEQUENCE else { return }
            isSequence = true
            hasTrailingBytes = sequence.end < end
            var next = sequence.contents
            while next < sequence.end, memberCount < 16, let member = Self.object(at: next, sequence.end) {
                if tags.count < 3 { tags.append(member.tag) }
                memberCount += 1
                next = member.end
            }
        }
        discardErrors()
    }

    var keyForm: KeyForm? {
        guard isSequence else { return nil }
        switch tags {
        case [V_ASN1_INTEGER, V_ASN1_SEQUENCE, V_ASN1_OCTET_STRING]: return .pkcs8
        case [V_ASN1_SEQUENCE, V_ASN1_OCTET_STRING]: return .encryptedPKCS8
        case [V_ASN1_INTEGER, V_ASN1_INTEGER, V_ASN1_INTEGER]: return .pkcs1
        case [V_ASN1_INTEGER, V_ASN1_INTEGER]: return .pkcs1Public
        case [V_ASN1_SEQUENCE, V_ASN1_BIT_STRING]: return .spki
        case [V_ASN1_SEQUENCE, V_ASN1_SEQUENCE, V_ASN1_BIT_STRING]: return .certificate
        default:
            return tags.prefix(2) == [V_ASN1_INTEGER, V_ASN1_OCTET_STRING] ? .sec1 : nil
        }
    }

    private static func object(
        at start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> (tag: Int32, contents: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>)? {
        var next: UnsafePointer<UInt8>? = start
        var length = 0
        var tag: Int32 = 0
        var tagClass: Int32 = 0
        let status = ASN1_get_object(&next, &length, &tag, &tagClass, end - start)
        // 0x80 is an error; the lowest bit an indefinite length, which DER does not have.
        guard status & 0x81 == 0, let contents = next, length <= end - contents else { return nil }
        return (tagClass == V_ASN1_UNIVERSAL ? tag : -1, contents, contents + length)
    }
}
