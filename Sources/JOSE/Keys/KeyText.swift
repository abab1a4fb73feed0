import JSON
package import OpenSSL

/// A text that was recognised as a key by its content, whatever its file is called.
package enum KeyText: Sendable {
    /// PEM or DER.
    case encoded(EncodedKey)
    case jwk(JWK)
    case set(JWKSet)

    package var encoded: EncodedKey? {
        if case .encoded(let key) = self { key } else { nil }
    }

    package enum Failure: Error, Equatable, Sendable {
        case key(KeyError)
        case jwk(JWKError)
    }

    package init(recognizing text: Secret) throws(Failure) {
        if Self.isJSON(text) {
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

    /// All keys and certificates of a PEM text, in order, or the one content of any other text.
    package static func all(in text: Secret) throws(Failure) -> [KeyText] {
        var blocks: [EncodedKey] = []
        if !isJSON(text) {
            do {
                blocks = try text.withBytes { (bytes) throws(KeyError) in try EncodedKey.all(in: bytes) }
            } catch {
                throw .key(error)
            }
        }
        return blocks.isEmpty ? [try KeyText(recognizing: text)] : blocks.map(KeyText.encoded)
    }

    private static func isJSON(_ text: Secret) -> Bool {
        text.withBytes { bytes in
            let first = bytes.indices.first { ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[$0]) }
            return first.map { bytes[$0] == UInt8(ascii: "{") } ?? false
        }
    }

    /// Whether a text is a key, a PKCS#12 or a set of keys, valid or not.
    static func isRecognized(_ text: Secret) -> Bool {
        if text.withBytes({ EncodedKey.isRecognized($0) || PFX.isRecognized($0) }) { return true }
        do {
            _ = try KeyText(recognizing: text)
            return true
        } catch {
            switch error {
            case .key, .jwk(.json), .jwk(.notAKey): return false
            case .jwk: return true
            }
        }
    }

    private static func json(_ text: Secret) throws(JWKError) -> KeyText {
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
