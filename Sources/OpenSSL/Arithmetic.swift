internal import COpenSSL

/// Arithmetic on BIGNUMs with one scratch space.
package struct Arithmetic: ~Copyable {
    private let context: OpaquePointer

    package init() throws(OpenSSLError) {
        unsafe context = try unsafe check(BN_CTX_secure_new(), "BN_CTX_secure_new")
    }

    deinit { unsafe BN_CTX_free(context) }

    /// The number that a function of libcrypto computes.
    private func number(
        _ function: StaticString, _ compute: (OpaquePointer, OpaquePointer) -> Int32
    ) throws(OpenSSLError) -> BigNumber {
        let result = try BigNumber.zero()
        try unsafe check(compute(result.pointer, context), function)
        return result
    }

    mutating func product(_ a: borrowing BigNumber, _ b: borrowing BigNumber) throws(OpenSSLError)
        -> BigNumber
    {
        try unsafe number("BN_mul") { unsafe BN_mul($0, a.pointer, b.pointer, $1) }
    }

    package mutating func product(
        _ a: borrowing BigNumber, _ b: borrowing BigNumber, modulo m: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        try unsafe number("BN_mod_mul") { unsafe BN_mod_mul($0, a.pointer, b.pointer, m.pointer, $1) }
    }

    package mutating func remainder(_ a: borrowing BigNumber, _ m: borrowing BigNumber) throws(OpenSSLError)
        -> BigNumber
    {
        try unsafe number("BN_div") { unsafe BN_div(nil, $0, a.pointer, m.pointer, $1) }
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
        try unsafe number("BN_mod_add") { unsafe BN_mod_add($0, a.pointer, b.pointer, m.pointer, $1) }
    }

    package mutating func difference(
        _ a: borrowing BigNumber, _ b: borrowing BigNumber, modulo m: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        try unsafe number("BN_mod_sub") { unsafe BN_mod_sub($0, a.pointer, b.pointer, m.pointer, $1) }
    }

    package mutating func power(
        _ base: borrowing BigNumber, _ exponent: borrowing BigNumber, modulo m: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        try unsafe number("BN_mod_exp") {
            unsafe BN_mod_exp($0, base.pointer, exponent.pointer, m.pointer, $1)
        }
    }

    mutating func quotient(_ a: borrowing BigNumber, _ b: borrowing BigNumber) throws(OpenSSLError)
        -> BigNumber
    {
        try unsafe number("BN_div") { unsafe BN_div($0, nil, a.pointer, b.pointer, $1) }
    }

    mutating func greatestCommonDivisor(
        _ a: borrowing BigNumber, _ b: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        try unsafe number("BN_gcd") { unsafe BN_gcd($0, a.pointer, b.pointer, $1) }
    }

    package mutating func inverse(
        _ a: borrowing BigNumber, modulo m: borrowing BigNumber
    ) throws(OpenSSLError) -> BigNumber {
        let result = try BigNumber.zero()
        guard unsafe BN_mod_inverse(result.pointer, a.pointer, m.pointer, context) != nil else {
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
