internal import COpenSSL

/// One block of a PEM text (RFC 7468), with the headers that encrypted keys of old have (RFC 1421).
struct PEMBlock: Sendable {
    /// `PRIVATE KEY`.
    let label: String
    let encryptionHeader: String?
    let data: Secret

    static func isPresent(in bytes: Span<UInt8>) -> Bool {
        let mark = Array("-----BEGIN ".utf8)
        return bytes.withUnsafeBufferPointer { buffer in
            guard buffer.count >= mark.count else { return false }
            return (0...buffer.count - mark.count).contains { start in
                buffer[start] == mark[0] && buffer[start..<start + mark.count].elementsEqual(mark)
            }
        }
    }

    /// Every block, in order. What stands between them is passed over.
    static func all(in bytes: Span<UInt8>) throws(KeyError) -> [PEMBlock] {
        try MemoryBIO.reading(bytes) { (input) throws(KeyError) in
            var blocks: [PEMBlock] = []
            while let block = try next(input) { blocks.append(block) }
            return blocks
        }
    }

    private static func next(_ input: borrowing MemoryBIO) throws(KeyError) -> PEMBlock? {
        var name: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard PEM_read_bio(input.pointer, &name, &header, &data, &count) == 1 else {
            let error = OpenSSLError.taken("PEM_read_bio")
            if error.has(reason: PEM_R_NO_START_LINE) { return nil }
            throw .malformed(.pkcs8, reason: "PEM: \(error.summary)")
        }
        defer {
            signet_free(name)
            signet_free(header)
            signet_clear_free(data, count)
        }
        let headerText = header.map { String(cString: $0) } ?? ""
        return PEMBlock(
            label: name.map { String(cString: $0) } ?? "",
            encryptionHeader: headerText.isEmpty ? nil : headerText,
            data: Secret(copying: Span(_unsafeStart: UnsafePointer(data!), count: count)))
    }

    /// The text of a block, with lines of 64 characters.
    static func text(label: String, _ der: Secret) throws(OpenSSLError) -> Secret {
        let output = try MemoryBIO.empty()
        let status = der.withBytes { bytes in
            bytes.withUnsafeBufferPointer {
                PEM_write_bio(output.pointer, label, "", $0.baseAddress, $0.count)
            }
        }
        guard status > 0 else { throw .taken("PEM_write_bio") }
        return output.secret()
    }
}
