internal import COpenSSL

/// PEM blocks that are encrypted as a whole, as OpenSSL wrote keys before PKCS#8 (`DEK-Info`, key from MD5).
enum TraditionalEncryption {
    static func decrypt(_ data: Secret, header: String, _ passphrase: Secret) throws(KeyError) -> Secret {
        let wanted = cipherName(header)
        var plain = attempt(data, header, passphrase)
        if plain == nil {
            let error = OpenSSLError.taken("PEM_do_header")
            if error.reasons.contains(where: { $0.text == "bad decrypt" }) { throw .wrongPassphrase }
            if Library.loadLegacyProvider() { plain = attempt(data, header, passphrase) }
        }
        if let plain { return plain }
        let error = OpenSSLError.taken("PEM_do_header")
        if error.reasons.contains(where: { $0.text == "bad decrypt" }) { throw .wrongPassphrase }
        throw .unsupportedEncryption(name: wanted)
    }

    /// `DEK-Info: AES-256-CBC,…` (RFC 1421 §4.6.1.3).
    private static func cipherName(_ header: String) -> String {
        for line in header.split(separator: "\n") where line.hasPrefix("DEK-Info:") {
            let value = line.dropFirst("DEK-Info:".count).drop { $0 == " " }
            return String(value.prefix { $0 != "," }.prefix(40))
        }
        return "an unknown cipher"
    }

    private static func attempt(_ data: Secret, _ header: String, _ passphrase: Secret) -> Secret? {
        var cipher = EVP_CIPHER_INFO()
        var header = Array(header.utf8CString)
        guard PEM_get_EVP_CIPHER_INFO(&header, &cipher) == 1 else { return nil }
        // Decrypted in place, in memory that is wiped.
        var buffer = SecretBuffer(capacity: data.count)
        var length = 0
        buffer.append(upTo: data.count) { room in
            data.withBytes { source in for index in source.indices { room[index] = source[index] } }
            length = room.count
            let status = room.withUnsafeMutableBufferPointer { room in
                withUnsafePointer(to: passphrase) {
                    PEM_do_header(
                        &cipher, room.baseAddress, &length, givePassphrase, UnsafeMutableRawPointer(mutating: $0))
                }
            }
            if status != 1 { length = -1 }
            return max(length, 0)
        }
        return length < 0 ? nil : Secret(buffer)
    }
}

/// Gives libcrypto the passphrase behind its last argument, a pointer to a ``Secret``.
private func givePassphrase(
    _ room: UnsafeMutablePointer<CChar>?, _ limit: Int32, _: Int32, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    let passphrase = argument!.assumingMemoryBound(to: Secret.self).pointee
    guard let room, passphrase.count <= limit else { return -1 }
    passphrase.withBytes { bytes in
        for index in bytes.indices { room[index] = CChar(bitPattern: bytes[index]) }
    }
    return Int32(passphrase.count)
}
