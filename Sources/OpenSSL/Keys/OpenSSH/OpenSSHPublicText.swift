/// Texts that contain a public key for SSH: a line of `id_ed25519.pub` or `authorized_keys` (sshd(8)), which is the
/// name of the algorithm, the key in base64, and a comment; or the block of RFC 4716, which `ssh-keygen -e` writes.
enum OpenSSHPublicText {
    private static let begin = "---- BEGIN SSH2 PUBLIC KEY ----"
    private static let end = "---- END SSH2 PUBLIC KEY ----"

    static func isPresent(in bytes: Span<UInt8>) -> Bool {
        lines(of: bytes).contains { line in
            bytes.extracting(line).equals(begin) || name(in: words(line, bytes), bytes) != nil
        }
    }

    /// The only key of a text, in the encoding of SSH.
    static func key(in bytes: Span<UInt8>) throws -> Secret {
        let lines = lines(of: bytes).filter { bytes[$0.lowerBound] != UInt8(ascii: "#") }
        if let first = lines.first, bytes.extracting(first).equals(begin) { return try block(lines, bytes) }
        let keys = lines.map { words($0, bytes) }.filter { name(in: $0, bytes) != nil }
        guard let words = keys.first, let name = name(in: words, bytes) else { throw KeyError.notAKey }
        if keys.count > 1 { throw KeyError.severalKeys(count: keys.count) }
        if lines.count > 1 {
            throw KeyError.malformed(
                .openSSHPublic, reason: "more than one line; a public key is a single line")
        }
        if name > 0 {
            throw KeyError.malformed(.openSSHPublic, reason: "options or a host name before the type of key")
        }
        let key = try decoded(bytes.extracting(words[1]))
        var reader = SSHReader(key, of: .openSSHPublic)
        guard try bytes.extracting(words[0]).equals(reader.name()) else {
            throw KeyError.malformed(.openSSHPublic, reason: "the line and the key name different types")
        }
        return key
    }

    /// RFC 4716 §3: headers, of which one may continue on the next line after a backslash, then base64.
    private static func block(_ lines: [Range<Int>], _ bytes: Span<UInt8>) throws -> Secret {
        guard let last = lines.firstIndex(where: { bytes.extracting($0).equals(end) }) else {
            throw KeyError.malformed(.openSSHPublic, reason: "no END line")
        }
        let others = lines[(last + 1)...].count { bytes.extracting($0).equals(begin) }
        if others > 0 { throw KeyError.severalKeys(count: others + 1) }
        var base64 = SecretBuffer(capacity: bytes.count)
        var isHeader = false
        for line in lines[1..<last] {
            isHeader = isHeader || line.contains { bytes[$0] == UInt8(ascii: ":") }
            if isHeader {
                isHeader = bytes[line.upperBound - 1] == UInt8(ascii: "\\")
            } else {
                base64.append(bytes.extracting(line))
            }
        }
        return try base64.withBytes { (text) in try decoded(text) }
    }

    private static func decoded(_ base64: Span<UInt8>) throws -> Secret {
        guard let key = decodedBase64(base64) else {
            throw KeyError.malformed(.openSSHPublic, reason: "not base64; it may be truncated")
        }
        return key
    }

    /// The index of the word that names the algorithm. The key after it begins with the length of the name, three
    /// bytes of which are zero.
    private static func name(in words: [Range<Int>], _ bytes: Span<UInt8>) -> Int? {
        words.indices.dropLast().first { index in
            bytes.extracting(words[index + 1]).begins(with: "AAAA")
                && ["ssh-", "ecdsa-sha2-", "sk-"].contains { bytes.extracting(words[index]).begins(with: $0) }
        }
    }

    /// The lines that are not blank, without white space around them.
    private static func lines(of bytes: Span<UInt8>) -> [Range<Int>] {
        pieces(bytes.byteOrderMarkCount..<bytes.count, bytes) { $0 == 0x0A || $0 == 0x0D }.compactMap {
            line in
            guard let first = line.first(where: { !isBlank(bytes[$0]) }),
                let last = line.last(where: { !isBlank(bytes[$0]) })
            else { return nil }
            return first..<last + 1
        }
    }

    private static func words(_ line: Range<Int>, _ bytes: Span<UInt8>) -> [Range<Int>] {
        pieces(line, bytes, isBlank)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func pieces(
        _ range: Range<Int>, _ bytes: Span<UInt8>, _ isSeparator: (UInt8) -> Bool
    ) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where isSeparator(bytes[index]) {
            if start < index { pieces.append(start..<index) }
            start = index + 1
        }
        return pieces + [start..<range.upperBound]
    }
}

extension Span<UInt8> {
    fileprivate func equals(_ text: String) -> Bool { count == text.utf8.count && begins(with: text) }

    fileprivate func begins(with text: String) -> Bool {
        count >= text.utf8.count && zip(indices, text.utf8).allSatisfy { self[$0] == $1 }
    }
}
