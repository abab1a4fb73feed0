import JSON
import OpenSSL

// JWKs of type "OKP" (RFC 8037 §2).

extension JWK {
    func octetKeyPairMaterial() throws(JWKError) -> Key.Material {
        let type: KeyType
        let count: Int
        switch try required("crv") {
        case "Ed25519": (type, count) = (.ed25519, 32)
        case "Ed448": (type, count) = (.ed448, 57)
        case let other: throw .unsupportedCurve(other)
        }
        let x = try bytes("x", count: count)
        let secret = has("d") ? try secret("d", count: count) : nil
        return try mappingErrors(JWKError.key) { () throws(KeyError) in
            guard let secret else { return .publicKey(try PublicKey(edwards: type, bytes: x)) }
            return .privateKey(try PrivateKey(edwards: type, publicBytes: x, bytes: secret))
        }
    }
}

extension JWKWriter {
    mutating func add(edwards key: PublicKey, _ curve: String) throws(OpenSSLError) {
        guard let x = try key.edwardsPublicKey() else { return }
        add("kty", "OKP")
        add("crv", curve)
        add("x", bytes: x)
    }

    mutating func add(edwardsPrivate key: PrivateKey) throws(OpenSSLError) {
        guard let d = try key.edwardsPrivateKey() else { return }
        add("d", secret: d)
    }
}
