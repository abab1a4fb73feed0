/// Why bytes are not a key that signet can use.
package enum KeyError: Error, Equatable, Sendable {
    /// Neither PEM nor DER of a known structure.
    case notAKey
    /// PEM or DER with contents that cannot be read.
    case malformed(KeyForm, reason: String)
    /// Bytes follow the end of the structure.
    case trailingBytes(KeyForm)
    /// Several keys; one is expected.
    case severalKeys(count: Int)
    /// The passphrase does not decrypt the key. Damage to the encrypted part looks the same.
    case wrongPassphrase
    /// The key is encrypted, and no passphrase was given.
    case passphraseMissing
    /// Encrypted with an algorithm that this libcrypto does not have.
    case unsupportedEncryption(name: String)
    /// An OpenSSH key with a passphrase. Its key derivation, bcrypt-pbkdf, is not in libcrypto.
    case encryptedForOpenSSH
    /// The key derivation would cost more than is allowed.
    case derivationTooCostly(iterations: Int, limit: Int)
    /// scrypt would need more memory than libcrypto grants it.
    case derivationTooLarge(bytes: Int, limit: Int)
    /// An unsupported kind of key (DSA, X25519, RSA with more than two primes, …).
    case unsupportedType(name: String)
    case unsupportedCurve(name: String)
    /// A supported type that this libcrypto is too old for; with a clause.
    case unavailable(String)
    /// The parts of the key do not belong together, or are out of range.
    case inconsistent(KeyInconsistency)
    /// An RSA key that is larger than signet computes with.
    case rsaTooLarge(bits: Int, limit: Int)
    /// An RSA key without p and q that is too large to compute them.
    case factorsMissing(bits: Int, limit: Int)
    /// The key stays in its store and cannot be exported.
    case staysInStore
    /// A form that this type of key does not have, such as PKCS#1 for an EC key.
    case formMismatch(KeyForm, KeyType)
    case library(OpenSSLError)
}

/// Which parts of a key are inconsistent (RFC 8017 §3.2, RFC 7518 §6.2).
package enum KeyInconsistency: Equatable, Sendable {
    package enum Factor: String, Sendable { case p, q }

    case modulusIsZero
    case rsaNumbers
    case privateExponentExceedsModulus
    case publicExponentExceedsModulus
    /// p and q are equal, or one of them is even or 1.
    case factors
    /// n is not the product of p and q.
    case modulus
    /// d is not the inverse of e, modulo the factor minus 1 if the factor is known.
    case exponents(modulo: Factor?)
    /// dp is not d modulo p - 1, or dq is not d modulo q - 1.
    case factorExponent(Factor)
    /// qi is not the inverse of q.
    case coefficient
    /// A PrivateKeyInfo and the ECPrivateKey in it name different curves.
    case curves
    /// A coordinate is not as long as the curve's field.
    case coordinateLength(Curve)
    case pointNotOnCurve(Curve)
    case scalarOutOfRange(Curve)
    /// The public point does not belong to the scalar.
    case publicPoint
    /// The public key does not belong to the private key.
    case publicKey
}
