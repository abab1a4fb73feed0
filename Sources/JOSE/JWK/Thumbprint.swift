import JSON
package import OpenSSL

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
