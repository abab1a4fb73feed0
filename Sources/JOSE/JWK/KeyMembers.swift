import JSON
import OpenSSL
import Words

/// The private members of RSA, in the order of ``RSAPrivateParts/numbers``.
private let privateNames = ["d", "p", "q", "dp", "dq", "qi"]

extension JWK {
    /// A JWK of type "RSA" (RFC 7518 §6.3).
    func rsaMaterial() throws -> Key.Material {
        let parts = RSAPublicParts(modulus: try number("n"), exponent: try number("e"))
        if has("oth") { throw InputError("expected an RSA key with two primes, found more (oth)") }
        guard has("d") else { return .publicKey(try PublicKey(rsa: parts)) }
        let exponent = try secretNumber("d")
        // §6.3.2: the factors and the values derived from them must all be present, or all absent.
        if privateNames.filter(has) == ["d"] {
            return .privateKey(
                try PrivateKey(rsa: parts, .recover(from: parts, privateExponent: exponent)))
        }
        if let missing = privateNames.first(where: { !has($0) }) { throw JWKError.missing(missing) }
        return .privateKey(
            try PrivateKey(rsa: parts, RSAPrivateParts(try privateNames.map(secretNumber))))
    }

    /// A JWK of type "EC" (RFC 7518 §6.2, RFC 8812 §3.1).
    func ecMaterial() throws -> Key.Material {
        let name = try required("crv")
        guard let curve = Curve(rawValue: name) else { throw JWKError.unsupportedCurve(name) }
        let x = try bytes("x", count: curve.byteCount)
        let y = try bytes("y", count: curve.byteCount)
        let scalar = has("d") ? try secret("d", count: curve.byteCount) : nil
        guard let scalar else { return .publicKey(try PublicKey(curve: curve, x: x, y: y)) }
        return .privateKey(try PrivateKey(curve: curve, x: x, y: y, scalar: scalar))
    }

    /// A JWK whose keys are byte strings.
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

extension PublicKey {
    /// The required members of the JWK, in the order of the RFCs' examples.
    func jwkMembers() throws(OpenSSLError) -> [(name: String, value: String)] {
        switch type {
        case .rsa, .rsaPSS:
            guard let parts = try rsaParts() else { return [] }
            return [
                ("kty", "RSA"), ("n", Base64URL.string(parts.modulus)),
                ("e", Base64URL.string(parts.exponent)),
            ]
        case .ec(let curve):
            guard let point = try ecPoint() else { return [] }
            return [
                ("kty", "EC"), ("crv", curve.rawValue), ("x", Base64URL.string(point.x)),
                ("y", Base64URL.string(point.y)),
            ]
        case .bytes(let type):
            let names = type.family.jwk
            guard let bytes = try bytes() else { return [] }
            return [
                ("kty", names.keyType), (names.type, type.name), (names.publicKey, Base64URL.string(bytes)),
            ]
        }
    }
}

extension PrivateKey {
    /// The members that are added to those of the public key.
    func jwkMembers() throws(OpenSSLError) -> [(name: String, secret: Secret)] {
        if let parts = try rsaPrivateParts() { return Array(zip(privateNames, parts.numbers)) }
        if let scalar = try ecScalar() { return [("d", scalar)] }
        guard case .bytes(let type) = type, let bytes = try bytes() else { return [] }
        return [(type.family.jwk.privateKey, bytes)]
    }
}
