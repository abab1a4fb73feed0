package import OpenSSL
import Words

/// A key with the attributes that its JWK states. A key from PEM or DER has none.
package struct Key: Sendable {
    package enum Material: Sendable {
        case privateKey(PrivateKey)
        case publicKey(PublicKey)
        /// A key for HMAC.
        case secret(Secret)

        /// Nil for a secret.
        package var type: KeyType? {
            switch self {
            case .privateKey(let key): key.type
            case .publicKey(let key): key.type
            case .secret: nil
            }
        }

        package var publicKey: PublicKey? {
            switch self {
            case .privateKey(let key): key.publicKey
            case .publicKey(let key): key
            case .secret: nil
            }
        }

        /// Whether a store signs with the key; see ``StoredKey``.
        package var staysInStore: Bool {
            if case .privateKey(let key) = self { key.staysInStore } else { false }
        }

        /// Whether it is a private key whose seed, which a JWK holds, is not known.
        package var lacksSeed: Bool {
            if case .privateKey(let key) = self { key.lacksSeed } else { false }
        }

        /// Whether the key contains anything that must not be shown.
        package var isSecret: Bool {
            if case .publicKey = self { false } else { true }
        }
    }

    package var material: Material
    /// `kid`.
    package var id: String?
    /// `use`: `sig`, `enc` (RFC 7517 §4.2).
    package var use: String?
    /// `key_ops` (§4.3).
    package var operations: [String]?
    /// `alg` (§4.4): the only algorithm that the key may be used with.
    package var algorithm: String?
    /// The names of the other members of its JWK, which are not written.
    package var ignoredMembers: [String] = []
    /// Whether a secret may be shorter than the hash of its algorithm, against RFC 7518 §3.2.
    package var allowsShortSecret = false

    package init(
        _ material: Material, id: String? = nil, use: String? = nil, operations: [String]? = nil,
        algorithm: String? = nil
    ) {
        self.material = material
        self.id = id
        self.use = use
        self.operations = operations
        self.algorithm = algorithm
    }

    /// The `alg` to write into a JWK; nil if the key has none, or if `alg` is written as its type. A JWK has no type for
    /// RSA-PSS keys, so without `alg` the key could be used for RSASSA-PKCS1-v1_5 too. It gets the algorithm of the
    /// parameters, or PS256 if it has none.
    ///
    /// - Throws: if the parameters allow no algorithm, which a JWK cannot say.
    func algorithmOfJWK() throws -> String? {
        if case .bytes(let type) = material.type, type.family.jwk.namesAlgorithm { return nil }
        guard case .rsaPSS(_, let parameters) = material.type, algorithm == nil else { return algorithm }
        if let fault = parameters?.fault { throw InputError(fault) }
        return Algorithm.fitting(material).first?.name
    }

    /// The public operation that corresponds to each private one (RFC 7517 §4.3).
    private static let publicCounterparts = [
        ("sign", "verify"), ("decrypt", "encrypt"), ("unwrapKey", "wrapKey"),
    ]

    /// The public key with the same attributes and the corresponding operations; nil for a secret, which has no
    /// public key.
    package var publicKey: Key? {
        guard let publicKey = material.publicKey else { return nil }
        var key = self
        key.material = .publicKey(publicKey)
        if case .privateKey = material {
            key.operations = operations.map { operations in
                Self.publicCounterparts.filter { operations.contains($0) || operations.contains($1) }.map(\.1)
            }
        }
        return key
    }
}
