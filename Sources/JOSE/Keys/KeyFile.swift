import JSON
package import OpenSSL

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

    package enum Failure: Error, Equatable, Sendable {
        case key(KeyError)
        case jwk(JWKError)
        case pkcs12(PKCS12Error)
    }

    package init(recognizing text: Secret) throws(Failure) {
        if let file = try Self.pkcs12(text) {
            self = file
        } else if Self.isJSON(text) {
            do {
                self = try Self.json(text)
            } catch {
                throw .jwk(error)
            }
        } else {
            do {
                self = .encoded(
                    try text.withBytes { (bytes) throws(KeyError) in try EncodedKey(recognizing: bytes) })
            } catch {
                throw .key(error)
            }
        }
    }

    private static func pkcs12(_ text: Secret) throws(Failure) -> KeyFile? {
        do {
            return try text.withBytes { (bytes) throws(PKCS12Error) in
                try PFX.decodeIfRecognized(bytes).map { .pkcs12($0, PFX.isRecognized(bytes) ? .der : .text) }
            }
        } catch {
            throw .pkcs12(error)
        }
    }

    /// All keys and certificates of a PEM text, in order, or the one content of any other text.
    package static func all(in text: Secret) throws(Failure) -> [KeyFile] {
        var blocks: [EncodedKey] = []
        if let file = try pkcs12(text) { return [file] }
        if !isJSON(text) {
            do {
                blocks = try text.withBytes { (bytes) throws(KeyError) in try EncodedKey.all(in: bytes) }
            } catch {
                throw .key(error)
            }
        }
        return blocks.isEmpty ? [try KeyFile(recognizing: text)] : blocks.map(KeyFile.encoded)
    }

    private static func isJSON(_ text: Secret) -> Bool {
        text.withBytes { $0.firstVisible == UInt8(ascii: "{") }
    }

    /// Whether a text is a key, a PKCS#12 or a set of keys, valid or not.
    static func isRecognized(_ text: Secret) -> Bool {
        if text.withBytes({ EncodedKey.isRecognized($0) || PFX.isRecognized($0) }) { return true }
        do {
            _ = try KeyFile(recognizing: text)
            return true
        } catch {
            switch error {
            case .key, .jwk(.json), .jwk(.notAKey): return false
            case .jwk, .pkcs12: return true
            }
        }
    }

    private static func json(_ text: Secret) throws(JWKError) -> KeyFile {
        let root: JSONValue
        let start: Int
        do {
            (root, start) = try text.withBytes { (bytes) throws(JSONError) in
                try JSONValue.parse(bytes, withholding: JWK.secretMembers)
            }
        } catch {
            throw .json(error)
        }
        guard let object = root.objectValue else { throw .notAKey }
        if object["kty"] != nil { return .jwk(JWK(object: object, text: text, start: start)) }
        guard let keys = object["keys"] else {
            throw object["ciphertext"] != nil || object["protected"] != nil ? .encrypted : .notAKey
        }
        guard let elements = keys.arrayValue else { throw .mistyped(member: "keys", expected: "an array") }
        var set: [JWK] = []
        for element in elements {
            guard let object = element.objectValue else {
                throw .mistyped(member: "keys", expected: "an array of objects")
            }
            set.append(JWK(object: object, text: text, start: start))
        }
        return .set(try JWKSet(set))
    }
}
