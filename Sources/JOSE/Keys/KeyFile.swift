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

    /// Whether a text is a key, a PKCS#12 or a set of keys, valid or not.
    static func isRecognized(_ text: Secret) -> Bool {
        if text.withBytes({ EncodedKey.isRecognized($0) || PFX.isRecognized($0) }) { return true }
        let encoding = text.withBytes { StoredEncoding($0) }
        // Some programs keep a PEM without its BEGIN and END lines.
        if case .base64(let der) = encoding, der.withBytes({ EncodedKey.isRecognized($0) }) { return true }
        do {
            if try text.withBytes({ try PFX.decodeIfRecognized($0, encoding) }) != nil {
                return true
            }
            guard isJSON(text) else { return false }
            _ = try json(text)
            return true
        } catch JWKError.notAKey {
            return false
        } catch {
            return !(error is JSONError)
        }
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
