import OpenSSL

/// Rules for an RSA key (RFC 7518 §3.3 and §3.5; NIST SP 800-56B Rev. 2 §6.2).
package enum RSAKeyRules {
    package static let minimumBits = 2048
    package static let maximumBits = Limits.rsaBits

    static func judge(_ parts: RSAPublicParts) throws(KeyRefusal) {
        let bits = parts.bits
        if bits < minimumBits { throw .rsaTooSmall(bits: bits) }
        if bits > maximumBits { throw .rsaTooLarge(bits: bits) }
        let largest = bits > 3072 ? Limits.rsaExponentBitsOfLargeKeys : Limits.rsaExponentBits
        guard let last = parts.exponent.last, last & 1 == 1, parts.exponent != [1],
            RSAPublicParts.bits(of: parts.exponent) <= largest
        else { throw .rsaExponent }
        if ROCA.hasFingerprint(parts.modulus) { throw .roca }
    }
}
