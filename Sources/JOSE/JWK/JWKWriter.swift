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
        for (name, value) in try material.publicKey?.jwkMembers() ?? [] { add(name, value) }
        switch material {
        case .publicKey: break
        case .privateKey(let key):
            for (name, secret) in try key.jwkMembers() { add(name, secret: secret) }
        case .secret(let secret):
            add("kty", "oct")
            add("k", secret: secret)
        }
    }

    private mutating func add(_ name: String, _ value: String) { add(name, .string(value)) }

    private mutating func add(_ name: String, secret: Secret) {
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
        case .privateKey, .publicKey:
            let members = try material.publicKey?.jwkMembers() ?? []
            let sorted = members.sorted { $0.name < $1.name }.map { ($0.name, JSONValue.string($0.value)) }
            text = Secret(copying: JSONWriter.bytes(.object(JSONObject(sorted))).span)
        }
        let digest = try text.withBytes { (bytes) throws(OpenSSLError) in
            try DigestAlgorithm.sha256.digest(of: bytes)
        }
        return Base64URL.string(digest)
    }
}
