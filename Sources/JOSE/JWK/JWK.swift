package import JSON
package import OpenSSL

/// Why a JSON text is no JWK that can be used here.
package enum JWKError: Error, Equatable, Sendable {
    case json(JSONError)
    /// Neither a JWK (`kty`) nor a set (`keys`).
    case notAKey
    /// A JWE or another wrapping of an encrypted key.
    case encrypted
    case missing(member: String)
    /// A member of another JSON type than RFC 7517, 7518 or 8037 says.
    case mistyped(member: String, expected: String)
    case unsupportedKeyType(String)
    case unsupportedCurve(String)
    case notBase64URL(member: String, Base64URL.Failure)
    /// A coordinate or scalar that is not exactly as long as the curve says (RFC 7518 §6.2.1.2).
    case length(member: String, bytes: Int, expected: Int)
    /// An integer with leading zero bytes (RFC 7518 §2, Base64urlUInt).
    case leadingZeros(member: String)
    /// A number or a secret without a byte: zero has one.
    case empty(member: String)
    /// RSA keys of more than two primes.
    case otherPrimes
    case key(KeyError)

    // Of sets:

    /// The same `kid` twice.
    case duplicateID(String)
    /// Symmetric and asymmetric keys in one set, which invites taking one for the other.
    case mixedSet
    case notFound(id: String, known: [String])
    /// Several keys, and nothing says which is meant.
    case ambiguous(known: [String])
    case emptySet
}

/// A JSON Web Key as it was read: its members, and the bytes of its private ones, which stay in memory that is
/// wiped.
package struct JWK: Sendable {
    /// Members whose values are secret, in any key (RFC 7518 §6.2.2, §6.3.2, §6.4; RFC 8037 §2); `r` and `t` are
    /// those of `oth`.
    package static let secretMembers: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "r", "t", "k"]

    let object: JSONObject
    private let text: Secret
    /// Where the JSON value begins in the text: ranges in `object` are relative to it.
    private let start: Int

    init(object: JSONObject, text: Secret, start: Int) {
        self.object = object
        self.text = text
        self.start = start
    }

    package var id: String? { object["kid"]?.stringValue }

    package var keyType: String? { object["kty"]?.stringValue }

    /// Decodes the key and checks its members, and of a private key that they belong together; whether it is a good
    /// key is judged when it is used.
    package func key() throws(JWKError) -> Key {
        let material: Key.Material
        let type = try required("kty")
        // `switch` compares by canonical equivalence, to which U+212A KELVIN SIGN is a K.
        guard type.utf8.allSatisfy({ $0 < 0x80 }) else { throw .unsupportedKeyType(type) }
        switch type {
        case "RSA": material = try rsaMaterial()
        case "EC": material = try ecMaterial()
        case "OKP": material = try octetKeyPairMaterial()
        case "oct": material = .secret(try secret("k"))
        case let other: throw .unsupportedKeyType(other)
        }
        return Key(
            material, id: try optional("kid"), use: try optional("use"), operations: try operations(),
            algorithm: try optional("alg"))
    }

    private func operations() throws(JWKError) -> [String]? {
        guard let value = object["key_ops"] else { return nil }
        guard let operations = value.arrayValue?.map(\.stringValue), !operations.contains(nil) else {
            throw .mistyped(member: "key_ops", expected: "an array of strings")
        }
        return operations.compactMap { $0 }
    }

    // MARK: members

    func has(_ member: String) -> Bool { object[member] != nil }

    func optional(_ member: String) throws(JWKError) -> String? {
        guard let value = object[member] else { return nil }
        guard let text = value.stringValue else { throw .mistyped(member: member, expected: "a string") }
        return text
    }

    func required(_ member: String) throws(JWKError) -> String {
        guard let text = try optional(member) else { throw .missing(member: member) }
        return text
    }

    /// The bytes of a public member.
    func bytes(_ member: String, count: Int? = nil) throws(JWKError) -> [UInt8] {
        let text = try required(member)
        let bytes: [UInt8]
        do {
            bytes = try Base64URL.decode(text)
        } catch {
            throw .notBase64URL(member: member, error)
        }
        if let count, bytes.count != count {
            throw .length(member: member, bytes: bytes.count, expected: count)
        }
        if bytes.isEmpty { throw .empty(member: member) }
        return bytes
    }

    /// A public number (Base64urlUInt, RFC 7518 §2).
    func number(_ member: String) throws(JWKError) -> [UInt8] {
        let bytes = try bytes(member)
        if bytes.first == 0, bytes.count > 1 { throw .leadingZeros(member: member) }
        return bytes
    }

    /// The bytes of a secret member, decoded from the text without a copy that would not be wiped.
    func secret(_ member: String, count: Int? = nil) throws(JWKError) -> Secret {
        guard let found = object.member(member) else { throw .missing(member: member) }
        guard case .string = found.value else { throw .mistyped(member: member, expected: "a string") }
        let inner = start + found.valueRange.lowerBound + 1..<start + found.valueRange.upperBound - 1
        let secret: Secret
        do {
            secret = try text.withBytes { (bytes) throws(Base64URL.Failure) in
                try Base64URL.decodeSecret(bytes.extracting(inner))
            }
        } catch {
            throw .notBase64URL(member: member, error)
        }
        if let count, secret.count != count {
            throw .length(member: member, bytes: secret.count, expected: count)
        }
        if secret.isEmpty { throw .empty(member: member) }
        return secret
    }
}
