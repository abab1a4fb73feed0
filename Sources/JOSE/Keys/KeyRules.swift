package import OpenSSL

/// Why a key is not used.
package enum KeyRefusal: Error, Equatable, Sendable {
    case rsaTooSmall(bits: Int)
    /// More than libcrypto computes with (16,384 bits).
    case rsaTooLarge(bits: Int)
    /// Even, or 1, or over 256 bits, or with a modulus of more than 3072 bits over 64 bits.
    case rsaExponent
    /// Its prime factors come from a generator whose keys can be factored (CVE-2017-15361).
    case roca
    /// A public key of an Edwards curve that is no point of it.
    case notAPoint
    /// A public key of an Edwards curve for which anybody can sign.
    case smallOrder
    /// A secret shorter than the hash of the algorithm (RFC 7518 §3.2).
    case secretTooShort(bytes: Int, minimum: Int, algorithm: String)
    /// A secret that is a key's PEM, DER or JWK: taking a public key for a secret is how tokens get forged.
    case secretIsAKey
    /// The JWK's `use` is another than `sig`.
    case use(String)
    /// The JWK's `key_ops` does not list what is to be done.
    case operation(missing: String)
    /// The JWK's `alg` is another.
    case algorithm(keyIsFor: String, wanted: String)
    /// The algorithm is not one for this type of key.
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

    /// Judges the key itself: its size and its numbers. Whoever makes or keeps a key that does not pass has no key.
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

    /// Judges the key itself, and whether there is an algorithm that it may be used with in this way.
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

    /// Whether the key may be used in this way.
    package func permits(_ purpose: Purpose, _ algorithm: Algorithm) -> Bool {
        do {
            try permit(purpose, algorithm)
            return true
        } catch {
            return false
        }
    }

    /// Judges whether the key may be used in this way: what its JWK says, and what the algorithm demands.
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

    /// The algorithm that the key is for, or else the first one that fits it; nil when the key is for one that
    /// is not known here.
    package var defaultAlgorithm: Algorithm? {
        if let algorithm { return Algorithm.named(algorithm) }
        return Algorithm.fitting(material).first
    }
}
