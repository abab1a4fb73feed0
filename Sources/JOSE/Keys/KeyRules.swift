package import OpenSSL
import Words

/// Why a key cannot be used, where callers say what to do about it.
package enum KeyRuleError: DescribedError, Equatable {
    case rsaTooSmall(bits: Int)
    /// Nobody may rely on the key.
    case fault(PublicKeyFault)
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
    /// The JWK's `alg` is for another type of key.
    case foreignAlgorithm(String)
    /// The algorithm does not support this type of key.
    case algorithmDoesNotFit(algorithm: String, fitting: [String])
    /// A JWK holds the seed of the private key (RFC 9964 §4), which is not known.
    case seedMissing

    package var message: String {
        switch self {
        case .rsaTooSmall(let bits):
            "the RSA key has \(bits) bits; at least \(RSAKeyRules.minimumBits) are required"
        case .fault(let fault): fault.message
        case .secretTooShort(let bytes, let minimum, let algorithm):
            "the secret has \(bytes) bytes; \(algorithm) requires at least \(minimum)"
        case .secretIsAKey: "expected the bytes of a secret, found the text of a key or certificate"
        case .use(let use): "the JWK's use is \(use.quoted); signatures require 'sig'"
        case .operation(let missing): "the JWK's key_ops do not allow \(missing)"
        case .algorithm(let keyIsFor, let wanted): "the JWK's alg is \(keyIsFor.quoted); expected '\(wanted)'"
        case .foreignAlgorithm(let name): "the JWK's alg \(name.quoted) cannot be used with its type of key"
        case .algorithmDoesNotFit(let algorithm, _): "\(algorithm) cannot be used with this key"
        case .seedMissing:
            "the private key is stored without its seed, which a JWK requires (RFC 9964 §4)"
        }
    }

    /// Whether an error is about a valid key that is not for these signatures.
    static func isAboutUse(_ error: any Error) -> Bool {
        switch error {
        case KeyRuleError.use, KeyRuleError.operation, KeyRuleError.algorithm: true
        default: false
        }
    }

    /// The key would be for encryption.
    ///
    /// - Parameter algorithm: the key's, which is for signatures only; nil if its type is.
    static func signsOnly(_ algorithm: String?) -> InputError {
        let what = algorithm.map { "the JWK's alg is \($0.quoted), which" } ?? "a key of this type"
        return InputError("\(what) is for signatures only, so its use cannot be 'enc'")
    }

    static let privateKeyNeeded = InputError("expected a private key, found a public key")
}

extension Key {
    /// The raw value is the operation in `key_ops`.
    package enum Purpose: String, Sendable {
        case sign, verify
    }

    /// Checks the key itself: its size and its numbers. Callers must not create or keep a key that fails.
    package func judge() throws {
        if case .secret(let secret) = material, KeyFile.isRecognized(secret) {
            throw KeyRuleError.secretIsAKey
        }
        guard let key = material.publicKey else { return }
        if let bits = key.type.rsaBits {
            if bits < RSAKeyRules.minimumBits { throw KeyRuleError.rsaTooSmall(bits: bits) }
            // libcrypto does not support a longer modulus.
            if bits > RSAKeyRules.maximumBits {
                throw InputError(
                    "the RSA key has \(bits) bits; at most \(RSAKeyRules.maximumBits) are allowed")
            }
        }
        if case .rsaPSS(_, let parameters) = key.type, let fault = parameters?.fault {
            throw InputError(fault)
        }
        try refuseFault()
    }

    /// Checks the numbers of the key, whatever its size.
    package func refuseFault() throws {
        guard let key = material.publicKey else { return }
        if let fault = try key.fault() { throw KeyRuleError.fault(fault) }
    }

    /// Checks the key itself, and that it may be used with at least one algorithm for this purpose.
    package func judge(for purpose: Purpose) throws {
        try judge()
        var reason: (any Error)?
        for algorithm in Algorithm.fitting(material) {
            do {
                return try permit(purpose, algorithm)
            } catch {
                // The fault with the JWK's own algorithm says more than that another one is not its own.
                if reason == nil || isAboutAlgorithm(reason) && !isAboutAlgorithm(error) { reason = error }
            }
        }
        if let reason { throw reason }
    }

    private func isAboutAlgorithm(_ error: (any Error)?) -> Bool {
        if case KeyRuleError.algorithm? = error { true } else { false }
    }

    /// Whether the key may be used for this purpose with this algorithm.
    package func permits(_ purpose: Purpose, _ algorithm: Algorithm) -> Bool {
        (try? permit(purpose, algorithm)) != nil
    }

    /// Checks that the key may be used for this purpose with this algorithm, by its JWK's attributes and the
    /// algorithm's requirements.
    package func permit(_ purpose: Purpose, _ algorithm: Algorithm) throws {
        // No algorithm can be proposed for such a key.
        if let name = self.algorithm, let stated = Algorithm.named(name), !stated.fits(material) {
            throw KeyRuleError.foreignAlgorithm(name)
        }
        try requireFit(algorithm)
        if let use, use != "sig" { throw KeyRuleError.use(use) }
        if let operations, !operations.contains(purpose.rawValue) {
            throw KeyRuleError.operation(missing: purpose.rawValue)
        }
        if let wanted = self.algorithm {
            let declared = Algorithm.named(wanted)
            guard let declared, declared.isSynonym(of: algorithm, for: material) else {
                throw KeyRuleError.algorithm(keyIsFor: wanted, wanted: algorithm.name)
            }
        }
        switch (material, algorithm.key) {
        case (.publicKey, _) where purpose == .sign: throw KeyRuleError.privateKeyNeeded
        case (.secret(let secret), .secret(let minimum))
        where secret.count < (allowsShortSecret ? 1 : minimum):
            throw KeyRuleError.secretTooShort(
                bytes: secret.count, minimum: minimum, algorithm: algorithm.name)
        default: break
        }
    }

    private func requireFit(_ algorithm: Algorithm) throws {
        if algorithm.fits(material) { return }
        try judge()
        throw KeyRuleError.algorithmDoesNotFit(
            algorithm: algorithm.name, fitting: Algorithm.fitting(material).map(\.name))
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
    package static let defaultBits = 2048
    /// In bits. New keys have whole bytes.
    package static let sizes = minimumBits...maximumBits
    /// The sizes of new keys, for a sentence.
    package static var sizeWords: String { "a multiple of 8 from \(minimumBits) to \(maximumBits)" }
    /// The sizes that tools and standards name.
    package static let usualBits = [defaultBits, 3072, 4096]

    /// Whether a new key may have this size.
    package static func isSize(_ bits: Int) -> Bool { sizes.contains(bits) && bits % 8 == 0 }
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
    package mutating func restrict(to use: KeyUse?, _ algorithm: Algorithm?) throws {
        if let use { self.use = use.rawValue }
        if let algorithm {
            try requireFit(algorithm)
            self.algorithm = algorithm.name
        }
        if use == nil, algorithm == nil { return }
        if use == .encryption { return try checkEncryption() }
        let key = publicKey ?? self
        // Only a secret may have the operation of the signer alone.
        let purpose: Purpose = key.operations == ["sign"] ? .sign : .verify
        if let algorithm { try key.permit(purpose, algorithm) }
        try key.judge(for: purpose)
    }

    /// Checks that nothing about the key is for signatures only. All algorithms that signet knows are.
    package func checkEncryption() throws {
        if let algorithm, Algorithm.named(algorithm) != nil { throw KeyRuleError.signsOnly(algorithm) }
        switch material.type {
        case .rsaPSS, .bytes: throw KeyRuleError.signsOnly(nil)
        case .rsa, .ec, nil: break
        }
        if let operations, operations.contains("sign") || operations.contains("verify") {
            throw KeyRuleError.operation(missing: "encryption")
        }
    }
}
