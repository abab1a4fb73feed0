internal import COpenSSL

extension KeyHandle {
    /// Checks that the parts of a private key belong together.
    ///
    /// RSA: the relations of RFC 8017 §3.2 between n, e, d, p, q, dP, dQ and qInv. It does not check that p and q are
    /// prime, which takes a hundred times as long as a signature. EC: that the public point belongs to the scalar.
    /// Other keys need no check, because libcrypto computes the public key itself.
    ///
    /// - Throws: ``KeyError/inconsistent(_:)`` naming the parts that disagree, ``KeyError/rsaTooLarge(bits:)``.
    func checkConsistency() throws {
        switch type {
        case .rsa(let bits), .rsaPSS(let bits, _):
            // The time of the checks grows with the square of this size.
            if bits > Limits.rsaBits { throw KeyError.rsaTooLarge(bits: bits) }
            if let disagreement = try rsaDisagreement() { throw KeyError.inconsistent(disagreement) }
        case .ec(let curve): try checkEC(curve)
        case .bytes: return
        }
    }

    private func rsaDisagreement() throws(OpenSSLError) -> String? {
        let numbers = try KeyNumbers(of: self)
        let n = try numbers.number(RSAParameter.n)
        let e = try numbers.number(RSAParameter.e)
        let d = try numbers.number(RSAParameter.d)
        let p = try numbers.number(RSAParameter.p)
        let q = try numbers.number(RSAParameter.q)
        let bits = unsafe BN_num_bits(n.pointer)
        if unsafe BN_num_bits(d.pointer) > bits { return "d is larger than n" }
        if unsafe BN_num_bits(e.pointer) > bits { return "e is larger than n" }
        if unsafe BN_is_odd(p.pointer) != 1 || BN_is_odd(q.pointer) != 1 || p.equals(q) || p.isOne()
            || q.isOne()
        {
            return "p and q must be two different odd primes"
        }
        let notTheProduct = "n is not p times q"
        // Factors that are too large are rejected first, because their product would take long to compute.
        if unsafe BN_num_bits(p.pointer) + BN_num_bits(q.pointer) > bits + 1 { return notTheProduct }
        var arithmetic = try Arithmetic()
        let product = try arithmetic.product(p, q)
        if !product.equals(n) { return notTheProduct }
        for disagreement in [
            try disagreement(of: d, e, modulo: p, "p", numbers.number(RSAParameter.dp), &arithmetic),
            try disagreement(of: d, e, modulo: q, "q", numbers.number(RSAParameter.dq), &arithmetic),
        ] where disagreement != nil {
            return disagreement
        }
        let inverse = try numbers.number(RSAParameter.qInverse)
        let one = try arithmetic.product(inverse, q, modulo: p)
        return one.isOne() ? nil : "qi is not the inverse of q modulo p"
    }

    private func disagreement(
        of d: borrowing BigNumber, _ e: borrowing BigNumber, modulo prime: borrowing BigNumber,
        _ factor: String, _ exponent: borrowing BigNumber, _ arithmetic: inout Arithmetic
    ) throws(OpenSSLError) -> String? {
        let order = try arithmetic.predecessor(prime)
        let one = try arithmetic.product(d, e, modulo: order)
        if !one.isOne() { return "d is not the inverse of e modulo \(factor) - 1" }
        let expected = try arithmetic.remainder(d, order)
        return expected.equals(exponent) ? nil : "d\(factor) is not d modulo \(factor) - 1"
    }

    private func checkEC(_ curve: Curve) throws {
        let context = try unsafe check(
            EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil), "EVP_PKEY_CTX_new_from_pkey")
        defer { unsafe EVP_PKEY_CTX_free(context) }
        defer { discardErrors() }
        // Scalars from 1 to n - 1 are valid. A larger one would have the same point as its remainder.
        guard unsafe EVP_PKEY_private_check(context) == 1 else {
            throw KeyError.scalarOutOfRange(curve)
        }
        guard unsafe EVP_PKEY_pairwise_check(context) == 1 else {
            throw KeyError.inconsistent("the public point does not match the private key")
        }
    }
}

/// The numbers of a private key, copied at once. libcrypto copies all of them for each one that it is asked for.
private struct KeyNumbers: ~Copyable {
    private let list: UnsafeMutablePointer<OSSL_PARAM>

    init(of key: KeyHandle) throws(OpenSSLError) {
        var list: UnsafeMutablePointer<OSSL_PARAM>?
        try unsafe check(EVP_PKEY_todata(key.pointer, signet_EVP_PKEY_KEYPAIR, &list), "EVP_PKEY_todata")
        unsafe self.list = unsafe list!
    }

    deinit { unsafe OSSL_PARAM_free(list) }

    borrowing func number(_ name: String) throws(OpenSSLError) -> BigNumber {
        var number: OpaquePointer?
        try unsafe check(OSSL_PARAM_get_BN(OSSL_PARAM_locate_const(list, name), &number), "OSSL_PARAM_get_BN")
        return unsafe BigNumber(takingOwnershipOf: number!)
    }
}
