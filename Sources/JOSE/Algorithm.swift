package import OpenSSL

/// A signature algorithm of JOSE. Each is one value, in the folder of its family; `none` does not exist.
package struct Algorithm: Hashable, Sendable {
    /// What keys it takes.
    package enum KeyRequirement: Hashable, Sendable {
        case rsa
        case ec(Curve)
        /// Ed25519 or Ed448.
        case edwards
        case ed25519
        case ed448
        /// A secret of at least so many bytes.
        case secret(minimumBytes: Int)
    }

    package enum Method: Hashable, Sendable {
        case signature(SignatureScheme)
        case hmac(DigestAlgorithm)
    }

    /// As `alg` has it.
    package let name: String
    package let key: KeyRequirement
    package let method: Method

    /// Every algorithm there is; the first that fits a key is its default.
    package static let all: [Algorithm] = rsa + ecdsa + edDSA + hmac

    package static func named(_ name: String) -> Algorithm? {
        // By bytes: String's equality would take other spellings of the same text for it.
        all.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    package func fits(_ material: Key.Material) -> Bool {
        switch (key, material.type) {
        case (.rsa, .rsa), (.edwards, .ed25519), (.edwards, .ed448), (.ed25519, .ed25519), (.ed448, .ed448):
            true
        case (.ec(let wanted), .ec(let curve)): wanted == curve
        case (.secret, nil): true
        default: false
        }
    }

    /// Every algorithm that a key can be used with, its default first.
    package static func fitting(_ material: Key.Material) -> [Algorithm] {
        all.filter { $0.fits(material) }
    }

    /// Whether two names stand for the same computation with this key: `EdDSA` and `Ed25519` (RFC 9864 §2.2)
    /// do, with an Ed25519 key.
    package func isSynonym(of other: Algorithm, for material: Key.Material) -> Bool {
        self == other || (method == other.method && fits(material) && other.fits(material))
    }
}
