internal import COpenSSL

/// libcrypto's names for the numbers of an RSA key (provider-keymgmt(7)). Some are composed macros in its
/// headers, which the importer does not see.
enum RSAParameter {
    static let n = "n"
    static let e = "e"
    static let d = "d"
    static let p = "rsa-factor1"
    static let q = "rsa-factor2"
    static let thirdPrime = "rsa-factor3"
    static let dp = "rsa-exponent1"
    static let dq = "rsa-exponent2"
    static let qInverse = "rsa-coefficient1"
}

/// The public numbers of an RSA key, each most significant byte first without leading zeros.
package struct RSAPublicParts: Equatable, Sendable {
    package let modulus: [UInt8]
    package let exponent: [UInt8]

    package init(modulus: [UInt8], exponent: [UInt8]) {
        self.modulus = modulus
        self.exponent = exponent
    }

    /// Bits of the modulus.
    package var bits: Int { Self.bits(of: modulus) }

    /// Bits of a number, most significant byte first.
    package static func bits(of number: [UInt8]) -> Int {
        guard let first = number.firstIndex(where: { $0 != 0 }) else { return 0 }
        return (number.count - first) * 8 - number[first].leadingZeroBitCount
    }
}

/// The private numbers of an RSA key (RFC 8017 §3.2), each most significant byte first.
package struct RSAPrivateParts: Sendable {
    package let exponent: Secret
    package let factors: RSAFactors

    package init(exponent: Secret, factors: RSAFactors) {
        self.exponent = exponent
        self.factors = factors
    }
}

/// The factors of an RSA modulus and the numbers derived from them (RFC 8017 §3.2), each most significant byte first.
package struct RSAFactors: Sendable {
    package let p, q, dp, dq, qInverse: Secret

    package init(p: Secret, q: Secret, dp: Secret, dq: Secret, qInverse: Secret) {
        self.p = p
        self.q = q
        self.dp = dp
        self.dq = dq
        self.qInverse = qInverse
    }
}

extension PublicKey {
    /// - Returns: nil for a key that is not RSA.
    package func rsaParts() throws(OpenSSLError) -> RSAPublicParts? {
        guard type.rsaBits != nil else { return nil }
        let modulus = try handle.number(RSAParameter.n)
        let exponent = try handle.number(RSAParameter.e)
        let modulusBytes = try modulus.bigEndian(count: modulus.byteCount())
        let exponentBytes = try exponent.bigEndian(count: exponent.byteCount())
        return RSAPublicParts(
            modulus: modulusBytes.withBytes { Array($0) }, exponent: exponentBytes.withBytes { Array($0) }
        )
    }

    /// The affine coordinates of an EC key's point, each as long as the curve's field.
    ///
    /// - Returns: nil for a key that is not EC.
    package func ecPoint() throws(OpenSSLError) -> (x: [UInt8], y: [UInt8])? {
        guard case .ec(let curve) = type else { return nil }
        let x = try handle.number(OSSL_PKEY_PARAM_EC_PUB_X).bigEndian(count: curve.byteCount)
        let y = try handle.number(OSSL_PKEY_PARAM_EC_PUB_Y).bigEndian(count: curve.byteCount)
        return (x.withBytes { Array($0) }, y.withBytes { Array($0) })
    }

    /// The bytes that the key is; nil for keys that are numbers.
    package func bytes() throws(OpenSSLError) -> [UInt8]? {
        guard case .bytes(let type) = type else { return nil }
        return try handle.octets(OSSL_PKEY_PARAM_PUB_KEY, upTo: type.publicByteCount).withBytes { Array($0) }
    }
}

extension PrivateKey {
    /// - Returns: nil for a key that is not RSA.
    package func rsaPrivateParts() throws(OpenSSLError) -> RSAPrivateParts? {
        guard type.rsaBits != nil else { return nil }
        return RSAPrivateParts(
            exponent: try minimal(RSAParameter.d),
            factors: RSAFactors(
                p: try minimal(RSAParameter.p), q: try minimal(RSAParameter.q),
                dp: try minimal(RSAParameter.dp),
                dq: try minimal(RSAParameter.dq),
                qInverse: try minimal(RSAParameter.qInverse)))
    }

    private func minimal(_ name: String) throws(OpenSSLError) -> Secret {
        let number = try handle.number(name)
        return try number.bigEndian(count: number.byteCount())
    }

    /// The scalar of an EC key, as long as the curve's order (RFC 7518 §6.2.2.1).
    ///
    /// - Returns: nil for a key that is not EC.
    package func ecScalar() throws(OpenSSLError) -> Secret? {
        guard case .ec(let curve) = type else { return nil }
        return try handle.number(OSSL_PKEY_PARAM_PRIV_KEY).bigEndian(count: curve.byteCount)
    }

    /// The bytes that the key is, or its seed; nil for keys that are numbers.
    ///
    /// - Throws: also if ``lacksSeed``.
    package func bytes() throws(OpenSSLError) -> Secret? {
        guard case .bytes(let type) = type else { return nil }
        return try handle.octets(type.family.privateParameter, upTo: type.privateByteCount)
    }
}
