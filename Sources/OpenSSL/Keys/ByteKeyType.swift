/// A type of keys that are byte strings and sign the message itself instead of its digest. Each is one row of ``all``:
/// whatever makes, reads, writes, names or judges keys reads the row.
package struct ByteKeyType: Sendable {
    /// As users, libcrypto and JOSE name it. JOSE has a signature algorithm of the same name (RFC 9864 §2.2).
    package let name: String
    package let family: ByteKeyFamily
    /// Of the key and of its signatures, dotted decimal (RFC 8410 §3).
    let oid: String
    package let publicByteCount: Int
    package let privateByteCount: Int
    /// Nil if OpenSSH does not have the type.
    package var sshName: String?
    /// The cost of verifying a signature; see ``KeyFacts/verificationCost``.
    let verificationCost: Int

    package static let ed25519 = ByteKeyType(
        name: "Ed25519", family: .edwards, oid: "1.3.101.112", publicByteCount: 32, privateByteCount: 32,
        sshName: "ssh-ed25519", verificationCost: 1)
    package static let ed448 = ByteKeyType(
        name: "Ed448", family: .edwards, oid: "1.3.101.113", publicByteCount: 57, privateByteCount: 57,
        verificationCost: 3)

    package static let all = [ed25519, ed448]
}

extension ByteKeyType {
    /// The type of a key or a signature with this algorithm, dotted decimal.
    init?(oid: String) {
        guard let type = Self.all.first(where: { $0.oid == oid }) else { return nil }
        self = type
    }
}

extension ByteKeyType: Hashable {
    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Swift.Hasher) { hasher.combine(name) }
}

/// What the types of one standard have in common.
package enum ByteKeyFamily: CaseIterable, Sendable {
    /// EdDSA (RFC 8032).
    case edwards

    package var types: [ByteKeyType] { ByteKeyType.all.filter { $0.family == self } }

    /// The members of a JWK: the value of `kty`, and the names of those for the type and the two keys.
    package struct JWKMembers: Sendable {
        package let keyType, type, publicKey, privateKey: String
    }

    /// RFC 8037 §2.
    package var jwk: JWKMembers {
        switch self {
        case .edwards: JWKMembers(keyType: "OKP", type: "crv", publicKey: "x", privateKey: "d")
        }
    }

    /// The standard that says how messages are hashed.
    package var standard: String {
        switch self {
        case .edwards: "RFC 8032"
        }
    }

    /// The section that forbids all key usages other than signatures.
    package var usageSection: String {
        switch self {
        case .edwards: "RFC 9295 §3"
        }
    }
}
