package import OpenSSL

/// base64url without padding (RFC 4648 §5, RFC 7515 §2), strictly: one byte string has one spelling.
///
/// Coded by arithmetic, without tables or branches on the bytes, because private keys pass through it too.
package enum Base64URL {
    package enum Failure: Error, Equatable, Sendable {
        /// `=`, which RFC 7515 §2 drops.
        case padding(offset: Int)
        /// `+` or `/`: the alphabet of plain base64.
        case otherAlphabet(offset: Int)
        case foreignCharacter(UInt8, offset: Int)
        /// The last character holds bits that belong to no byte, and they are not zero.
        case trailingBits
        /// A length that no byte string has: one more than a multiple of four.
        case impossibleLength(Int)
    }

    /// Characters for so many bytes.
    package static func encodedCount(_ count: Int) -> Int { (count * 4 + 2) / 3 }

    package static func encode(_ bytes: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(encodedCount(bytes.count))
        encode(bytes) { text.append($0) }
        return text
    }

    package static func encode(_ bytes: [UInt8]) -> [UInt8] { encode(bytes.span) }

    package static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
        encode(bytes) { text.append($0) }
    }

    package static func append(_ secret: Secret, to text: inout SecretBuffer) {
        secret.withBytes { bytes in encode(bytes) { text.append($0) } }
    }

    /// - Parameter bytes: becomes what `text` stands for. Its memory is used again.
    package static func decode(_ text: Span<UInt8>, into bytes: inout [UInt8]) throws(Failure) {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(text.count * 3 / 4)
        try decode(text) { bytes.append($0) }
    }

    package static func decode(_ text: Span<UInt8>) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        try decode(text) { bytes.append($0) }
        return bytes
    }

    package static func decode(_ text: String) throws(Failure) -> [UInt8] {
        let text = Array(text.utf8)
        return try decode(text.span)
    }

    package static func decodeSecret(_ text: Span<UInt8>) throws(Failure) -> Secret {
        var bytes = SecretBuffer(capacity: text.count * 3 / 4)
        try decode(text) { bytes.append($0) }
        return Secret(bytes)
    }

    private static func encode(_ bytes: Span<UInt8>, _ put: (UInt8) -> Void) {
        var index = 0
        while index + 3 <= bytes.count {
            let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
            for shift: UInt32 in [18, 12, 6, 0] { put(character(group >> shift & 63)) }
            index += 3
        }
        if index + 2 == bytes.count {
            let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8
            for shift: UInt32 in [18, 12, 6] { put(character(group >> shift & 63)) }
        } else if index + 1 == bytes.count {
            let group = UInt32(bytes[index]) << 16
            for shift: UInt32 in [18, 12] { put(character(group >> shift & 63)) }
        }
    }

    private static func decode(_ text: Span<UInt8>, _ put: (UInt8) -> Void) throws(Failure) {
        var group: UInt32 = 0
        var bits = 0
        for index in text.indices {
            let value = value(text[index])
            guard value >= 0 else { throw failure(text[index], at: index) }
            group = group << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                put(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
            }
        }
        if bits == 6 { throw .impossibleLength(text.count) }
        if group & (1 << UInt32(bits) - 1) != 0 { throw .trailingBits }
    }

    private static func failure(_ byte: UInt8, at offset: Int) -> Failure {
        switch byte {
        case UInt8(ascii: "="): .padding(offset: offset)
        case UInt8(ascii: "+"), UInt8(ascii: "/"): .otherAlphabet(offset: offset)
        default: .foreignCharacter(byte, offset: offset)
        }
    }

    // A difference shifted right by eight is all ones when it is negative, else zero (its size is under 256):
    // the masks below are the comparisons "from", "to".

    private static func character(_ value: UInt32) -> UInt8 {
        let value = Int32(bitPattern: value)
        var character = value + 65
        character += ((25 - value) >> 8) & 6
        character -= ((51 - value) >> 8) & 75
        character -= ((61 - value) >> 8) & 13
        character += ((62 - value) >> 8) & 49
        return UInt8(truncatingIfNeeded: character)
    }

    /// - Returns: 0 … 63, or -1 for a character that is not of the alphabet.
    private static func value(_ byte: UInt8) -> Int32 {
        let c = Int32(byte)
        var value: Int32 = -1
        value += ((64 - c) & (c - 91)) >> 8 & (c - 64)
        value += ((96 - c) & (c - 123)) >> 8 & (c - 70)
        value += ((47 - c) & (c - 58)) >> 8 & (c + 5)
        value += ((44 - c) & (c - 46)) >> 8 & 63
        value += ((94 - c) & (c - 96)) >> 8 & 64
        return value
    }
}
