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
        if let file = try Self.pkcs12(text) {
            self = file
        } else if Self.isJSON(text) {
            self = try Self.json(text)
        } else {
            self = .encoded(try text.withBytes { try EncodedKey(recognizing: $0) })
        }
    }

    private static func pkcs12(_ text: Secret) throws -> KeyFile? {
        try text.withBytes { bytes in
            try PFX.decodeIfRecognized(bytes).map { .pkcs12($0, PFX.isRecognized(bytes) ? .der : .text) }
        }
    }

    /// All keys and certificates of a PEM text, in order, or the one content of any other text.
    package static func all(in text: Secret) throws -> [KeyFile] {
        if let file = try pkcs12(text) { return [file] }
        let blocks = isJSON(text) ? [] : try text.withBytes { try EncodedKey.all(in: $0) }
        return blocks.isEmpty ? [try KeyFile(recognizing: text)] : blocks.map(KeyFile.encoded)
    }

    private static func isJSON(_ text: Secret) -> Bool {
        text.withBytes { $0.firstVisible == UInt8(ascii: "{") }
    }

    /// Whether a text is a key, a PKCS#12 or a set of keys, valid or not.
    static func isRecognized(_ text: Secret) -> Bool {
        if text.withBytes({ EncodedKey.isRecognized($0) || PFX.isRecognized($0) }) { return true }
        do {
            if try pkcs12(text) != nil { return true }
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
