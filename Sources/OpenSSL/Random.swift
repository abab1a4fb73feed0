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
