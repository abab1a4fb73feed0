internal import COpenSSL

/// PEM blocks that are encrypted as a whole, as OpenSSL wrote keys before PKCS#8 (`DEK-Info`, key derived with MD5).
enum TraditionalEncryption {
    static func decrypt(_ data: Secret, header: String, _ passphrase: Secret) throws
        -> Secret
    {
        var cipher = unsafe EVP_CIPHER_INFO()
        var text = Array(header.utf8CString)
        guard unsafe PEM_get_EVP_CIPHER_INFO(&text, &cipher) == 1, let algorithm = unsafe cipher.cipher,
            unsafe Library.hasCipher(number: EVP_CIPHER_get_nid(algorithm))
        else {
            discardErrors()
            throw KeyError.unsupportedEncryption(name: cipherName(header) ?? "an unknown cipher")
        }
        guard let plain = unsafe decrypt(data, &cipher, passphrase) else {
            // The cipher exists and its vector was read, so only a wrong passphrase can be the cause.
            discardErrors()
            throw KeyError.wrongPassphrase
        }
        return plain
    }

    /// The key is one MD5 of the passphrase and the first bytes of the initialization vector (EVP_BytesToKey(3)).
    static func parameters(_ header: String) -> EncryptionParameters {
        EncryptionParameters(
            scheme: "DEK-Info", cipher: cipherName(header), keyDerivation: "EVP_BytesToKey", prf: "MD5",
            iterations: 1, saltByteCount: Int(PKCS5_SALT_LEN))
    }

    /// `DEK-Info: AES-256-CBC,…` (RFC 1421 §4.6.1.3).
    private static func cipherName(_ header: String) -> String? {
        for line in header.split(separator: "\n") where line.hasPrefix("DEK-Info:") {
            let value = line.dropFirst("DEK-Info:".count).drop { $0 == " " }
            return String(value.prefix { $0 != "," }.prefix(40))
        }
        return nil
    }

    private static func decrypt(
        _ data: Secret, _ cipher: inout EVP_CIPHER_INFO, _ passphrase: Secret
    ) -> Secret? {
        // The data is decrypted in place, in memory that is wiped.
        var buffer = SecretBuffer(capacity: data.count)
        var length = 0
        buffer.append(upTo: data.count) { room in
            data.withBytes { source in for index in source.indices { room[index] = source[index] } }
            length = room.count
            let status = unsafe room.withUnsafeMutableBufferPointer { room in
                unsafe withUnsafePointer(to: passphrase) {
                    unsafe PEM_do_header(
                        &cipher, room.baseAddress, &length, givePassphrase,
                        UnsafeMutableRawPointer(mutating: $0))
                }
            }
            if status != 1 { length = -1 }
            return max(length, 0)
        }
        return length < 0 ? nil : Secret(buffer)
    }
}

/// Gives libcrypto the passphrase that its last argument points to, a ``Secret``.
private func givePassphrase(
    _ room: UnsafeMutablePointer<CChar>?, _ limit: Int32, _: Int32,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe give(argument!.assumingMemoryBound(to: Secret.self).pointee, room, limit)
}

/// Answers libcrypto's question for a passphrase.
///
/// - Parameter limit: the size of the room.
/// - Returns: the length of the passphrase; -1 if there is none that fits.
func give(_ passphrase: Secret?, _ room: UnsafeMutablePointer<CChar>?, _ limit: Int32) -> Int32 {
    guard let room = unsafe room, let passphrase, passphrase.count <= limit else { return -1 }
    passphrase.withBytes { bytes in
        for index in bytes.indices { unsafe room[index] = CChar(bitPattern: bytes[index]) }
    }
    return Int32(passphrase.count)
}
