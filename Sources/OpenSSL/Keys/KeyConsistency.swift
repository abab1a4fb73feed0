internal import COpenSSL

extension PrivateKey {
    /// Checks that the parts of the key belong together.
    ///
    /// RSA: the relations of RFC 8017 §3.2 between n, e, d, p, q, dP, dQ and qInv; not that p and q are prime,
    /// which takes a hundred times as long as a signature. EC and Edwards curves: that the public key is the
    /// private key's. A key that stays in its store does not show its private half
    /// and is not checked.
    ///
    /// - Throws: ``KeyError/inconsistent(_:)`` naming the parts that disagree.
    package func checkConsistency() throws(KeyError) {
        if staysInStore { return }
        switch type {
        case .rsa: try checkRSA()
        case .ec(let curve): try checkEC(curve)
        case .ed25519, .ed448: try checkEdwards()
        }
    }

    private func checkRSA() throws(KeyError) {
        let disagreement: String?
        do {
            disagreement = try rsaDisagreement()
        } catch {
            throw .library(error)
        }
        if let disagreement { throw .inconsistent(disagreement) }
    }

    private func rsaDisagreement() throws(OpenSSLError) -> String? {
        let n = try handle.number(RSAParameter.n)
        let e = try handle.number(RSAParameter.e)
        let d = try handle.number(RSAParameter.d)
        // What follows takes time by the square of these, and more than libcrypto computes with is no key.
        if unsafe BN_num_bits(n.pointer) > OPENSSL_RSA_MAX_MODULUS_BITS { return "n is too large" }
        if unsafe BN_num_bits(d.pointer) > BN_num_bits(n.pointer) { return "d is larger than n" }
        if unsafe BN_num_bits(e.pointer) > BN_num_bits(n.pointer) { return "e is larger than n" }
        var arithmetic = try Arithmetic()
        guard let p = try? handle.number(RSAParameter.p) else {
            // Without factors: what d undoes is what e did.
            return try arithmetic.roundTrips(e, d, n) ? nil : "d is not the inverse of e"
        }
        let q = try handle.number(RSAParameter.q)
        if unsafe BN_is_odd(p.pointer) != 1 || BN_is_odd(q.pointer) != 1 || p.equals(q) || p.isOne()
            || q.isOne()
        {
            return "p and q are no two odd primes"
        }
        let product = try arithmetic.product(p, q)
        if !product.equals(n) { return "n is not p times q" }
        for disagreement in [
            try disagreement(of: d, e, modulo: p, "p", dp: RSAParameter.dp, "dp", &arithmetic),
            try disagreement(of: d, e, modulo: q, "q", dp: RSAParameter.dq, "dq", &arithmetic),
        ] where disagreement != nil {
            return disagreement
        }
        let inverse = try handle.number(RSAParameter.qInverse)
        let one = try arithmetic.product(inverse, q, modulo: p)
        return one.isOne() ? nil : "qi is not the inverse of q modulo p"
    }

    private func disagreement(
        of d: borrowing BigNumber, _ e: borrowing BigNumber, modulo prime: borrowing BigNumber,
        _ name: String,
        dp parameter: String, _ parameterName: String, _ arithmetic: inout Arithmetic
    ) throws(OpenSSLError) -> String? {
        let order = try arithmetic.predecessor(prime)
        let one = try arithmetic.product(d, e, modulo: order)
        if !one.isOne() { return "d is not the inverse of e modulo \(name) - 1" }
        let exponent = try handle.number(parameter)
        let expected = try arithmetic.remainder(d, order)
        return expected.equals(exponent) ? nil : "\(parameterName) is not d modulo \(name) - 1"
    }

    private func checkEC(_ curve: Curve) throws(KeyError) {
        guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, handle.pointer, nil) else {
            throw .library(.taken("EVP_PKEY_CTX_new_from_pkey"))
        }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        defer { discardErrors() }
        // From 1 to n - 1: a scalar beyond has the same point as its remainder.
        guard unsafe EVP_PKEY_private_check(context) == 1 else {
            throw .inconsistent("the private key is out of range for \(curve.rawValue)")
        }
        guard unsafe EVP_PKEY_pairwise_check(context) == 1 else {
            throw .inconsistent("the public point is not the private key's")
        }
    }

    private func checkEdwards() throws(KeyError) {
        let secret = try mappingErrors(KeyError.library) { () throws(OpenSSLError) in try edwardsPrivateKey()
        }
        guard let secret else { return }
        if try PrivateKey(edwards: type, bytes: secret).publicKey != publicKey {
            throw .inconsistent("the public key is not the private key's")
        }
    }
}
