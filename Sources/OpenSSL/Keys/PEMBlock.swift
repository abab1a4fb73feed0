internal import COpenSSL
import Glibc
import Words

/// One block of a PEM text (RFC 7468), with the headers of traditional encrypted keys (RFC 1421).
package struct PEMBlock: Sendable {
    /// `PRIVATE KEY`.
    let label: String
    let encryptionHeader: String?
    let data: Secret

    /// What begins a BEGIN line, before the label.
    private static let mark = Array("-----BEGIN ".utf8)
    private static let endMark = Array("-----END ".utf8)

    /// - Parameter label: the beginning of the label.
    package static func isPresent(in bytes: Span<UInt8>, label: String = "") -> Bool {
        bytes.contains(mark + label.utf8)
    }

    private static func begins(_ buffer: UnsafeBufferPointer<UInt8>, at start: Int, _ mark: [UInt8]) -> Bool {
        guard unsafe buffer[start] == mark[0], buffer.count - start >= mark.count else { return false }
        return mark.indices.allSatisfy { unsafe buffer[start + $0] == mark[$0] }
    }

    /// Whether a line begins a block with a private key, of any program and encrypted or not: `ENCRYPTED PRIVATE KEY`,
    /// `TSS2 PRIVATE KEY`, `PGP PRIVATE KEY BLOCK`, and that of SSH2, which has four dashes (RFC 4716 §3.2). Its lines may be
    /// indented, and it may share its line with the end of another block.
    package static func holdsPrivateKey(_ bytes: Span<UInt8>) -> Bool {
        // Most files have none.
        guard bytes.contains("PRIVATE KEY") else { return false }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.split { $0 == 0x0A || $0 == 0x0D }.contains { line in
                let line = unsafe line.drop(while: isBlank)
                guard unsafe line.starts(with: mark.prefix(4)) else { return false }
                return unsafe String(decoding: line.prefix(200), as: UTF8.self).split(separator: "-").contains
                {
                    let words = $0.split(separator: " ")
                    return words.first == "BEGIN" && words.contains("PRIVATE")
                }
            }
        }
    }

    /// The data without the trust settings that `openssl x509 -trustout` appends to a certificate.
    var keyData: Secret {
        guard label == "TRUSTED CERTIFICATE" else { return data }
        return data.withBytes { Secret(copying: $0.extracting(first: DERShape($0).byteCount)) }
    }

    /// The label of a line that begins a block and that libcrypto would skip because it is indented or truncated. Nil
    /// if there is no such line.
    private static func misplacedLabel(in bytes: Span<UInt8>) -> String? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            for place in buffer.indices where unsafe begins(buffer, at: place, mark) {
                var lineStart = place
                while lineStart > 0, unsafe isBlank(buffer[lineStart - 1]) { lineStart -= 1 }
                // Other text may stand before it.
                if lineStart > 0, unsafe buffer[lineStart - 1] != UInt8(ascii: "\n") { continue }
                let label = unsafe buffer[(place + mark.count)...].prefix { $0 != UInt8(ascii: "\n") }
                var dashes = 0
                for byte in unsafe label where dashes < 5 { dashes = byte == mark[0] ? dashes + 1 : 0 }
                if lineStart == place, dashes == 5 { continue }
                return unsafe String(decoding: label.prefix { $0 != mark[0] }, as: UTF8.self)
            }
            return nil
        }
    }

    /// White space, and the bytes of the byte order mark in UTF-8, which may stand at the start of the text alone.
    private static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0B, 0x0C, 0x0D, 0x20, 0xEF, 0xBB, 0xBF: true
        default: false
        }
    }

    /// All blocks, in order. Text between them is ignored, and so is a byte order mark at the start. Lines may end with
    /// LF, CR LF, or, in a text without any LF, CR.
    ///
    /// - Throws: also if something else that may be an object stands beside them.
    static func all(in bytes: Span<UInt8>) throws -> [PEMBlock] {
        let bytes = bytes.extracting(droppingFirst: bytes.byteOrderMarkCount)
        if isPresent(in: bytes), let stranger = stranger(in: bytes) {
            throw KeyError.malformed(
                beginning(of: 0, in: bytes).flatMap(KeyForm.init(pemLabel:)) ?? .pkcs8,
                reason: "PEM: \(stranger)")
        }
        if bytes.indices.contains(where: { bytes[$0] == 0x0A }) { return try blocks(in: bytes) }
        var text = SecretBuffer(capacity: bytes.count)
        for index in bytes.indices { text.append(bytes[index] == 0x0D ? 0x0A : bytes[index]) }
        return try text.withBytes { (text) in try blocks(in: text) }
    }

    /// What stands beside the blocks in another form, because it was appended by another program.
    private static func stranger(in bytes: Span<UInt8>) -> String? {
        if holdsDER(bytes) {
            return "a structure in DER stands beside the blocks; put it into a file of its own"
        }
        // `>>` of PowerShell appends UTF-16.
        let wideMark: [UInt8] = mark.dropLast().flatMap { [$0, 0] }.dropLast()
        return bytes.contains(wideMark)
            ? "a block in UTF-16 stands beside the others; write all of them in UTF-8" : nil
    }

    /// What looks like a block or a part of one, although libcrypto does not read it as one; nil if there is nothing.
    private static func overlooked(in bytes: Span<UInt8>) -> String? {
        var isInBlock = false
        var base64 = SecretBuffer()
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: 0x0A, from: start) ?? bytes.count
            var line = bytes.extracting(start..<end)
            start = end + 1
            line = line.extracting(line.trimmed)
            if isInBlock {
                // libcrypto takes both blocks for one, and reads the first.
                if line.begins(with: mark) { return "a block has no END line" }
                isInBlock = !line.begins(with: endMark)
                continue
            }
            if line.isEmpty { continue }
            isInBlock = line.begins(with: mark)
            // A heading may have the letters of base64 too, and one text may follow the other.
            let isPart =
                line.indices.allSatisfy { isBase64(line[$0]) }
                && (base64.count > 0 || line.count >= 24 && beginsObject(line))
            if isPart {
                base64.append(line)
                if line[line.count - 1] != padding { continue }
            }
            if holdsObject(base64) { break }
            base64.removeLast(base64.count)
            if hasOtherDashes(line) { return "a BEGIN line has other dashes or spaces than those of ASCII" }
        }
        return holdsObject(base64) ? "base64 without a BEGIN line stands beside the blocks" : nil
    }

    private static let padding = UInt8(ascii: "=")

    private static func isBase64(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
            || byte == padding
    }

    /// Whether a line in base64 begins a SEQUENCE (0x30 and a length, of at most 0x84 in its first octet) or a PEM.
    private static func beginsObject(_ line: Span<UInt8>) -> Bool {
        line.begins(with: Array("LS0t".utf8))
            || line[0] == UInt8(ascii: "M") && (UInt8(ascii: "A")...UInt8(ascii: "I")).contains(line[1])
    }

    private static func holdsObject(_ base64: borrowing SecretBuffer) -> Bool {
        guard base64.count > 0, let decoded = base64.withBytes(decodedBase64) else { return false }
        return decoded.withBytes { bytes in
            DERShape(bytes).isObject || isPresent(in: bytes)
        }
    }

    /// Whether a line would begin a block with the dashes and spaces of ASCII. Web pages and word processors put others in
    /// their place.
    private static func hasOtherDashes(_ line: Span<UInt8>) -> Bool {
        guard line.count < 200, !line.isASCII else { return false }
        let text = unsafe line.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        let words = text.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "\u{2010}"..."\u{2015}", "\u{2212}": "-"
            case "\u{A0}", "\u{2000}"..."\u{200A}", "\u{202F}": " "
            default: Character(scalar)
            }
        }.split { $0 == "-" || $0 == " " }.map { String($0) }
        let objects = ["CERTIFICATE", "KEY", "REQUEST", "CRL", "PKCS7", "CMS"]
        return words.first == "BEGIN" && words.last.map(objects.contains) ?? false
    }

    /// Whether a key, a certificate or a list in DER begins somewhere. In text, 0x30 is a digit, and is rarely followed by
    /// 0x81 to 0x84 or by control characters.
    private static func holdsDER(_ bytes: Span<UInt8>) -> Bool {
        bytes.indices.dropLast(3).contains { index in
            let length = bytes[index + 1]
            guard bytes[index] == 0x30, length > 0x80 ? length < 0x85 : bytes[index + 3] < 0x20 else {
                return false
            }
            return DERShape(bytes.extracting(droppingFirst: index)).isObject
        }
    }

    /// The same for other objects than keys.
    ///
    /// - Parameter failure: makes the error, from what is wrong with the text.
    static func all(in bytes: Span<UInt8>, orThrow failure: (String) -> any Error) throws -> [PEMBlock] {
        do {
            return try all(in: bytes)
        } catch KeyError.malformed(_, let reason) {
            throw failure(reason)
        }
    }

    /// The first wanted object that a BEGIN line announces. The mark may stand anywhere in its line. Nil if there is none.
    static func first(in bytes: Span<UInt8>, _ isWanted: (StoredObject) -> Bool) -> StoredObject? {
        guard isPresent(in: bytes) else { return nil }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            for start in buffer.indices {
                guard unsafe begins(buffer, at: start, mark) else { continue }
                let label = unsafe buffer[(start + mark.count)...].prefix(64).prefix {
                    $0 != UInt8(ascii: "-")
                }
                let object = unsafe StoredObject(pemLabel: String(decoding: label, as: UTF8.self))
                if isWanted(object) { return object }
            }
            return nil
        }
    }

    private static func blocks(in bytes: Span<UInt8>) throws -> [PEMBlock] {
        if let label = misplacedLabel(in: bytes) {
            throw KeyError.malformed(
                KeyForm(pemLabel: label) ?? .pkcs8, reason: "PEM: a BEGIN line is indented or cut off")
        }
        return try MemoryBIO.reading(bytes) { (input) in
            var blocks: [PEMBlock] = []
            do throws(OpenSSLError) {
                // If asked for one block too many, libcrypto loads all its error messages to report that. This would
                // take longer than reading a key.
                while isPresent(in: bytes.extracting(last: unsafe BIO_ctrl_pending(input.pointer))),
                    let block = try next(input)
                { blocks.append(block) }
            } catch {
                let label = beginning(of: blocks.count, in: bytes)
                throw KeyError.malformed(
                    label.flatMap(KeyForm.init(pemLabel:)) ?? .pkcs8, reason: "PEM: \(error.summary)")
            }
            // Text may mention a beginning, but where a block ends there is one, even if libcrypto has skipped it.
            guard let first = blocks.first else { return [] }
            let fault =
                endCount(in: bytes) > blocks.count
                ? "an END line has no BEGIN line, or shares its line with other text" : overlooked(in: bytes)
            if let fault {
                throw KeyError.malformed(KeyForm(pemLabel: first.label) ?? .pkcs8, reason: "PEM: \(fault)")
            }
            return blocks
        }
    }

    /// The number of marks that end a block, also of those that share their line with other text. Instructions for users
    /// name both marks in one sentence, with a few words between them.
    private static func endCount(in bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            buffer.indices.count { place in
                guard unsafe begins(buffer, at: place, endMark) else { return false }
                var start = place
                while start > 0, place - start < 100, unsafe buffer[start - 1] != 0x0A { start -= 1 }
                let isNearBegin = (start..<place).contains { unsafe begins(buffer, at: $0, mark) }
                return unsafe !isNearBegin || !buffer[max(start, place - 48)..<place].contains(mark[0])
            }
        }
    }

    /// The label of the block with that number.
    private static func beginning(of number: Int, in bytes: Span<UInt8>) -> String? {
        let lines = unsafe bytes.withUnsafeBufferPointer {
            unsafe $0.split { $0 == UInt8(ascii: "\n") }
        }
        let begins = unsafe lines.filter { unsafe $0.starts(with: mark) }
        guard unsafe begins.indices.contains(number) else { return nil }
        return unsafe String(
            decoding: begins[number].dropFirst(mark.count).prefix { $0 != UInt8(ascii: "-") },
            as: UTF8.self)
    }

    private static func next(_ input: borrowing MemoryBIO) throws(OpenSSLError) -> PEMBlock? {
        var name: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard unsafe PEM_read_bio(input.pointer, &name, &header, &data, &count) == 1 else {
            let error = OpenSSLError.taken("PEM_read_bio")
            if error.has(reason: PEM_R_NO_START_LINE, in: Int32(ERR_LIB_PEM)) { return nil }
            throw error
        }
        defer {
            unsafe signet_free(name)
            unsafe signet_free(header)
            unsafe signet_clear_free(data, count)
        }
        let headerText = unsafe header.map { unsafe String(cString: $0) } ?? ""
        return unsafe PEMBlock(
            label: name.map { unsafe String(cString: $0) } ?? "",
            encryptionHeader: headerText.hasPrefix("Proc-Type:") ? headerText : nil,
            data: unsafe data.map {
                unsafe Secret(copying: Span(_unsafeStart: UnsafePointer($0), count: count))
            }
                ?? Secret(SecretBuffer(capacity: 0)))
    }

    /// A block as text, with lines of 64 characters.
    static func text(label: String, _ der: Secret) throws(OpenSSLError) -> Secret {
        let output = try MemoryBIO.empty()
        let status = der.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe PEM_write_bio(output.pointer, label, "", $0.baseAddress, $0.count)
            }
        }
        guard status > 0 else { throw .taken("PEM_write_bio") }
        return output.secret()
    }
}

/// A BIO over memory. Its contents are wiped when it is freed (`BUF_MEM_free` clears them).
struct MemoryBIO: ~Copyable {
    let pointer: OpaquePointer

    /// An empty BIO to write to.
    static func empty() throws(OpenSSLError) -> MemoryBIO {
        unsafe MemoryBIO(adopting: try check(BIO_new(BIO_s_mem()), "BIO_new"))
    }

    private init(adopting pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe BIO_free(pointer) }

    /// Calls `body` with a BIO that reads `bytes` without copying them.
    static func reading<Result, Failure>(
        _ bytes: Span<UInt8>, _ body: (borrowing MemoryBIO) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in
            // BIO_new_mem_buf rejects a null pointer but accepts an empty text.
            var nothing: UInt8 = 0
            return try unsafe withUnsafePointer(to: &nothing) { (nothing) throws(Failure) in
                let start = unsafe buffer.baseAddress ?? nothing
                guard let pointer = unsafe BIO_new_mem_buf(start, Int32(buffer.count)) else {
                    // malloc has set errno to ENOMEM, so that the crash is reported as a lack of memory, not as a bug.
                    abort()
                }
                return try unsafe body(MemoryBIO(adopting: pointer))
            }
        }
    }

    /// What has been written so far.
    borrowing func secret() -> Secret {
        var data: UnsafeMutablePointer<CChar>?
        let count = unsafe signet_BIO_mem_data(pointer, &data)
        guard let data = unsafe data, count > 0 else { return Secret(SecretBuffer(capacity: 0)) }
        return unsafe data.withMemoryRebound(to: UInt8.self, capacity: count) {
            unsafe Secret(copying: Span(_unsafeStart: UnsafePointer($0), count: count))
        }
    }
}

extension Span<UInt8> {
    fileprivate func begins(with other: [UInt8]) -> Bool {
        count >= other.count && other.indices.allSatisfy { self[$0] == other[$0] }
    }
}
