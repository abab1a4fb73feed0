/// Why bytes are no key that can be used here.
package enum KeyError: Error, Equatable, Sendable {
    /// Neither PEM nor DER of any known structure.
    case notAKey
    /// PEM or DER, but what is in it cannot be read.
    case malformed(KeyForm, reason: String)
    /// More follows the structure's end.
    case trailingBytes(KeyForm)
    /// Several keys where one is expected.
    case severalKeys(count: Int)
    /// The passphrase does not open it. Damage to the encrypted part looks the same.
    case wrongPassphrase
    /// The key is encrypted, and no passphrase was given.
    case passphraseMissing
    /// Encrypted with an algorithm that this libcrypto does not have.
    case unsupportedEncryption(name: String)
    /// Its key derivation would cost more than what is allowed.
    case derivationTooCostly(iterations: Int, limit: Int)
    /// scrypt would take more memory than what libcrypto grants it.
    case derivationTooLarge(bytes: Int, limit: Int)
    /// A kind of key that is not known here (DSA, X25519, RSA with more than two primes, …).
    case unsupportedType(name: String)
    case unsupportedCurve(name: String)
    /// The parts of the key do not belong together, or are out of range.
    case inconsistent(KeyInconsistency)
    /// An RSA key that is larger than what is computed with.
    case rsaTooLarge(bits: Int, limit: Int)
    /// An RSA key without p and q that is larger than what they are looked for in.
    case factorsMissing(bits: Int, limit: Int)
    /// The key stays in its store, and cannot be written.
    case staysInStore
    /// A form that this type of key does not have: an EC key as PKCS#1.
    case formMismatch(KeyForm, KeyType)
    case library(OpenSSLError)
}

/// What about the parts of a key does not hold (RFC 8017 §3.2, RFC 7518 §6.2).
package enum KeyInconsistency: Equatable, Sendable {
    package enum Factor: String, Sendable { case p, q }

    case modulusIsZero
    case rsaNumbers
    case privateExponentExceedsModulus
    case publicExponentExceedsModulus
    /// p and q are equal, even or one.
    case factors
    /// n is not the product of p and q.
    case modulus
    /// d is not the inverse of e, modulo the factor less one if that is known.
    case exponents(modulo: Factor?)
    /// dp is not d modulo p - 1, or the same of q.
    case factorExponent(Factor)
    /// qi is not the inverse of q.
    case coefficient
    /// A coordinate is not as long as the curve's field.
    case coordinateLength(Curve)
    case pointNotOnCurve(Curve)
    case scalarOutOfRange(Curve)
    /// The public point is not the scalar's.
    case publicPoint
    /// The public key is not the private key's.
    case publicKey
}
