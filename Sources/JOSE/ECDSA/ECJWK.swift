import JSON
import OpenSSL

// JWKs of type "EC" (RFC 7518 §6.2, RFC 8812 §3.1).

extension JWK {
    func ecMaterial() throws(JWKError) -> Key.Material {
        let name = try required("crv")
        guard let curve = Curve(rawValue: name) else { throw .unsupportedCurve(name) }
        let x = try bytes("x", count: curve.byteCount)
        let y = try bytes("y", count: curve.byteCount)
        do {
            guard has("d") else { return .publicKey(try PublicKey(curve: curve, x: x, y: y)) }
            let scalar = try secret("d", count: curve.byteCount)
            return .privateKey(try PrivateKey(curve: curve, x: x, y: y, scalar: scalar))
        } catch let error as JWKError {
            throw error
        } catch let error as KeyError {
            throw .key(error)
        } catch {
            fatalError("no other error is thrown here")
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
