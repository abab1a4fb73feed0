import JSON
import OpenSSL

// JWKs of type "RSA" (RFC 7518 §6.3).

extension JWK {
    func rsaMaterial() throws(JWKError) -> Key.Material {
        let parts = RSAPublicParts(modulus: try number("n"), exponent: try number("e"))
        if has("oth") { throw .otherPrimes }
        let exponent = has("d") ? try secretNumber("d") : nil
        var factors = exponent == nil ? nil : try factors()
        return try mappingErrors(JWKError.key) { () throws(KeyError) in
            guard let exponent else { return .publicKey(try PublicKey(rsa: parts)) }
            if factors == nil { factors = try .recover(from: parts, privateExponent: exponent) }
            return .privateKey(
                try PrivateKey(rsa: parts, RSAPrivateParts(exponent: exponent, factors: factors!)))
        }
    }

    /// §6.3.2: the factors and the values derived from them must all be present, or all absent.
    private func factors() throws(JWKError) -> RSAFactors? {
        let names = ["p", "q", "dp", "dq", "qi"]
        guard names.contains(where: has) else { return nil }
        if let missing = names.first(where: { !has($0) }) { throw .missing(member: missing) }
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
