internal import COpenSSL

/// Arithmetic on BIGNUMs with one scratch space.
package struct Arithmetic: ~Copyable {
    private let context: BigNumberContext

    package init() throws(OpenSSLError) { context = try BigNumberContext() }

    mutating func product(_ a: borrowing BigNumber, _ b: borrowing BigNumber) throws(OpenSSLError)
        -> BigNumber
    {
        let result = try BigNumber.zero()
        try unsafe check(BN_mul(result.pointer, a.pointer, b.pointer, context.pointer), "BN_mul")
        return result
    }

    package mutating func product(
        _ a: borrowing BigNumber, _ b: borrowing BigNumber, modulo m: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        let result = try BigNumber.zero()
        try unsafe check(
            BN_mod_mul(result.pointer, a.pointer, b.pointer, m.pointer, context.pointer), "BN_mod_mul")
        return result
    }

    package mutating func remainder(_ a: borrowing BigNumber, _ m: borrowing BigNumber) throws(OpenSSLError)
        -> BigNumber
    {
        let result = try BigNumber.zero()
        try unsafe check(BN_div(nil, result.pointer, a.pointer, m.pointer, context.pointer), "BN_div")
        return result
    }

    mutating func predecessor(_ a: borrowing BigNumber) throws(OpenSSLError) -> BigNumber {
        let result = try BigNumber.zero()
        guard unsafe BN_copy(result.pointer, a.pointer) != nil else { throw .taken("BN_copy") }
        try unsafe check(BN_sub_word(result.pointer, 1), "BN_sub_word")
        return result
    }

    mutating func sum(
        _ a: borrowing BigNumber, _ b: borrowing BigNumber, modulo m: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        let result = try BigNumber.zero()
        try unsafe check(
            BN_mod_add(result.pointer, a.pointer, b.pointer, m.pointer, context.pointer), "BN_mod_add")
        return result
    }

    package mutating func difference(
        _ a: borrowing BigNumber, _ b: borrowing BigNumber, modulo m: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        let result = try BigNumber.zero()
        try unsafe check(
            BN_mod_sub(result.pointer, a.pointer, b.pointer, m.pointer, context.pointer), "BN_mod_sub")
        return result
    }

    package mutating func power(
        _ base: borrowing BigNumber, _ exponent: borrowing BigNumber, modulo m: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        let result = try BigNumber.zero()
        try unsafe check(
            BN_mod_exp(result.pointer, base.pointer, exponent.pointer, m.pointer, context.pointer),
            "BN_mod_exp")
        return result
    }

    mutating func quotient(_ a: borrowing BigNumber, _ b: borrowing BigNumber) throws(OpenSSLError)
        -> BigNumber
    {
        let result = try BigNumber.zero()
        try unsafe check(BN_div(result.pointer, nil, a.pointer, b.pointer, context.pointer), "BN_div")
        return result
    }

    mutating func greatestCommonDivisor(
        _ a: borrowing BigNumber, _ b: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        let result = try BigNumber.zero()
        try unsafe check(BN_gcd(result.pointer, a.pointer, b.pointer, context.pointer), "BN_gcd")
        return result
    }

    package mutating func inverse(
        _ a: borrowing BigNumber, modulo m: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        let result = try BigNumber.zero()
        guard unsafe BN_mod_inverse(result.pointer, a.pointer, m.pointer, context.pointer) != nil else {
            throw .taken("BN_mod_inverse")
        }
        return result
    }

    /// Whether (2^e)^d is 2 modulo n. False if n is even, which an RSA modulus never is.
    mutating func roundTrips(
        _ e: borrowing BigNumber, _ d: borrowing BigNumber, _ n: borrowing BigNumber
    ) throws(OpenSSLError) -> Bool {
        guard unsafe BN_is_odd(n.pointer) == 1 else { return false }
        let two = try BigNumber(bigEndian: [2].span)
        let middle = try power(two, e, modulo: n)
        return try power(middle, d, modulo: n).equals(two)
    }
}
