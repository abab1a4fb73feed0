package import JSON
package import OpenSSL

/// A JSON text that is not a usable JWK.
package enum JWKError: Error, Equatable, Sendable {
    case json(JSONError)
    /// The text is neither a JWK (`kty`) nor a set (`keys`).
    case notAKey
    /// The text is a JWE or another encrypted key.
    case encrypted
    case missing(member: String)
    /// The member's JSON type differs from the one in RFC 7517, 7518 or 8037.
    case mistyped(member: String, expected: String)
    case unsupportedKeyType(String)
    case unsupportedCurve(String)
    /// The `alg` of a key pair that is of a type for that algorithm alone (RFC 9964 §3).
    case unsupportedAlgorithm(String, fitting: [String])
    case notBase64URL(member: String, Base64URL.Failure)
    /// The coordinate or scalar is not exactly as long as the curve requires (RFC 7518 §6.2.1.2).
    case length(member: String, bytes: Int, expected: Int)
    /// The integer has leading zero bytes (RFC 7518 §2, Base64urlUInt).
    case leadingZeros(member: String)
    /// The number or secret has no bytes. The number zero is written with one byte.
    case empty(member: String)
    /// The RSA key has more than two primes.
    case otherPrimes
    case key(KeyError)

    // Errors of sets:

    /// Two keys have the same `kid`.
    case duplicateID(String)
    /// The set contains symmetric and asymmetric keys, which could be mistaken for each other.
    case mixedSet
    case notFound(id: String, known: [String])
    /// There are several keys, and nothing says which one is meant.
    case ambiguous(known: [String])
    case emptySet
}

extension JWKError {
    /// Whether the key may be valid, but is of a type that signet does not know. Readers of a set ignore such keys (RFC
    /// 7517 §5).
    package var isAboutUnknownType: Bool {
        switch self {
        case .unsupportedKeyType, .unsupportedCurve, .unsupportedAlgorithm, .key(.unavailable): true
        default: false
        }
    }
}

/// A JSON Web Key as it was read: its members, and the bytes of its private members in memory that is wiped.
package struct JWK: Sendable {
    /// The members whose values are secret, for all key types (RFC 7518 §6.2.2, §6.3.2, §6.4; RFC 8037 §2). `r` and
    /// `t` are members of `oth`.
    package static let secretMembers: Set<String> = Set(["d", "p", "q", "dp", "dq", "qi", "r", "t", "k"])
        .union(ByteKeyFamily.allCases.map(\.jwk.privateKey))

    /// The other members that signet reads and writes.
    private static let publicMembers: Set<String> = Set([
        "kty", "use", "key_ops", "alg", "kid", "n", "e", "crv", "x", "y",
    ]).union(ByteKeyFamily.allCases.flatMap { [$0.jwk.type, $0.jwk.publicKey] })

    /// The supported values of `kty`.
    package static let keyTypes = ["RSA", "EC"] + ByteKeyFamily.allCases.map(\.jwk.keyType) + ["oct"]
    /// The supported values of `crv`.
    package static let curves = Curve.allCases.map(\.rawValue) + ByteKeyFamily.edwards.types.map(\.name)

    let object: JSONObject
    private let text: Secret
    /// The index in the text at which the JSON value begins; ranges in `object` are relative to it.
    private let start: Int

    init(object: JSONObject, text: Secret, start: Int) {
        self.object = object
        self.text = text
        self.start = start
    }

    package var id: String? { object["kid"]?.stringValue }

    /// The issuer to whose tokens the key belongs, as providers name it that publish the keys of several.
    package var issuer: String? { (object["issuer"] ?? object["iss"])?.stringValue }

    package var keyType: String? { object["kty"]?.stringValue }

    /// The names of the members that signet ignores, such as `x5c`.
    package var ignoredMembers: [String] {
        object.members.map(\.name).filter {
            !Self.publicMembers.contains($0) && !Self.secretMembers.contains($0)
        }
    }

    /// Decodes the key and checks its members, and for a private key that its parts belong together. Whether the key
    /// is strong enough is checked when it is used.
    package func key() throws(JWKError) -> Key {
        let material: Key.Material
        let type = try required("kty")
        // `switch` compares by canonical equivalence, under which U+212A KELVIN SIGN equals K.
        guard type.utf8.allSatisfy({ $0 < 0x80 }) else { throw .unsupportedKeyType(type) }
        switch type {
        case "RSA": material = try rsaMaterial()
        case "EC": material = try ecMaterial()
        case "oct": material = .secret(try secret("k"))
        case let other:
            guard let family = ByteKeyFamily.allCases.first(where: { $0.jwk.keyType == other }) else {
                throw .unsupportedKeyType(other)
            }
            material = try bytesMaterial(family)
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

    /// A secret number (Base64urlUInt, RFC 7518 §2, §6.3.2).
    func secretNumber(_ member: String) throws(JWKError) -> Secret {
        let secret = try secret(member)
        if secret.withBytes({ $0.count > 1 && $0[0] == 0 }) { throw .leadingZeros(member: member) }
        return secret
    }

    /// The bytes of a secret member, decoded directly from the text, because a copy of the text would not be wiped.
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
