internal import COpenSSL
import Words

/// The outermost SEQUENCE of a DER encoding and the tags of its first members. They distinguish the structures in
/// which keys are stored.
struct DERShape {
    /// Universal tags of the first members, five at most; -1 for other tags.
    private var tags: [Int32] = []
    /// Those of the members of the first member.
    private var innerTags: [Int32] = []
    /// Whether these are all members of the first member.
    private var isInnerWhole = false
    /// Length of the SEQUENCE with its header, in bytes; 0 if the bytes do not begin with a SEQUENCE.
    private(set) var byteCount = 0
    private(set) var hasTrailingBytes = false
    private var isSequence = false
    private let isIndefiniteContentInfo: Bool
    /// Whether the SEQUENCE begins like a signed structure and ends before its last byte.
    let isTruncated: Bool

    init(_ bytes: Span<UInt8>) {
        // 0x80 is an indefinite length, and 0x06 the tag of an object identifier.
        isIndefiniteContentInfo = bytes.count > 2 && bytes[0] == 0x30 && bytes[1] == 0x80 && bytes[2] == 0x06
        let isTruncated = Self.isTruncated(bytes)
        self.isTruncated = isTruncated
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let sequence = unsafe DERElement(buffer, mayBeCut: isTruncated),
                sequence.tag == V_ASN1_SEQUENCE
            else { return }
            if !isTruncated {
                isSequence = true
                byteCount = unsafe sequence.encoding.count
                hasTrailingBytes = byteCount < buffer.count
                tags = sequence.elements.prefix(5).map { $0.tag }
            }
            guard let first = unsafe DERElement(sequence.contents, mayBeCut: isTruncated) else { return }
            let inner = Array(first.elements.prefix(5))
            innerTags = inner.map { $0.tag }
            isInnerWhole = unsafe inner.reduce(0) { unsafe $0 + $1.encoding.count } == first.contents.count
        }
        discardErrors()
    }

    /// Whether it is a key, a certificate, a request, a list or a PKCS#7.
    var isObject: Bool { keyForm != nil || isContentInfo }

    /// A PKCS#7 ContentInfo (RFC 2315 §7): an object identifier, then contents with the tag 0. It may be BER.
    var isContentInfo: Bool { isIndefiniteContentInfo || isSequence && tags == [V_ASN1_OBJECT, -1] }

    var keyForm: KeyForm? {
        guard isSequence else { return nil }
        switch Array(tags.prefix(3)) {
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

    /// What has the shape of a certificate, or is truncated. Requests and revocation lists have the same one, but other
    /// signed parts: a request has its subject and its key first (RFC 2986 §4.1), and only a list has a time there
    /// (RFC 5280 §5.1).
    ///
    /// - Returns: nil if it is none of these.
    var signedObject: StoredObject? {
        guard isTruncated || keyForm == .certificate else { return nil }
        // The version of a certificate has a tag of its own, and version 1 is left out (RFC 5280 §4.1).
        if innerTags.prefix(2) == [-1, V_ASN1_INTEGER]
            || innerTags.prefix(4) == [V_ASN1_INTEGER, V_ASN1_SEQUENCE, V_ASN1_SEQUENCE, V_ASN1_SEQUENCE]
        {
            return .certificate
        }
        switch innerTags {
        // Nothing follows the attributes.
        case [V_ASN1_INTEGER, V_ASN1_SEQUENCE, V_ASN1_SEQUENCE],
            [V_ASN1_INTEGER, V_ASN1_SEQUENCE, V_ASN1_SEQUENCE, -1]:
            return isInnerWhole ? .request : nil
        default:
            let hasTime = innerTags.contains { $0 == V_ASN1_UTCTIME || $0 == V_ASN1_GENERALIZEDTIME }
            return hasTime ? .revocationList : nil
        }
    }

    /// Refuses what is truncated, or has another outermost structure than a certificate. Requests and revocation lists have
    /// the same one; decoding distinguishes them.
    func requireSigned(_ structure: String, else mistaken: InputError) throws(InputError) {
        if isTruncated { throw .malformed(structure, "DER: it is truncated") }
        if keyForm != .certificate { throw mistaken }
    }

    private static func isTruncated(_ bytes: Span<UInt8>) -> Bool {
        // The lengths of signed structures have one, two or three bytes.
        guard bytes.count > 5, (0x81...0x83).contains(bytes[1]) else { return false }
        let contents = 2 + Int(bytes[1] & 0x7F)
        let length = (2..<contents).reduce(0) { $0 << 8 | Int(bytes[$1]) }
        guard length > bytes.count - contents else { return false }
        return unsafe bytes.extracting(droppingFirst: contents).withUnsafeBufferPointer { buffer in
            guard let signed = unsafe DERElement(buffer, mayBeCut: true), signed.tag == V_ASN1_SEQUENCE else {
                return false
            }
            // A public or an encrypted key begins with an algorithm, so with an object identifier.
            return unsafe signed.contents.first != UInt8(V_ASN1_OBJECT)
        }
    }
}

/// An element of DER, which lends its bytes.
struct DERElement {
    /// -1 if it is not universal.
    let tag: Int32
    /// With the header.
    let encoding: UnsafeBufferPointer<UInt8>
    let contents: UnsafeBufferPointer<UInt8>

    /// The first element of `bytes`; nil if it is malformed.
    ///
    /// - Parameter mayBeCut: an element that ends before its last byte has the contents that are there, instead of being
    ///   malformed.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, mayBeCut: Bool = false) {
        guard let start = bytes.baseAddress, bytes.count > 0 else { return nil }
        var next: UnsafePointer<UInt8>? = unsafe start
        var length = 0
        var tag: Int32 = 0
        var tagClass: Int32 = 0
        let status = unsafe ASN1_get_object(&next, &length, &tag, &tagClass, bytes.count)
        // 0x80 means an error. The lowest bit means an indefinite length, which DER does not allow.
        guard status & (mayBeCut ? 0x01 : 0x81) == 0, let contents = unsafe next else { return nil }
        let room = unsafe start + bytes.count - contents
        guard mayBeCut || length <= room else { return nil }
        length = min(length, room)
        self.tag = tagClass == V_ASN1_UNIVERSAL ? tag : -1
        unsafe encoding = UnsafeBufferPointer(start: start, count: contents + length - start)
        unsafe self.contents = UnsafeBufferPointer(start: contents, count: length)
    }

    /// The elements in it, up to the first that cannot be read.
    var elements: some Sequence<DERElement> {
        unsafe Swift.sequence(state: contents) { rest in
            guard let element = unsafe DERElement(rest) else { return nil }
            unsafe rest = UnsafeBufferPointer(rebasing: rest.dropFirst(element.encoding.count))
            return element
        }
    }

    /// The members of a SEQUENCE that takes up all of `bytes`.
    ///
    /// - Returns: nil if `bytes` is not such a SEQUENCE.
    static func members(_ bytes: UnsafeBufferPointer<UInt8>) -> [DERElement]? {
        guard let sequence = unsafe DERElement(bytes), sequence.tag == V_ASN1_SEQUENCE,
            unsafe sequence.encoding.count == bytes.count
        else { return nil }
        let members = Array(sequence.elements)
        let count = members.reduce(0) { unsafe $0 + $1.encoding.count }
        return unsafe count == sequence.contents.count ? members : nil
    }

    /// The contents of the first member of the outermost SEQUENCE that has the context-specific tag 0.
    static func firstMember(taggedZero bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        // 0xA0 is the tag: context-specific, constructed, number 0.
        unsafe DERElement(bytes)?.elements.first { unsafe $0.encoding.first == 0xA0 }?.contents
    }
}

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

/// Calls one of libcrypto's `d2i` functions.
///
/// - Returns: the object, or nil if the call failed, and the number of bytes that follow.
func decoded<Pointer>(
    _ der: Span<UInt8>, _ decode: (inout UnsafePointer<UInt8>?, Int) -> Pointer?
) -> (pointer: Pointer?, rest: Int) {
    unsafe der.withUnsafeBufferPointer { buffer in
        var next = buffer.baseAddress
        let pointer = unsafe decode(&next, buffer.count)
        let rest = unsafe next.map { unsafe buffer.baseAddress! + buffer.count - $0 } ?? 0
        return (pointer, rest)
    }
}

/// Decodes a structure that takes up all of `der`.
///
/// - Parameters:
///   - structure: its name, for errors: `certificate`.
///   - function: the name of `decode`, for errors.
func decodedWhole(
    _ der: Span<UInt8>, _ structure: String, _ function: StaticString,
    _ decode: (inout UnsafePointer<UInt8>?, Int) -> OpaquePointer?, free: (OpaquePointer) -> Void
) throws(InputError) -> OpaquePointer {
    let (pointer, rest) = unsafe decoded(der, decode)
    guard let pointer = unsafe pointer else {
        throw .malformed(structure, OpenSSLError.taken(function).summary)
    }
    if rest > 0 {
        unsafe free(pointer)
        throw .trailingBytes(structure)
    }
    return unsafe pointer
}

extension InputError {
    static func malformed(_ structure: String, _ reason: String) -> InputError {
        InputError("malformed \(structure) (\(reason.printable))")
    }

    static func trailingBytes(_ structure: String) -> InputError {
        InputError("malformed \(structure): more bytes follow its end")
    }
}

/// Calls one of libcrypto's `i2d` functions twice: first for the length, then for the bytes.
///
/// - Parameter function: the name of the function, for errors.
func encoding(
    _ function: StaticString, _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) throws(OpenSSLError) -> [UInt8] {
    let length = encode(nil)
    guard length > 0 else { throw .taken(function) }
    var isComplete = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
        var next = buffer.baseAddress
        isComplete = unsafe encode(&next) == length
        count = isComplete ? Int(length) : 0
    }
    guard isComplete else { throw .taken(function) }
    return bytes
}

/// Encodes a part of a structure that libcrypto decoded, and can therefore encode again.
///
/// - Returns: nothing for a part that does not exist.
func encoded(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
    (try? encoding("i2d", encode)) ?? []
}

/// The content octets of an ASN1_STRING of any type.
func bytes(of string: UnsafePointer<ASN1_STRING>?) -> [UInt8] {
    guard let string = unsafe string else { return [] }
    return unsafe Array(
        UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
}

/// An ASN1_STRING of this type with these content octets, which the caller must free.
func asn1String(_ type: Int32, _ octets: [UInt8]) throws(OpenSSLError) -> UnsafeMutablePointer<ASN1_STRING> {
    let string = try unsafe check(ASN1_STRING_type_new(type), "ASN1_STRING_type_new")
    guard unsafe ASN1_STRING_set(string, octets, Int32(octets.count)) == 1 else {
        unsafe ASN1_STRING_free(string)
        throw .taken("ASN1_STRING_set")
    }
    return unsafe string
}

/// Decodes all of `der` with one of libcrypto's `d2i` functions, and frees the object after `body`.
///
/// - Returns: nil if `der` is anything else.
func withDecoded<Pointer, Result>(
    _ der: [UInt8], _ decode: (inout UnsafePointer<UInt8>?, Int) -> Pointer?,
    free: (Pointer) -> Void, _ body: (Pointer) -> Result?
) -> Result? {
    defer { discardErrors() }
    let (pointer, rest) = unsafe decoded(der.span, decode)
    guard let pointer else { return nil }
    defer { free(pointer) }
    return rest == 0 ? body(pointer) : nil
}

/// Calls one of libcrypto's `i2d` functions for bytes that may be secret.
func serialize(
    _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) throws(OpenSSLError) -> Secret {
    let length = encode(nil)
    guard length > 0 else { throw .taken("i2d") }
    var buffer = SecretBuffer(capacity: Int(length))
    buffer.append(upTo: Int(length)) { room in
        unsafe room.withUnsafeMutableBufferPointer { room in
            var next = room.baseAddress
            return unsafe max(0, Int(encode(&next)))
        }
    }
    guard buffer.count == length else { throw .taken("i2d") }
    return Secret(buffer)
}
