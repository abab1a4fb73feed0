/// One way in which programs turn a passphrase into the bytes that keys are derived from.
///
/// RFC 7292 §B.1 has a BMPString with two zero bytes at its end for the MAC and for its own encryption schemes, and
/// leaves open what PBES2 gets: UTF-8 from OpenSSL, GnuTLS and NSS, for RFC 8018 says so, and from others the
/// BMPString again.
struct PassphraseEncoding: Sendable {
    /// For the MAC, with its zeros; without a byte where there is no passphrase at all.
    let bmp: Secret
    /// What libcrypto makes `bmp` of; nil where there is no passphrase at all.
    let text: Secret?
    /// What PBES2 and PBMAC1 may have been given, the likeliest first.
    let octets: [Secret]

    /// Every way that is known for a passphrase, the standard's first.
    ///
    /// An empty passphrase and none at all are two things, and readers do not agree on which of them an empty field
    /// means. Beyond ASCII, OpenSSL before 1.1.0 took each byte for a character.
    static func candidates(for passphrase: Secret) -> [PassphraseEncoding] {
        if passphrase.isEmpty { return [PassphraseEncoding(passphrase, passphrase), .absent] }
        let isASCII = passphrase.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] < 0x80 } }
        if isASCII { return [PassphraseEncoding(passphrase, passphrase)] }
        let bytewise = PassphraseEncoding(Self.bytesAsCharacters(passphrase), passphrase)
        return isUTF8(passphrase) ? [PassphraseEncoding(passphrase, passphrase), bytewise] : [bytewise]
    }

    /// No passphrase: nothing in place of the BMPString, not even its end.
    static let absent = PassphraseEncoding()

    private init() {
        let nothing = Secret(SecretBuffer())
        (bmp, text, octets) = (nothing, nil, [nothing])
    }

    /// - Parameters:
    ///   - text: UTF-8.
    ///   - given: as it was typed.
    private init(_ text: Secret, _ given: Secret) {
        bmp = Self.bmp(of: text)
        self.text = text
        octets = [given, bmp]
    }

    /// In memory that is wiped, byte by byte; `text` is UTF-8.
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

    /// UTF-8 of the characters whose numbers the bytes are (ISO 8859-1).
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

    private static func isUTF8(_ secret: Secret) -> Bool {
        // Validated where it is: a String would be a copy that nobody wipes.
        secret.withBytes { bytes in
            do {
                _ = try UTF8Span(validating: bytes)
                return true
            } catch {
                return false
            }
        }
    }
}

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
