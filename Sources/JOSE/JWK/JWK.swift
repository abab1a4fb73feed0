package import JSON
import OpenSSL
import Words

/// A JSON text that is not a usable JWK, where callers do something about it.
package enum JWKError: DescribedError, Equatable {
    /// The text is neither a JWK (`kty`) nor a set (`keys`).
    case notAKey
    /// The key may be valid, but is of a type, on a curve or for an algorithm that signet does not know; a sentence.
    case unsupported(String)
    /// There are several keys in a set, and nothing says which one is meant.
    case ambiguous(known: [String])

    package var message: String {
        switch self {
        case .notAKey: "expected a JWK or a JWKS, found JSON without kty or keys"
        case .unsupported(let message): message
        case .ambiguous: "expected one key, found several"
        }
    }

    /// Whether an error is about a key of an unknown type. Readers of a set ignore such keys (RFC 7517 §5).
    package static func isAboutUnknownType(_ error: any Error) -> Bool {
        switch error {
        case JWKError.unsupported, KeyError.unsupported: true
        default: false
        }
    }

    static func unsupportedCurve(_ name: String) -> JWKError {
        .unsupported(
            "signet does not support the curve \(name.quoted); expected \(JWK.curves.orList)")
    }

    static func malformed(_ fault: String) -> InputError { InputError("malformed JWK: \(fault)") }

    static func missing(_ member: String) -> InputError { malformed("\(member) is missing") }

    static func mistyped(_ member: String, _ expected: String) -> InputError {
        malformed("\(member) must be \(expected)")
    }
}

/// A JSON Web Key as it was read: its members, and the bytes of its private members in memory that is wiped.
package struct JWK: Sendable {
    /// The members whose values are secret, for all key types (RFC 7518 §6.2.2, §6.3.2, §6.4; RFC 8037 §2). `r` and
    /// `t` are members of `oth`.
    package static let secretMembers: Set<String> = Set(["d", "p", "q", "dp", "dq", "qi", "r", "t", "k"])
        .union(ByteKeyFamily.all.map(\.jwk.privateKey))

    /// The name of the first secret member of an object; nil if it has none, as a public key.
    package static func secretMember(of object: JSONObject) -> String? {
        object.members.first { secretMembers.contains($0.name) }?.name
    }

    /// The other members that signet reads and writes.
    private static let publicMembers: Set<String> = Set([
        "kty", "use", "key_ops", "alg", "kid", "n", "e", "crv", "x", "y",
    ]).union(ByteKeyFamily.all.flatMap { [$0.jwk.type, $0.jwk.publicKey] })

    /// The supported values of `kty`.
    package static let keyTypes = ["RSA", "EC"] + ByteKeyFamily.all.map(\.jwk.keyType) + ["oct"]
    /// The supported values of `crv`.
    package static let curves = Curve.names + ByteKeyFamily.edwards.types.map(\.name)

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

    /// Of reading the key, in units of ``Limits/setPrivateKeys``.
    var privateCost: Int {
        if Self.secretMember(of: object) == nil || keyType == "oct" { return 0 }
        return keyType == "RSA" && object["p"] == nil ? Limits.privateKeyWithoutFactors : 1
    }

    package var keyType: String? { object["kty"]?.stringValue }

    /// The names of the members that signet ignores, such as `x5c`.
    package var ignoredMembers: [String] {
        object.members.map(\.name).filter {
            !Self.publicMembers.contains($0) && !Self.secretMembers.contains($0)
        }
    }

    /// Decodes the key and checks its members, and for a private key that its parts belong together. Whether the key
    /// is strong enough is checked when it is used.
    package func key() throws -> Key {
        let material: Key.Material
        let type = try required("kty")
        // `switch` compares by canonical equivalence, under which U+212A KELVIN SIGN equals K.
        guard type.utf8.isASCII else { throw unsupportedKeyType(type) }
        switch type {
        case "RSA": material = try rsaMaterial()
        case "EC": material = try ecMaterial()
        case "oct": material = .secret(try secret("k"))
        case let other:
            guard let family = ByteKeyFamily.all.first(where: { $0.jwk.keyType == other }) else {
                throw unsupportedKeyType(other)
            }
            material = try bytesMaterial(family)
        }
        var key = Key(
            material, id: try optional("kid"), use: try optional("use"), operations: try operations(),
            algorithm: try optional("alg"))
        key.ignoredMembers = ignoredMembers
        return key
    }

    private func unsupportedKeyType(_ type: String) -> JWKError {
        .unsupported("unknown JWK type \(type.quoted); expected \(Self.keyTypes.orList)")
    }

    private func operations() throws -> [String]? {
        guard let value = object["key_ops"] else { return nil }
        guard let operations = value.arrayValue?.map(\.stringValue), !operations.contains(nil) else {
            throw JWKError.mistyped("key_ops", "an array of strings")
        }
        return operations.compactMap { $0 }
    }

    // MARK: members

    private func notBase64URL(_ member: String, _ error: Base64URL.DecodingError) -> InputError {
        JWKError.malformed("\(member) is not base64url: \(error.message)")
    }

    /// A coordinate or scalar is exactly as long as the curve requires (RFC 7518 §6.2.1.2), and the number zero has one
    /// byte.
    private func checkLength(_ count: Int, of member: String, _ expected: Int?) throws {
        if let expected, count != expected {
            throw JWKError.malformed("\(member) must have \(expected) bytes, not \(count)")
        }
        if count == 0 { throw JWKError.malformed("\(member) must not be empty") }
    }

    private func leadingZeros(_ member: String) -> InputError {
        JWKError.malformed("\(member) must not begin with a zero byte (RFC 7518 §2)")
    }

    func has(_ member: String) -> Bool { object[member] != nil }

    func optional(_ member: String) throws -> String? {
        guard let value = object[member] else { return nil }
        guard let text = value.stringValue else { throw JWKError.mistyped(member, "a string") }
        return text
    }

    func required(_ member: String) throws -> String {
        guard let text = try optional(member) else { throw JWKError.missing(member) }
        return text
    }

    /// The bytes of a public member.
    func bytes(_ member: String, count: Int? = nil) throws -> [UInt8] {
        let text = try required(member)
        let bytes: [UInt8]
        do {
            bytes = try Base64URL.decode(text)
        } catch {
            throw notBase64URL(member, error)
        }
        try checkLength(bytes.count, of: member, count)
        return bytes
    }

    /// A public number (Base64urlUInt, RFC 7518 §2).
    func number(_ member: String) throws -> [UInt8] {
        let bytes = try bytes(member)
        if bytes.first == 0, bytes.count > 1 { throw leadingZeros(member) }
        return bytes
    }

    /// A secret number (Base64urlUInt, RFC 7518 §2, §6.3.2).
    func secretNumber(_ member: String) throws -> Secret {
        let secret = try secret(member)
        if secret.withBytes({ $0.count > 1 && $0[0] == 0 }) { throw leadingZeros(member) }
        return secret
    }

    /// The bytes of a secret member, decoded directly from the text, because a copy of the text would not be wiped.
    func secret(_ member: String, count: Int? = nil) throws -> Secret {
        guard let found = object.member(member) else { throw JWKError.missing(member) }
        guard case .string = found.value else { throw JWKError.mistyped(member, "a string") }
        let inner = start + found.valueRange.lowerBound + 1..<start + found.valueRange.upperBound - 1
        let secret: Secret
        do {
            secret = try text.withBytes { (bytes) throws(Base64URL.DecodingError) in
                try Base64URL.decodeSecret(bytes.extracting(inner))
            }
        } catch {
            throw notBase64URL(member, error)
        }
        try checkLength(secret.count, of: member, count)
        return secret
    }
}
