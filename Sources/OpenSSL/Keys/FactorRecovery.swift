internal import COpenSSL

extension RSAPrivateParts {
    /// Finds p and q from the exponents (NIST SP 800-56B Rev. 2, appendix C.1). A JWK may omit them (RFC 7518
    /// §6.3.2), but every other form of a private key needs them.
    ///
    /// If the modulus is not a product of two primes, this takes as long as twenty signatures without factors. That
    /// time grows with the third power of the modulus's size.
    ///
    /// - Throws: ``KeyError/inconsistent(_:)`` when d is not the inverse of e,
    ///   ``KeyError/unusable(_:)`` for a key that is too large.
    package static func recover(
        from parts: RSAPublicParts, privateExponent: Secret
    ) throws -> RSAPrivateParts {
        let (bits, limit) = (parts.bits, Limits.rsaBitsWithoutFactors)
        if bits > limit {
            throw KeyError.unusable(
                "the RSA key has \(bits) bits and lacks its prime factors p and q; without them, at most \(limit) are allowed"
            )
        }
        // The time of the computation depends on the sizes of these numbers.
        if privateExponent.count > parts.modulus.count { throw KeyError.inconsistent("d is larger than n") }
        if parts.exponent.count > parts.modulus.count { throw KeyError.inconsistent("e is larger than n") }
        let n = try BigNumber(bigEndian: parts.modulus.span)
        let e = try BigNumber(bigEndian: parts.exponent.span)
        let d = try BigNumber(bigEndian: privateExponent)
        guard let found = try recover(n, e, d) else {
            throw KeyError.inconsistent("d is not the inverse of e")
        }
        return found
    }

    private static func recover(
        _ n: borrowing BigNumber, _ e: borrowing BigNumber, _ d: borrowing BigNumber
    ) throws(OpenSSLError) -> RSAPrivateParts? {
        var arithmetic = try Arithmetic()
        // One exponentiation detects a wrong key before many are spent on it.
        guard try arithmetic.roundTrips(e, d, n) else { return nil }
        let k = try arithmetic.predecessor(arithmetic.product(d, e))
        var twos: Int32 = 0
        while unsafe twos < BN_num_bits(k.pointer), unsafe BN_is_bit_set(k.pointer, twos) == 0 {
            twos += 1
        }
        guard twos > 0, unsafe twos < BN_num_bits(k.pointer) else { return nil }
        let odd = try BigNumber.zero()
        try unsafe check(BN_rshift(odd.pointer, k.pointer, twos), "BN_rshift")
        let minusOne = try arithmetic.predecessor(n)
        // Each base finds the factors with a probability of at least one half.
        for base: UInt8 in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71] {
            var root = try arithmetic.power(BigNumber(bigEndian: [base].span), odd, modulo: n)
            if root.isOne() { continue }
            for _ in 0..<twos {
                if root.equals(minusOne) { break }
                let square = try arithmetic.product(root, root, modulo: n)
                if square.isOne() {
                    // If a square root of 1 is neither 1 nor -1, then root - 1 shares a factor with n.
                    return try arithmetic.factors(n, arithmetic.predecessor(root), d)
                }
                root = square
            }
        }
        return nil
    }

    /// Computes what is derived from d, which OpenSSH does not store.
    ///
    /// - Throws: ``KeyError/rsaTooLarge(bits:)``, ``KeyError/inconsistent(_:)`` for numbers that are too large to
    ///   be those of the modulus. Other numbers that do not match are found when the key is made.
    init(
        exponent: Secret, p: Secret, q: Secret, qInverse: Secret, of parts: RSAPublicParts
    ) throws {
        if parts.bits > Limits.rsaBits { throw KeyError.rsaTooLarge(bits: parts.bits) }
        let size = parts.modulus.count
        if exponent.count > size { throw KeyError.inconsistent("d is larger than n") }
        if qInverse.count > size { throw KeyError.inconsistent("qi is not the inverse of q modulo p") }
        for factor in [p, q] {
            // The order of a group modulo 1 is zero, by which nothing can be divided.
            let isOne = factor.withBytes { $0.count == 1 && $0[0] == 1 }
            if isOne || factor.count > size {
                throw KeyError.inconsistent("p and q must be two different odd primes")
            }
        }
        var arithmetic = try Arithmetic()
        let d = try BigNumber(bigEndian: exponent)
        let dp = try arithmetic.remainder(d, arithmetic.predecessor(BigNumber(bigEndian: p)))
        let dq = try arithmetic.remainder(d, arithmetic.predecessor(BigNumber(bigEndian: q)))
        self.init([exponent, p, q, try dp.bigEndian(), try dq.bigEndian(), qInverse])
    }
}

extension Arithmetic {
    fileprivate mutating func factors(
        _ n: borrowing BigNumber, _ multiple: borrowing BigNumber, _ d: borrowing BigNumber
    ) throws(OpenSSLError) -> RSAPrivateParts {
        let one = try greatestCommonDivisor(multiple, n)
        let other = try quotient(n, one)
        // By convention p is the larger one. The result of BN_cmp does not need to be secret once both are known.
        let oneIsLarger = unsafe BN_cmp(one.pointer, other.pointer) > 0
        return try oneIsLarger ? factors(p: one, q: other, d) : factors(p: other, q: one, d)
    }

    private mutating func factors(
        p: borrowing BigNumber, q: borrowing BigNumber, _ d: borrowing BigNumber
    ) throws(OpenSSLError) -> RSAPrivateParts {
        let dp = try remainder(d, predecessor(p))
        let dq = try remainder(d, predecessor(q))
        let qInverse = try inverse(q, modulo: p)
        return RSAPrivateParts([
            try d.bigEndian(), try p.bigEndian(), try q.bigEndian(), try dp.bigEndian(), try dq.bigEndian(),
            try qInverse.bigEndian(),
        ])
    }
}
