package import OpenSSL

/// Why a key cannot be used.
package enum KeyRefusal: Error, Equatable, Sendable {
    case rsaTooSmall(bits: Int)
    /// The modulus is longer than libcrypto supports (16,384 bits).
    case rsaTooLarge(bits: Int)
    /// The exponent is even, or 1, or longer than 256 bits, or longer than 64 bits with a modulus of more than 3072
    /// bits.
    case rsaExponent
    /// The prime factors come from a generator whose keys can be factored (CVE-2017-15361).
    case roca
    /// The public key is not a point on its Edwards curve.
    case notAPoint
    /// The public key is a point of small order, for which anybody can sign.
    case smallOrder
    /// The secret is shorter than the hash of the algorithm (RFC 7518 §3.2).
    case secretTooShort(bytes: Int, minimum: Int, algorithm: String)
    /// The secret is the PEM, DER or JWK of a key. Tokens can be forged if a public key is used as a secret.
    case secretIsAKey
    /// The JWK's `use` is not `sig`.
    case use(String)
    /// The JWK's `key_ops` does not list the requested operation.
    case operation(missing: String)
    /// The JWK's `alg` is a different algorithm.
    case algorithm(keyIsFor: String, wanted: String)
    /// The key would be for encryption, but its `alg` or, if nil, its type is for signatures only.
    case signsOnly(algorithm: String?)
    /// The algorithm does not support this type of key.
    case algorithmDoesNotFit(algorithm: String, fitting: [String])
    case privateKeyNeeded
    case library(OpenSSLError)
}

extension Key {
    package enum Purpose: Sendable {
        case sign
        case verify

        var operation: String {
            switch self {
            case .sign: "sign"
            case .verify: "verify"
            }
        }
    }

    /// Checks the key itself: its size and its numbers. Callers must not create or keep a key that fails.
    package func judge() throws(KeyRefusal) {
        switch material {
        case .privateKey(let key): try Self.judge(key.publicKey)
        case .publicKey(let key): try Self.judge(key)
        case .secret(let secret): if KeyText.isRecognized(secret) { throw .secretIsAKey }
        }
    }

    private static func judge(_ key: PublicKey) throws(KeyRefusal) {
        let rsa = try mappingErrors(KeyRefusal.library, key.rsaParts)
        if let rsa { try RSAKeyRules.judge(rsa) }
        let edwards = try mappingErrors(KeyRefusal.library, key.edwardsPublicKey)
        if let edwards { try EdwardsKeyRules.judge(key.type, edwards) }
    }

    /// Checks the key itself, and that it may be used with at least one algorithm for this purpose.
    package func judge(for purpose: Purpose) throws(KeyRefusal) {
        try judge()
        var reason: KeyRefusal?
        for algorithm in Algorithm.fitting(material) {
            do {
                return try permit(purpose, algorithm)
            } catch {
                reason = reason ?? error
            }
        }
        if let reason { throw reason }
    }

    /// Whether the key may be used for this purpose with this algorithm.
    package func permits(_ purpose: Purpose, _ algorithm: Algorithm) -> Bool {
        do {
            try permit(purpose, algorithm)
            return true
        } catch {
            return false
        }
    }

    /// Checks that the key may be used for this purpose with this algorithm, by its JWK's attributes and the
    /// algorithm's requirements.
    package func permit(_ purpose: Purpose, _ algorithm: Algorithm) throws(KeyRefusal) {
        guard algorithm.fits(material) else {
            throw .algorithmDoesNotFit(
                algorithm: algorithm.name, fitting: Algorithm.fitting(material).map(\.name))
        }
        if let use, use != "sig" { throw .use(use) }
        if let operations, !operations.contains(purpose.operation) {
            throw .operation(missing: purpose.operation)
        }
        if let wanted = self.algorithm {
            let declared = Algorithm.named(wanted)
            guard let declared, declared.isSynonym(of: algorithm, for: material) else {
                throw .algorithm(keyIsFor: wanted, wanted: algorithm.name)
            }
        }
        switch (material, algorithm.key) {
        case (.publicKey, _) where purpose == .sign: throw .privateKeyNeeded
        case (.secret(let secret), .secret(let minimum)) where secret.count < minimum:
            throw .secretTooShort(bytes: secret.count, minimum: minimum, algorithm: algorithm.name)
        default: break
        }
    }

    /// The algorithm that the JWK states, otherwise the first one that fits; nil if the stated one is unknown.
    package var defaultAlgorithm: Algorithm? {
        if let algorithm { return Algorithm.named(algorithm) }
        return Algorithm.fitting(material).first
    }
}
