import OpenSSL

/// What an RSA key must be (RFC 7518 §3.3 and §3.5; NIST SP 800-56B Rev. 2 §6.2).
package enum RSAKeyRules {
    package static let minimumBits = 2048
    package static let maximumBits = 16384

    static func judge(_ parts: RSAPublicParts) throws(KeyRefusal) {
        let bits = bitCount(parts.modulus)
        if bits < minimumBits { throw .rsaTooSmall(bits: bits) }
        if bits > maximumBits { throw .rsaTooLarge(bits: bits) }
        guard let last = parts.exponent.last, last & 1 == 1, parts.exponent != [1], parts.exponent.count <= 32
        else { throw .rsaExponent }
        if ROCA.hasFingerprint(parts.modulus) { throw .roca }
    }

    /// Bits of a number, most significant byte first.
    package static func bitCount(_ number: [UInt8]) -> Int {
        guard let first = number.firstIndex(where: { $0 != 0 }) else { return 0 }
        return (number.count - first) * 8 - number[first].leadingZeroBitCount
    }
}
