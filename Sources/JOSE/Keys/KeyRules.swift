package import OpenSSL

/// Why a key cannot be used.
package enum KeyRefusal: Error, Equatable, Sendable {
    case rsaTooSmall(bits: Int)
    /// The modulus is longer than libcrypto supports (16,384 bits).
    case rsaTooLarge(bits: Int)
    /// Nobody may rely on the key.
    case fault(PublicKeyFault)
    /// No algorithm satisfies the parameters of the RSA-PSS key.
    case pssParameters(PSSParameters.Defect)
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
    /// The private numbers cannot be read; see ``StoredKey``.
    case staysInStore
    /// A JWK holds the seed of the private key (RFC 9964 §4), which is not known.
    case seedMissing
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
        if case .secret(let secret) = material, KeyFile.isRecognized(secret) { throw .secretIsAKey }
        guard let key = material.publicKey else { return }
        if let bits = key.type.rsaBits {
            if bits < RSAKeyRules.minimumBits { throw .rsaTooSmall(bits: bits) }
            if bits > RSAKeyRules.maximumBits { throw .rsaTooLarge(bits: bits) }
        }
        if case .rsaPSS(_, let parameters) = key.type, let defect = parameters?.defect {
            throw .pssParameters(defect)
        }
        try refuseFault()
    }

    /// Checks the numbers of the key, whatever its size.
    package func refuseFault() throws(KeyRefusal) {
        guard let key = material.publicKey else { return }
        let fault = try mappingErrors(KeyRefusal.library, key.fault)
        if let fault { throw .fault(fault) }
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
            try judge()
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
        case (.secret(let secret), .secret(let minimum))
        where secret.count < (allowsShortSecret ? 1 : minimum):
            throw .secretTooShort(bytes: secret.count, minimum: minimum, algorithm: algorithm.name)
        default: break
        }
    }

    /// The algorithms for which the secret is shorter than RFC 7518 §3.2 requires; none for other keys.
    ///
    /// - Parameter algorithms: those that matter.
    package func shortfall(for algorithms: [Algorithm]) -> [Algorithm] {
        guard case .secret(let secret) = material else { return [] }
        return algorithms.filter {
            if case .secret(let minimum) = $0.key { secret.count < minimum } else { false }
        }
    }

    /// The algorithm that the JWK states, otherwise the first one that fits; nil if the stated one is unknown, or if
    /// the parameters of an RSA-PSS key allow none.
    package var defaultAlgorithm: Algorithm? {
        if let algorithm { return Algorithm.named(algorithm) }
        return Algorithm.fitting(material).first
    }
}

/// Rules for an RSA key (RFC 7518 §3.3 and §3.5; NIST SP 800-56B Rev. 2 §6.2).
package enum RSAKeyRules {
    package static let minimumBits = 2048
    package static let maximumBits = Limits.rsaBits
}

/// The value of `use` (RFC 7517 §4.2).
package enum KeyUse: String, CaseIterable, Sendable {
    case signatures = "sig"
    case encryption = "enc"
}

extension Key {
    /// Sets `use` and `alg`. Nil keeps what the key has.
    ///
    /// - Throws: if the key cannot be used so, or if its `key_ops` do not allow it (§4.3).
    package mutating func restrict(to use: KeyUse?, _ algorithm: Algorithm?) throws(KeyRefusal) {
        if let use { self.use = use.rawValue }
        if let algorithm { self.algorithm = algorithm.name }
        if use == nil, algorithm == nil { return }
        if use == .encryption { return try checkEncryption() }
        let key = publicHalf ?? self
        // Only a secret may have the operation of the signer alone.
        let purpose: Purpose = key.operations == ["sign"] ? .sign : .verify
        if let algorithm { try key.permit(purpose, algorithm) }
        try key.judge(for: purpose)
    }

    /// Checks that nothing about the key is for signatures only. All algorithms that signet knows are.
    private func checkEncryption() throws(KeyRefusal) {
        if let algorithm, Algorithm.named(algorithm) != nil { throw .signsOnly(algorithm: algorithm) }
        switch material.type {
        case .rsaPSS, .bytes: throw .signsOnly(algorithm: nil)
        case .rsa, .ec, nil: break
        }
        if let operations, operations.contains("sign") || operations.contains("verify") {
            throw .operation(missing: "encryption")
        }
    }
}
