internal import CBase64URL
package import OpenSSL
import Words

/// base64url without padding (RFC 4648 §5, RFC 7515 §2). It is strict: each byte string has exactly one spelling.
///
/// The coder is written in C and processes 32 characters at a time. It uses no tables or branches that depend on the
/// bytes, because private keys pass through it too.
package enum Base64URL {
    package enum DecodingError: DescribedError, Equatable {
        /// `=`, which RFC 7515 §2 omits.
        case padding(offset: Int)
        /// `+` or `/`, which belong to the alphabet of plain base64.
        case otherAlphabet(offset: Int)
        case foreignCharacter(UInt8, offset: Int)
        /// The unused bits of the last character are not zero.
        case trailingBits
        /// The length is one more than a multiple of four, which no byte string has.
        case impossibleLength(Int)

        package var message: String {
            switch self {
            case .padding(let offset): "padding (=) at byte \(offset + 1); JOSE does not use any"
            case .otherAlphabet(let offset): "'+' or '/' at byte \(offset + 1); base64url uses '-' and '_'"
            case .foreignCharacter(let byte, let offset):
                "unexpected byte 0x\(hexadecimal([byte]).uppercased()) at byte \(offset + 1)"
            case .trailingBits: "the last character has extra bits"
            case .impossibleLength(let count): "invalid length \(count); it may be truncated"
            }
        }
    }

    /// The number of characters for this many bytes.
    package static func encodedCount(_ count: Int) -> Int { (count * 4 + 2) / 3 }

    package static func encode(_ bytes: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return text
    }

    package static func encode(_ bytes: [UInt8]) -> [UInt8] { encode(bytes.span) }

    package static func string(_ bytes: [UInt8]) -> String { String(decoding: encode(bytes), as: UTF8.self) }

    package static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
        append(encodedCount(bytes.count), to: &text) { encode(bytes, into: &$0) }
    }

    package static func append(_ secret: Secret, to text: inout SecretBuffer) {
        secret.withBytes { append($0, to: &text) }
    }

    static func append(_ bytes: Span<UInt8>, to text: inout SecretBuffer) {
        text.append(upTo: encodedCount(bytes.count)) { room in
            encode(bytes, into: &room)
            return room.count
        }
    }

    package static func decode(_ text: Span<UInt8>) throws(DecodingError) -> [UInt8] {
        var bytes: [UInt8] = []
        try decode(text, into: &bytes)
        return bytes
    }

    /// - Parameter bytes: replaced by the decoded bytes. Its memory is reused.
    package static func decode(_ text: Span<UInt8>, into bytes: inout [UInt8]) throws(DecodingError) {
        bytes.removeAll(keepingCapacity: true)
        try append(decodedCount(text.count), to: &bytes) { (room) throws(DecodingError) in
            try decode(text, into: &room)
        }
    }

    package static func decode(_ text: String) throws(DecodingError) -> [UInt8] {
        let text = Array(text.utf8)
        return try decode(text.span)
    }

    package static func decodeSecret(_ text: Span<UInt8>) throws(DecodingError) -> Secret {
        var bytes = SecretBuffer(capacity: decodedCount(text.count))
        try bytes.append(upTo: decodedCount(text.count)) { (room) throws(DecodingError) in
            try decode(text, into: &room)
            return room.count
        }
        return Secret(bytes)
    }

    /// Appends `count` bytes, which `fill` writes; none if it throws.
    @inline(__always)
    private static func append<Problem>(
        _ count: Int, to bytes: inout [UInt8], _ fill: (inout MutableSpan<UInt8>) throws(Problem) -> Void
    ) throws(Problem) {
        try bytes.append(addingCapacity: count) { (output) throws(Problem) in
            try output.withUnsafeMutableBufferPointer { (room, initializedCount) throws(Problem) in
                var added = MutableSpan(_unsafeElements: room.extracting(..<count))
                try fill(&added)
                initializedCount = count
            }
        }
    }

    /// The number of bytes for this many characters.
    private static func decodedCount(_ count: Int) -> Int { count / 4 * 3 + max(0, count % 4 - 1) }

    private static func encode(_ bytes: Span<UInt8>, into text: inout MutableSpan<UInt8>) {
        precondition(text.count == encodedCount(bytes.count))
        if bytes.isEmpty { return }
        bytes.withUnsafeBufferPointer { bytes in
            text.withUnsafeMutableBufferPointer {
                signet_base64url_encode(bytes.baseAddress!, bytes.count, $0.baseAddress!)
            }
        }
    }

    private static func decode(_ text: Span<UInt8>, into bytes: inout MutableSpan<UInt8>)
        throws(DecodingError)
    {
        precondition(bytes.count == decodedCount(text.count))
        if text.isEmpty { return }
        var leftOver: UInt8 = 0
        let taken = text.withUnsafeBufferPointer { text in
            bytes.withUnsafeMutableBufferPointer {
                signet_base64url_decode(text.baseAddress!, text.count, $0.baseAddress, &leftOver)
            }
        }
        if taken < text.count { throw failure(text[taken], at: taken) }
        if text.count % 4 == 1 { throw .impossibleLength(text.count) }
        if leftOver != 0 { throw .trailingBits }
    }

    private static func failure(_ byte: UInt8, at offset: Int) -> DecodingError {
        switch byte {
        case UInt8(ascii: "="): .padding(offset: offset)
        case UInt8(ascii: "+"), UInt8(ascii: "/"): .otherAlphabet(offset: offset)
        default: .foreignCharacter(byte, offset: offset)
        }
    }
}
