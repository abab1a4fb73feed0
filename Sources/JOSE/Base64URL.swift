internal import CBase64URL
package import OpenSSL

/// base64url without padding (RFC 4648 §5, RFC 7515 §2), strictly: one byte string has one spelling.
///
/// Coded by arithmetic on eight characters at a time, without tables or branches on the bytes, because private keys
/// pass through it too; where the processor can, on 64 at a time.
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
        append(bytes, to: &text)
        return text
    }

    package static func encode(_ bytes: [UInt8]) -> [UInt8] { encode(bytes.span) }

    package static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
        let count = encodedCount(bytes.count)
        text.append(addingCapacity: count) { output in
            output.withUnsafeMutableBufferPointer { room, initializedCount in
                var added = MutableSpan(_unsafeElements: room.extracting(..<count))
                encode(bytes, into: &added)
                initializedCount = count
            }
        }
    }

    package static func append(_ secret: Secret, to text: inout SecretBuffer) {
        text.append(upTo: encodedCount(secret.count)) { room in
            secret.withBytes { encode($0, into: &room) }
            return room.count
        }
    }

    package static func decode(_ text: Span<UInt8>) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        try decode(text, into: &bytes)
        return bytes
    }

    /// - Parameter bytes: becomes what `text` stands for. Its memory is used again.
    package static func decode(_ text: Span<UInt8>, into bytes: inout [UInt8]) throws(Failure) {
        bytes.setCount(decodedCount(text.count))
        try bytes.withUnsafeMutableBufferPointer { (bytes) throws(Failure) in
            var room = MutableSpan(_unsafeElements: bytes)
            try decode(text, into: &room)
        }
    }

    package static func decode(_ text: String) throws(Failure) -> [UInt8] {
        let text = Array(text.utf8)
        return try decode(text.span)
    }

    package static func decodeSecret(_ text: Span<UInt8>) throws(Failure) -> Secret {
        var bytes = SecretBuffer(capacity: decodedCount(text.count))
        try bytes.append(upTo: decodedCount(text.count)) { (room) throws(Failure) in
            try decode(text, into: &room)
            return room.count
        }
        return Secret(bytes)
    }

    /// Bytes for so many characters.
    private static func decodedCount(_ count: Int) -> Int { count / 4 * 3 + max(0, count % 4 - 1) }

    // MARK: encoding

    private static func encode(_ bytes: Span<UInt8>, into text: inout MutableSpan<UInt8>) {
        let taken = bytes.withUnsafeBufferPointer { bytes in
            text.withUnsafeMutableBufferPointer { text in
                bytes.isEmpty
                    ? 0 : signet_base64url_encode(bytes.baseAddress!, bytes.count, text.baseAddress!)
            }
        }
        encode(bytes, from: taken, into: &text)
    }

    /// - Parameter start: a multiple of 3; what is before it has been encoded.
    static func encode(_ bytes: Span<UInt8>, from start: Int, into text: inout MutableSpan<UInt8>) {
        var index = start
        var written = index / 3 * 4
        // Six bytes, read as eight: the last two are not used.
        while index + 8 <= bytes.count {
            let sextets = Sextets(spreading: load(bytes, at: index).bigEndian)
            store(sextets.characters.littleEndian, at: written, in: &text)
            index += 6
            written += 8
        }
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group: UInt32 = 0
            for offset in 0..<3 { group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0) }
            for offset in 0...count {
                text[written + offset] = character(group >> UInt32(18 - 6 * offset) & 63)
            }
            index += count
            written += count + 1
        }
    }

    // MARK: decoding

    private static func decode(_ text: Span<UInt8>, into bytes: inout MutableSpan<UInt8>) throws(Failure) {
        let taken = text.withUnsafeBufferPointer { text in
            bytes.withUnsafeMutableBufferPointer { bytes in
                bytes.isEmpty
                    ? 0 : signet_base64url_decode(text.baseAddress!, text.count, bytes.baseAddress!)
            }
        }
        try decode(text, from: taken, into: &bytes)
    }

    /// - Parameter start: a multiple of 4; what is before it has been decoded.
    static func decode(
        _ text: Span<UInt8>, from start: Int, into bytes: inout MutableSpan<UInt8>
    ) throws(Failure) {
        var index = start
        var written = index / 4 * 3
        // Six bytes, written as eight: the last two are written again.
        while index + 8 <= text.count, written + 8 <= bytes.count {
            guard let sextets = Sextets(characters: load(text, at: index).littleEndian) else { break }
            store(sextets.packed.bigEndian, at: written, in: &bytes)
            index += 8
            written += 6
        }
        var group: UInt32 = 0
        var bits: UInt32 = 0
        while index < text.count {
            let value = value(text[index])
            guard value >= 0 else { throw failure(text[index], at: index) }
            group = group << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes[written] = UInt8(truncatingIfNeeded: group >> bits)
                written += 1
            }
            index += 1
        }
        if bits == 6 { throw .impossibleLength(text.count) }
        if group & (1 << bits - 1) != 0 { throw .trailingBits }
    }

    private static func failure(_ byte: UInt8, at offset: Int) -> Failure {
        switch byte {
        case UInt8(ascii: "="): .padding(offset: offset)
        case UInt8(ascii: "+"), UInt8(ascii: "/"): .otherAlphabet(offset: offset)
        default: .foreignCharacter(byte, offset: offset)
        }
    }

    private static func load(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset + 8 <= bytes.count)
        return bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
    }

    private static func store<Word: BitwiseCopyable>(
        _ word: Word, at offset: Int, in bytes: inout MutableSpan<UInt8>
    ) {
        precondition(offset >= 0 && offset + MemoryLayout<Word>.size <= bytes.count)
        bytes.withUnsafeMutableBufferPointer {
            UnsafeMutableRawPointer($0.baseAddress!).storeBytes(of: word, toByteOffset: offset, as: Word.self)
        }
    }

    // MARK: one character

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

/// Eight groups of six bits, one in each byte, the first in the lowest.
private struct Sextets {
    private let word: UInt64

    private init(word: UInt64) { self.word = word }

    /// - Parameter bytes: six bytes, the first in the highest place; the lowest two are not used.
    init(spreading bytes: UInt64) {
        // Halved three times: 48 bits into lanes of 24, of 12, of 6.
        var lanes = bytes >> 16
        lanes = (lanes & 0xFFFF_FF00_0000) << 8 | lanes & 0xFF_FFFF
        lanes = (lanes & 0x00FF_F000_00FF_F000) << 4 | lanes & 0x0000_0FFF_0000_0FFF
        lanes = (lanes & 0x0FC0_0FC0_0FC0_0FC0) << 2 | lanes & 0x003F_003F_003F_003F
        word = lanes.byteSwapped
    }

    /// The way back.
    var packed: UInt64 {
        var lanes = word.byteSwapped
        lanes = lanes >> 2 & 0x0FC0_0FC0_0FC0_0FC0 | lanes & 0x003F_003F_003F_003F
        lanes = lanes >> 4 & 0x00FF_F000_00FF_F000 | lanes & 0x0000_0FFF_0000_0FFF
        lanes = lanes >> 8 & 0xFFFF_FF00_0000 | lanes & 0xFF_FFFF
        return lanes << 16
    }

    // Each byte is computed with beside the others: no sum or difference below leaves its byte.

    /// 1 in each byte that is `limit` or more, else 0; all of them are under 128.
    private static func reach(_ limit: UInt64, _ bytes: UInt64) -> UInt64 {
        (bytes &+ ones &* (128 - limit)) >> 7 & ones
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Eight characters, the first in the lowest byte.
    var characters: UInt64 {
        let letters = word &+ Self.ones &* 65 &+ Self.reach(26, word) &* 6
        return letters &- Self.reach(52, word) &* 75 &- Self.reach(62, word) &* 13 &+ Self.reach(63, word)
            &* 49
    }

    /// - Parameter text: eight characters, the first in the lowest byte.
    /// - Returns: nil when one is not of the alphabet.
    init?(characters text: UInt64) {
        guard text & (Self.ones &* 128) == 0 else { return nil }
        func range(_ first: UInt64, _ end: UInt64) -> UInt64 {
            Self.reach(first, text) &- Self.reach(end, text)
        }
        let upper = range(65, 91)
        let lower = range(97, 123)
        let digits = range(48, 58)
        let dashes = range(45, 46)
        let lines = range(95, 96)
        guard upper | lower | digits | dashes | lines == Self.ones else { return nil }
        let raised = text &+ digits &* 4 &+ dashes &* 17
        word = raised &- upper &* 65 &- lower &* 71 &- lines &* 32
    }
}
