import JSON
package import OpenSSL
import Words

/// What a file of keys holds, recognised by its contents and not decrypted yet.
package enum KeyFile: Sendable {
    /// PEM, DER, or a line of text.
    case encoded(EncodedKey)
    case jwk(JWK)
    case set(JWKSet)
    case pkcs12(PFX, EncodedKey.Container)
    /// The bytes of an HMAC secret. The content does not tell: the user does.
    case raw(Secret)

    package var encoded: EncodedKey? {
        if case .encoded(let key) = self { key } else { nil }
    }

    package var isEncrypted: Bool {
        switch self {
        case .encoded(let encoded): encoded.isEncrypted
        case .pkcs12(let file, _): file.needsPassphrase
        case .jwk, .set, .raw: false
        }
    }

    package init(recognizing text: Secret) throws {
        self =
            try Self.isJSON(text) ? Self.json(text) : text.withBytes { try KeyFile($0, StoredEncoding($0)) }
    }

    /// All keys and certificates of a PEM text, in order, or the one content of any other text.
    package static func all(in text: Secret) throws -> [KeyFile] {
        if isJSON(text) { return [try json(text)] }
        return try text.withBytes { bytes in
            let encoding = StoredEncoding(bytes)
            if let file = try pkcs12(bytes, encoding) { return [file] }
            let keys = try EncodedKey.all(in: bytes, encoding)
            return keys.isEmpty ? [try KeyFile(bytes, encoding)] : keys.map(KeyFile.encoded)
        }
    }

    private init(_ bytes: Span<UInt8>, _ encoding: StoredEncoding) throws {
        self =
            try Self.pkcs12(bytes, encoding)
            ?? .encoded(try EncodedKey(recognizing: bytes, encoding))
    }

    private static func pkcs12(_ bytes: Span<UInt8>, _ encoding: StoredEncoding) throws -> KeyFile? {
        try PFX.decodeIfRecognized(bytes, encoding).map { file in
            if case .der = encoding { .pkcs12(file, .der) } else { .pkcs12(file, .text) }
        }
    }

    private static func isJSON(_ text: Secret) -> Bool {
        text.withBytes { $0.firstVisible == UInt8(ascii: "{") }
    }

    /// Whether a text is a key, certificates, a PKCS#12 or a set of keys, valid or not.
    static func isRecognized(_ text: Secret) -> Bool {
        if let narrow = text.withBytes({ narrowed($0) }) { return isRecognized(narrow) }
        if text.withBytes({ isStructure($0) || $0.contains("\"kty\"") }) { return true }
        // Some programs keep a PEM without its BEGIN and END lines, and Kubernetes shows its secrets as base64 of the whole
        // PEM. A SEQUENCE begins with M then, and a PEM with L.
        if text.withBytes({ [UInt8(ascii: "M"), UInt8(ascii: "L")].contains($0.firstVisible) }),
            let inner = text.withBytes({ decodedAnyBase64($0) }),
            inner.withBytes({ isStructure($0) || StoredEncoding($0).isPEM })
        {
            return true
        }
        do {
            guard isJSON(text) else { return false }
            _ = try json(text)
            return true
        } catch JWKError.notAKey {
            return false
        } catch {
            return !(error is JSONError)
        }
    }

    /// A truncated structure is not recognised: its few bytes could be those of a random secret.
    private static func isStructure(_ bytes: Span<UInt8>) -> Bool {
        if EncodedKey.isRecognized(bytes) { return true }
        return switch StoredObject(recognizing: bytes) {
        case .pkcs12, .javaKeyStore, .certificateBundle: true
        default: false
        }
    }

    /// The bytes that a text in base64 or base64url encodes, with or without padding; nil for any other text.
    private static func decodedAnyBase64(_ text: Span<UInt8>) -> Secret? {
        var plain = SecretBuffer(capacity: text.count + 3)
        for index in text.indices where !text[index].isSpace && text[index] != UInt8(ascii: "=") {
            switch text[index] {
            case UInt8(ascii: "-"): plain.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): plain.append(UInt8(ascii: "/"))
            case let character: plain.append(character)
            }
        }
        while plain.count % 4 != 0 { plain.append(UInt8(ascii: "=")) }
        return Secret(plain).withBytes { decodedBase64($0) }
    }

    /// A text of ASCII in UTF-16, as PowerShell writes it, in UTF-8.
    ///
    /// - Returns: nil for bytes without a byte order mark of UTF-16, unless every second one is zero and no other.
    private static func narrowed(_ bytes: Span<UInt8>) -> Secret? {
        guard bytes.count > 1 else { return nil }
        let hasMark = min(bytes[0], bytes[1]) == 0xFE && max(bytes[0], bytes[1]) == 0xFF
        let zero = bytes[0] == 0 ? 0 : 1
        guard
            hasMark
                || bytes.count >= 16
                    && bytes.indices.allSatisfy({ (bytes[$0] == 0) == ($0 % 2 == zero) })
        else { return nil }
        var narrow = SecretBuffer(capacity: bytes.count)
        for index in bytes.indices.dropFirst(hasMark ? 2 : 0) where bytes[index] != 0 {
            narrow.append(bytes[index])
        }
        return Secret(narrow)
    }

    private static func json(_ text: Secret) throws -> KeyFile {
        let (root, start) = try text.withBytes {
            try JSONValue.parse($0, withholding: JWK.secretMembers)
        }
        guard let object = root.objectValue else { throw JWKError.notAKey }
        if object["kty"] != nil { return .jwk(JWK(object: object, text: text, start: start)) }
        guard let keys = object["keys"] else {
            if object["ciphertext"] == nil, object["protected"] == nil { throw JWKError.notAKey }
            throw InputError(
                "expected an unencrypted JWK, found an encrypted one (JWE)", hint: "use encrypted PKCS#8")
        }
        guard let elements = keys.arrayValue else { throw JWKError.mistyped("keys", "an array") }
        var set: [JWK] = []
        for element in elements {
            guard let object = element.objectValue else {
                throw JWKError.mistyped("keys", "an array of objects")
            }
            set.append(JWK(object: object, text: text, start: start))
        }
        return .set(try JWKSet(set))
    }
}
