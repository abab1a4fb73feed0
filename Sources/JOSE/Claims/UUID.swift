package import OpenSSL

package enum UUID {
    /// A random UUID (RFC 9562 §5.4), in lower case: 36 characters.
    package static func random() throws(OpenSSLError) -> String {
        var bytes = try Random.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
        return text
    }
}
