import JSON
package import OpenSSL

/// Writes JWKs (RFC 7517) into memory that is wiped, because a private key must not stay in memory.
package struct JWKWriter: ~Copyable {
    private var text = SecretBuffer(capacity: 2048)
    private var isFirst = true

    private init() {}

    /// The JWK of a key, compact, with its members in the order of the RFCs' examples.
    package static func jwk(_ key: Key) throws -> Secret {
        var writer = JWKWriter()
        try writer.add(key)
        return writer.finish()
    }

    /// A set (RFC 7517 §5) of these keys.
    package static func set(_ keys: [Key]) throws -> Secret {
        var writer = JWKWriter()
        writer.text.append("{\"keys\":[")
        for (index, key) in keys.enumerated() {
            if index > 0 { writer.text.append(",") }
            writer.isFirst = true
            try writer.add(key)
        }
        writer.text.append("]}")
        return writer.finish()
    }

    private consuming func finish() -> Secret { Secret(text) }

    private mutating func add(_ key: Key) throws {
        if key.material.staysInStore { throw KeyError.staysInStore }
        if key.material.lacksSeed { throw KeyRuleError.seedMissing }
        text.append("{")
        try add(key.material)
        if let use = key.use { add("use", use) }
        if let operations = key.operations { add("key_ops", .array(operations.map(JSONValue.string))) }
        if let algorithm = try key.algorithmOfJWK() { add("alg", algorithm) }
        if let id = key.id { add("kid", id) }
        text.append("}")
    }

    private mutating func add(_ material: Key.Material) throws(OpenSSLError) {
        if let publicKey = material.publicKey {
            switch publicKey.type {
            case .rsa, .rsaPSS: try add(rsa: publicKey)
            case .ec(let curve): try add(ec: publicKey, curve)
            case .bytes(let type): try add(bytes: publicKey, type)
            }
        }
        switch material {
        case .publicKey: break
        case .privateKey(let privateKey):
            switch privateKey.type {
            case .rsa, .rsaPSS: try add(rsaPrivate: privateKey)
            case .ec: try add(ecPrivate: privateKey)
            case .bytes(let type): try add(bytesPrivate: privateKey, type)
            }
        case .secret(let secret):
            add("kty", "oct")
            add("k", secret: secret)
        }
    }

    mutating func add(_ name: String, _ value: String) { add(name, .string(value)) }

    mutating func add(_ name: String, bytes: [UInt8]) {
        add(name, Base64URL.string(bytes))
    }

    mutating func add(_ name: String, secret: Secret) {
        addName(name)
        text.append("\"")
        Base64URL.append(secret, to: &text)
        text.append("\"")
    }

    private mutating func add(_ name: String, _ value: JSONValue) {
        addName(name)
        text.append(JSONWriter.string(value))
    }

    private mutating func addName(_ name: String) {
        text.append(isFirst ? "\"\(name)\":" : ",\"\(name)\":")
        isFirst = false
    }
}

extension Key {
    /// The JWK thumbprint (RFC 7638) with SHA-256, in base64url: 43 characters.
    ///
    /// The thumbprint of a secret is a hash of the secret. It must not be shown if the secret must not be shown (RFC
    /// 7638 §7).
    package func thumbprint() throws(OpenSSLError) -> String {
        // §3.2: only the required members, sorted by name.
        let text: Secret
        switch material {
        case .secret(let secret):
            var buffer = SecretBuffer(capacity: 64 + Base64URL.encodedCount(secret.count))
            buffer.append("{\"k\":\"")
            Base64URL.append(secret, to: &buffer)
            buffer.append("\",\"kty\":\"oct\"}")
            text = Secret(buffer)
        case .privateKey(let key): text = try Self.requiredMembers(key.publicKey)
        case .publicKey(let key): text = try Self.requiredMembers(key)
        }
        let digest = try text.withBytes { (bytes) throws(OpenSSLError) in
            try DigestAlgorithm.sha256.digest(of: bytes)
        }
        return Base64URL.string(digest)
    }

    private static func requiredMembers(_ key: PublicKey) throws(OpenSSLError) -> Secret {
        func text(_ bytes: [UInt8]) -> JSONValue {
            .string(Base64URL.string(bytes))
        }
        var members: [(String, JSONValue)] = []
        if let parts = try key.rsaParts() {
            members = [("e", text(parts.exponent)), ("kty", .string("RSA")), ("n", text(parts.modulus))]
        } else if let point = try key.ecPoint(), case .ec(let curve) = key.type {
            members = [
                ("crv", .string(curve.rawValue)), ("kty", .string("EC")), ("x", text(point.x)),
                ("y", text(point.y)),
            ]
        } else if let bytes = try key.bytes(), case .bytes(let type) = key.type {
            let names = type.family.jwk
            members = [
                (names.type, .string(type.name)), ("kty", .string(names.keyType)),
                (names.publicKey, text(bytes)),
            ]
        }
        return Secret(copying: JSONWriter.bytes(.object(JSONObject(members))).span)
    }
}
