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

    /// In the order of ``RSAPrivateParts/numbers``.
    static let ofPrivateKey = [d, p, q, dp, dq, qInverse]
}

/// The public numbers of an RSA key, each most significant byte first without leading zeros.
package struct RSAPublicParts: Equatable, Sendable {
    package let modulus: [UInt8]
    package let exponent: [UInt8]

    package init(modulus: [UInt8], exponent: [UInt8]) {
        self.modulus = modulus
        self.exponent = exponent
    }

    init(modulus: Secret, exponent: Secret) {
        self.init(modulus: modulus.withBytes { Array($0) }, exponent: exponent.withBytes { Array($0) })
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
    package let exponent, p, q, dp, dq, qInverse: Secret

    /// - Parameter numbers: all of them, in the order of RSAPrivateKey (RFC 8017 §A.1.2).
    package init(_ numbers: [Secret]) {
        (exponent, p, q) = (numbers[0], numbers[1], numbers[2])
        (dp, dq, qInverse) = (numbers[3], numbers[4], numbers[5])
    }

    /// All of them, in the same order.
    package var numbers: [Secret] { [exponent, p, q, dp, dq, qInverse] }
}

extension PublicKey {
    /// - Returns: nil for a key that is not RSA.
    package func rsaParts() throws(OpenSSLError) -> RSAPublicParts? {
        guard type.rsaBits != nil else { return nil }
        return RSAPublicParts(
            modulus: try handle.number(RSAParameter.n).bigEndian(),
            exponent: try handle.number(RSAParameter.e).bigEndian())
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
            try RSAParameter.ofPrivateKey.map { (name) throws(OpenSSLError) in
                try handle.number(name).bigEndian()
            })
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
