import OpenSSL

/// What an RSA key must be (RFC 7518 §3.3 and §3.5; NIST SP 800-56B Rev. 2 §6.2).
package enum RSAKeyRules {
    package static let minimumBits = 2048
    package static let maximumBits = 16384
    static let maximumExponentBytes = 32

    static func judge(_ parts: RSAPublicParts) throws(KeyRefusal) {
        let bits = bitCount(parts.modulus)
        if bits < minimumBits { throw .rsaTooSmall(bits: bits) }
        if bits > maximumBits { throw .rsaTooLarge(bits: bits) }
        guard let last = parts.exponent.last, last & 1 == 1, parts.exponent != [1],
            parts.exponent.count <= maximumExponentBytes
        else { throw .rsaExponent }
        // libcrypto verifies nothing beyond (OPENSSL_RSA_SMALL_MODULUS_BITS, OPENSSL_RSA_MAX_PUBEXP_BITS).
        if bits > 3072, parts.exponent.count > 8 { throw .rsaExponent }
        if ROCA.hasFingerprint(parts.modulus) { throw .roca }
    }

    /// Whether modulus and exponent are as large as they may be at most, or smaller.
    static func allowSizes(of parts: RSAPublicParts) -> Bool {
        bitCount(parts.modulus) <= maximumBits && parts.exponent.count <= maximumExponentBytes
    }

    /// Bits of a number, most significant byte first.
    package static func bitCount(_ number: [UInt8]) -> Int {
        guard let first = number.firstIndex(where: { $0 != 0 }) else { return 0 }
        return (number.count - first) * 8 - number[first].leadingZeroBitCount
    }
}
