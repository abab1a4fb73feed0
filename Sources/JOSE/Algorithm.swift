package import OpenSSL
import Words

/// A JOSE signature algorithm. Each is one value, in the list of its family. `none` is not among them.
package struct Algorithm: Hashable, Sendable {
    /// The kind of key that an algorithm requires.
    package enum KeyRequirement: Hashable, Sendable {
        case rsa
        case ec(Curve)
        /// One of these types.
        case bytes([ByteKeyType])
        /// A secret of at least this many bytes.
        case secret(minimumBytes: Int)
    }

    package enum Method: Hashable, Sendable {
        case signature(SignatureScheme)
        case hmac(DigestAlgorithm)
    }

    /// The value of `alg`.
    package let name: String
    package let key: KeyRequirement
    package let method: Method

    /// All supported algorithms. The first that fits a key is its default.
    package static let all: [Algorithm] = rsa + ecdsa + bytes + hmac

    package static func named(_ name: String) -> Algorithm? {
        // String's equality treats different encodings of a text as equal, but ASCII has only one.
        guard name.utf8.isASCII else { return nil }
        return all.first { $0.name == name }
    }

    /// Why this libcrypto does not have the algorithm; nil if it does.
    var obstacle: String? {
        guard case .bytes(let types) = key else { return nil }
        return types.lazy.compactMap(\.obstacle).first
    }

    package func fits(_ material: Key.Material) -> Bool { fits(material.type) }

    /// - Parameter type: nil for a secret.
    package func fits(_ type: KeyType?) -> Bool {
        switch (key, type) {
        case (.rsa, .rsaPSS(_, _)?):
            if case .signature(let scheme) = method, let type { scheme.fits(type) } else { false }
        case (.rsa, .rsa): true
        case (.bytes(let types), .bytes(let type)): types.contains(type)
        case (.ec(let wanted), .ec(let curve)): wanted == curve
        case (.secret, nil): true
        default: false
        }
    }

    /// Every algorithm that a key can be used with, its default first.
    package static func fitting(_ material: Key.Material) -> [Algorithm] {
        all.filter { $0.fits(material) }
    }

    /// Whether two names mean the same computation with this key. `EdDSA` and `Ed25519` do with an Ed25519 key (RFC
    /// 9864 §2.2).
    package func isSynonym(of other: Algorithm, for material: Key.Material) -> Bool {
        self == other || (method == other.method && fits(material) && other.fits(material))
    }
}

// The families.
extension Algorithm {
    /// HMAC with SHA-2 (RFC 7518 §3.2). The key must be at least as long as the hash.
    static let hmac: [Algorithm] = [
        Algorithm(name: "HS256", key: .secret(minimumBytes: 32), method: .hmac(.sha256)),
        Algorithm(name: "HS384", key: .secret(minimumBytes: 48), method: .hmac(.sha384)),
        Algorithm(name: "HS512", key: .secret(minimumBytes: 64), method: .hmac(.sha512)),
    ]

    /// RSASSA-PKCS1-v1_5 (RFC 7518 §3.3) and RSASSA-PSS (§3.5).
    static let rsa: [Algorithm] = [
        Algorithm(name: "RS256", key: .rsa, method: .signature(.rsaPKCS1(.sha256))),
        Algorithm(name: "RS384", key: .rsa, method: .signature(.rsaPKCS1(.sha384))),
        Algorithm(name: "RS512", key: .rsa, method: .signature(.rsaPKCS1(.sha512))),
        Algorithm(name: "PS256", key: .rsa, method: .signature(.rsaPSS(.sha256))),
        Algorithm(name: "PS384", key: .rsa, method: .signature(.rsaPSS(.sha384))),
        Algorithm(name: "PS512", key: .rsa, method: .signature(.rsaPSS(.sha512))),
    ]

    /// ECDSA (RFC 7518 §3.4), with secp256k1 from RFC 8812 §3.2. Each is bound to its curve.
    static let ecdsa: [Algorithm] = Curve.allCases.map {
        Algorithm(name: $0.algorithmName, key: .ec($0), method: .signature(.ecdsa($0.digest)))
    }

    /// EdDSA (RFC 8037 §3.1), and the algorithms that specify the type of key (RFC 9864 §2.2).
    static let bytes: [Algorithm] =
        [Algorithm(name: "EdDSA", key: .bytes(ByteKeyFamily.edwards.types), method: .signature(.pure))]
        + ByteKeyType.all.map { Algorithm(name: $0.name, key: .bytes([$0]), method: .signature(.pure)) }
}
