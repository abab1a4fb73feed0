import Words

/// One of the ways to turn a passphrase into the bytes that keys are derived from.
///
/// RFC 7292 §B.1 specifies a BMPString with two zero bytes at its end for the MAC and for its own encryption schemes.
/// It does not specify the bytes for PBES2. OpenSSL, GnuTLS and NSS use UTF-8, as RFC 8018 says; others use the
/// BMPString.
struct PassphraseEncoding: Sendable {
    /// For the MAC, with the two zero bytes; empty for no passphrase.
    let bmp: Secret
    /// The text from which libcrypto makes `bmp`; nil for no passphrase.
    let text: Secret?
    /// The bytes that PBES2 and PBMAC1 may have been given, the likeliest first.
    let octets: [Secret]

    /// Every known encoding of a passphrase, the standard's first.
    ///
    /// An empty passphrase and no passphrase give different keys, and readers disagree which of them an empty field
    /// means. Before 1.1.0, OpenSSL took each byte beyond ASCII as a character.
    static func candidates(for passphrase: Secret) -> [PassphraseEncoding] {
        if passphrase.isEmpty { return [PassphraseEncoding(passphrase, passphrase), .absent] }
        let isASCII = passphrase.withBytes { $0.isASCII }
        if isASCII { return [PassphraseEncoding(passphrase, passphrase)] }
        let bytewise = PassphraseEncoding(Self.bytesAsCharacters(passphrase), passphrase)
        return passphrase.withBytes { $0.isUTF8 }
            ? [PassphraseEncoding(passphrase, passphrase), bytewise] : [bytewise]
    }

    /// No passphrase: an empty string instead of the BMPString, without its two zero bytes.
    static let absent = PassphraseEncoding()

    private init() {
        let nothing = Secret(SecretBuffer())
        (bmp, text, octets) = (nothing, nil, [nothing])
    }

    /// - Parameters:
    ///   - text: the passphrase as UTF-8.
    ///   - given: the passphrase as it was typed.
    private init(_ text: Secret, _ given: Secret) {
        bmp = Self.bmp(of: text)
        self.text = text
        octets = [given, bmp]
    }

    /// Encodes UTF-8 in memory that is wiped.
    private static func bmp(of text: Secret) -> Secret {
        var buffer = SecretBuffer(capacity: 2 * text.count + 2)
        text.withBytes { bytes in
            var index = 0
            while index < bytes.count {
                let lead = bytes[index]
                let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
                var scalar = UInt32(lead) & (length == 1 ? 0x7F : 0xFF >> UInt32(length + 1))
                for offset in 1..<max(length, 1) {
                    scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F)
                }
                index += length
                if scalar > 0xFFFF {
                    let rest = scalar - 0x10000
                    append(UInt16(0xD800 + rest >> 10), to: &buffer)
                    append(UInt16(0xDC00 + rest & 0x3FF), to: &buffer)
                } else {
                    append(UInt16(scalar), to: &buffer)
                }
            }
        }
        append(0, to: &buffer)
        return Secret(buffer)
    }

    private static func append(_ unit: UInt16, to buffer: inout SecretBuffer) {
        buffer.append(UInt8(unit >> 8))
        buffer.append(UInt8(unit & 0xFF))
    }

    /// Takes the bytes as characters (ISO 8859-1) and encodes these as UTF-8.
    private static func bytesAsCharacters(_ bytes: Secret) -> Secret {
        var buffer = SecretBuffer(capacity: 2 * bytes.count)
        bytes.withBytes { bytes in
            for index in bytes.indices {
                let byte = bytes[index]
                if byte < 0x80 {
                    buffer.append(byte)
                } else {
                    buffer.append(0xC0 | byte >> 6)
                    buffer.append(0x80 | byte & 0x3F)
                }
            }
        }
        return Secret(buffer)
    }
}

/// The encoding of names and passphrases in PKCS#12: UTF-16, most significant byte first. Characters beyond the Basic
/// Multilingual Plane become surrogate pairs. X.680 does not allow these in a BMPString, but every program writes
/// them.
enum BMPString {
    static func encode(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    /// Malformed units become U+FFFD. A zero at the end, which some programs write, is dropped.
    static func decode(_ bytes: [UInt8]) -> String {
        var units = stride(from: 0, to: bytes.count - bytes.count % 2, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        if units.last == 0 { units.removeLast() }
        return String(decoding: units, as: UTF16.self)
    }
}
