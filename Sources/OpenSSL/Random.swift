internal import COpenSSL

package enum Random {
    /// Random bytes for public use (identifiers, salts, serial numbers).
    package static func bytes(_ count: Int) throws(OpenSSLError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try unsafe check(RAND_bytes(&bytes, Int32(count)), "RAND_bytes")
        return bytes
    }

    /// Fills `room` from libcrypto's private generator, for values that must not be predictable.
    package static func fillPrivately(_ room: inout MutableSpan<UInt8>) throws(OpenSSLError) {
        let status = unsafe room.withUnsafeMutableBufferPointer {
            unsafe RAND_priv_bytes($0.baseAddress, Int32($0.count))
        }
        try check(status, "RAND_priv_bytes")
    }

    /// Random bytes for secrets, from libcrypto's private generator.
    package static func secret(_ count: Int) throws(OpenSSLError) -> Secret {
        var buffer = SecretBuffer(capacity: count)
        try buffer.append(upTo: count) { (room) throws(OpenSSLError) in
            try fillPrivately(&room)
            return count
        }
        return Secret(buffer)
    }
}

/// Random UUIDs (RFC 9562 §5.4), for one thread. Their bits come from libcrypto's private generator, so that one UUID
/// does not reveal the next. They are drawn in blocks, because one draw costs as much as dozens of UUIDs.
package struct UUIDSource: ~Copyable {
    private static let byteCount = 16
    private static let countPerDraw = 64

    private var bits: [UInt8] = []
    /// The index in `bits` of the next UUID.
    private var position = 0

    package init() {}

    /// The text of the next UUID, in lower case.
    package mutating func next() throws(OpenSSLError) -> InlineArray<36, UInt8> {
        if position == bits.count { try draw() }
        var text = InlineArray<36, UInt8>(repeating: UInt8(ascii: "-"))
        var place = 0
        for index in 0..<Self.byteCount {
            if index == 4 || index == 6 || index == 8 || index == 10 { place += 1 }
            var byte = bits[position + index]
            if index == 6 { byte = byte & 0x0F | 0x40 }
            if index == 8 { byte = byte & 0x3F | 0x80 }
            text[place] = Self.digit(byte >> 4)
            text[place + 1] = Self.digit(byte & 15)
            place += 2
        }
        position += Self.byteCount
        return text
    }

    private mutating func draw() throws(OpenSSLError) {
        if bits.isEmpty { bits = [UInt8](repeating: 0, count: Self.byteCount * Self.countPerDraw) }
        var room = bits.mutableSpan
        try Random.fillPrivately(&room)
        position = 0
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
