import JSON
import OpenSSL
import Words

// JWKs of type "RSA" (RFC 7518 §6.3).

extension JWK {
    func rsaMaterial() throws -> Key.Material {
        let parts = RSAPublicParts(modulus: try number("n"), exponent: try number("e"))
        if has("oth") { throw InputError("expected an RSA key with two primes, found more (oth)") }
        let exponent = has("d") ? try secretNumber("d") : nil
        var factors = exponent == nil ? nil : try factors()
        guard let exponent else { return .publicKey(try PublicKey(rsa: parts)) }
        if factors == nil { factors = try .recover(from: parts, privateExponent: exponent) }
        return .privateKey(
            try PrivateKey(rsa: parts, RSAPrivateParts(exponent: exponent, factors: factors!)))
    }

    /// §6.3.2: the factors and the values derived from them must all be present, or all absent.
    private func factors() throws -> RSAFactors? {
        let names = ["p", "q", "dp", "dq", "qi"]
        guard names.contains(where: has) else { return nil }
        if let missing = names.first(where: { !has($0) }) { throw JWKError.missing(missing) }
        return RSAFactors(
            p: try secretNumber("p"), q: try secretNumber("q"), dp: try secretNumber("dp"),
            dq: try secretNumber("dq"),
            qInverse: try secretNumber("qi"))
    }
}

extension JWKWriter {
    mutating func add(rsa key: PublicKey) throws(OpenSSLError) {
        guard let parts = try key.rsaParts() else { return }
        add("kty", "RSA")
        add("n", bytes: parts.modulus)
        add("e", bytes: parts.exponent)
    }

    mutating func add(rsaPrivate key: PrivateKey) throws(OpenSSLError) {
        guard let parts = try key.rsaPrivateParts() else { return }
        add("d", secret: parts.exponent)
        add("p", secret: parts.factors.p)
        add("q", secret: parts.factors.q)
        add("dp", secret: parts.factors.dp)
        add("dq", secret: parts.factors.dq)
        add("qi", secret: parts.factors.qInverse)
    }
}

// JWKs of type "EC" (RFC 7518 §6.2, RFC 8812 §3.1).

extension JWK {
    func ecMaterial() throws -> Key.Material {
        let name = try required("crv")
        guard let curve = Curve(rawValue: name) else { throw JWKError.unsupportedCurve(name) }
        let x = try bytes("x", count: curve.byteCount)
        let y = try bytes("y", count: curve.byteCount)
        let scalar = has("d") ? try secret("d", count: curve.byteCount) : nil
        guard let scalar else { return .publicKey(try PublicKey(curve: curve, x: x, y: y)) }
        return .privateKey(try PrivateKey(curve: curve, x: x, y: y, scalar: scalar))
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

// JWKs whose keys are byte strings.

extension JWK {
    func bytesMaterial(_ family: ByteKeyFamily) throws -> Key.Material {
        let members = family.jwk
        let name = try required(members.type)
        guard let type = family.types.first(where: { $0.name == name }) else {
            // RFC 9964 §3.
            throw members.namesAlgorithm
                ? .unsupported(
                    "signet does not support keys for the algorithm \(name.quoted); expected \(family.types.map(\.name).orList)"
                ) : JWKError.unsupportedCurve(name)
        }
        let publicBytes = try bytes(members.publicKey, count: type.publicByteCount)
        let secret =
            has(members.privateKey) ? try secret(members.privateKey, count: type.privateByteCount) : nil
        guard let secret else { return .publicKey(try PublicKey(type, bytes: publicBytes)) }
        return .privateKey(try PrivateKey(type, publicBytes: publicBytes, bytes: secret))
    }
}

extension JWKWriter {
    mutating func add(bytes key: PublicKey, _ type: ByteKeyType) throws(OpenSSLError) {
        guard let bytes = try key.bytes() else { return }
        add("kty", type.family.jwk.keyType)
        add(type.family.jwk.type, type.name)
        add(type.family.jwk.publicKey, bytes: bytes)
    }

    mutating func add(bytesPrivate key: PrivateKey, _ type: ByteKeyType) throws(OpenSSLError) {
        guard let bytes = try key.bytes() else { return }
        add(type.family.jwk.privateKey, secret: bytes)
    }
}
