import JSON
import OpenSSL

// JWKs of type "EC" (RFC 7518 §6.2, RFC 8812 §3.1).

extension JWK {
    func ecMaterial() throws(JWKError) -> Key.Material {
        let name = try required("crv")
        guard let curve = Curve(rawValue: name) else { throw .unsupportedCurve(name) }
        let x = try bytes("x", count: curve.byteCount)
        let y = try bytes("y", count: curve.byteCount)
        let scalar = has("d") ? try secret("d", count: curve.byteCount) : nil
        return try mappingErrors(JWKError.key) { () throws(KeyError) in
            guard let scalar else { return .publicKey(try PublicKey(curve: curve, x: x, y: y)) }
            return .privateKey(try PrivateKey(curve: curve, x: x, y: y, scalar: scalar))
        }
    }
}

extension JWKWriter {
    mutating func add(ec key: PublicKey, _ curve: Curve) throws(OpenSSLError) {
        guard let point = try key.ecPoint() else { return }
        add("kty", "EC")
        add("crv", curve.rawValue)
        add("x", bytes: point.x)
        add("y", bytes: point.y)
    }

    mutating func add(ecPrivate key: PrivateKey) throws(OpenSSLError) {
        guard let scalar = try key.ecScalar() else { return }
        add("d", secret: scalar)
    }
}
