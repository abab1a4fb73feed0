/// Text as PKCS#12 has it in names and passphrases: UTF-16, most significant byte first. Characters beyond the
/// Basic Multilingual Plane are pairs of surrogates, which is more than X.680 allows a BMPString and what every
/// program writes.
enum BMPString {
    static func encode(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    /// What cannot be decoded becomes U+FFFD. A zero at the end, which some write, is dropped.
    static func decode(_ bytes: [UInt8]) -> String {
        var units = stride(from: 0, to: bytes.count - bytes.count % 2, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        if units.last == 0 { units.removeLast() }
        return String(decoding: units, as: UTF16.self)
    }
}
