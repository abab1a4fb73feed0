internal import COpenSSL

/// A type of keys that are byte strings and sign the message itself instead of its digest. ``all`` has one row for each:
/// its names and its sizes.
package struct ByteKeyType: Sendable {
    /// As users, libcrypto and JOSE name it. JOSE has a signature algorithm of the same name (RFC 9864 §2.2).
    package let name: String
    package let family: ByteKeyFamily
    /// Of the key and of its signatures, dotted decimal (RFC 8410 §3).
    let oid: String
    package let publicByteCount: Int
    /// Of the private key, or of the seed that it is made from.
    package let privateByteCount: Int
    /// Of the private key that is made from a seed; nil if there is no seed.
    var expandedByteCount: Int?
    /// Nil if OpenSSH does not have the type.
    package var sshName: String?
    /// The cost of verifying a signature; see ``KeyFacts/verificationCost``.
    package let verificationCost: Int

    package static let ed25519 = ByteKeyType(
        name: "Ed25519", family: .edwards, oid: "1.3.101.112", publicByteCount: 32, privateByteCount: 32,
        sshName: "ssh-ed25519", verificationCost: 1)
    package static let ed448 = ByteKeyType(
        name: "Ed448", family: .edwards, oid: "1.3.101.113", publicByteCount: 57, privateByteCount: 57,
        verificationCost: 3)

    // FIPS 204 §4, table 2; RFC 9881 §2.
    private static let mlDSA44 = ByteKeyType(
        name: "ML-DSA-44", family: .mlDSA, oid: "2.16.840.1.101.3.4.3.17", publicByteCount: 1312,
        privateByteCount: 32, expandedByteCount: 2560, verificationCost: 2)
    private static let mlDSA65 = ByteKeyType(
        name: "ML-DSA-65", family: .mlDSA, oid: "2.16.840.1.101.3.4.3.18", publicByteCount: 1952,
        privateByteCount: 32, expandedByteCount: 4032, verificationCost: 3)
    private static let mlDSA87 = ByteKeyType(
        name: "ML-DSA-87", family: .mlDSA, oid: "2.16.840.1.101.3.4.3.19", publicByteCount: 2592,
        privateByteCount: 32, expandedByteCount: 4896, verificationCost: 4)

    package static let all = [ed25519, ed448, mlDSA44, mlDSA65, mlDSA87]
}

extension ByteKeyType {
    /// As flags spell it: `ed25519`.
    package var word: String { name.lowercased() }

    /// `Ed25519`, …
    package static var names: [String] { all.map(\.name) }

    /// The type of a key or a signature with this algorithm, dotted decimal.
    init?(oid: String) {
        guard let type = Self.all.first(where: { $0.oid == oid }) else { return nil }
        self = type
    }

    /// Why this libcrypto does not have the type; nil if it does. libcrypto looks for it only if it is not in every
    /// version.
    package var obstacle: String? {
        guard let version = family.minimumVersion else { return nil }
        let context = unsafe EVP_PKEY_CTX_new_from_name(nil, name, nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        if unsafe context != nil { return nil }
        discardErrors()
        return "\(name) requires OpenSSL \(version); this is \(Library.number)"
    }

    func requireAvailable() throws {
        if let obstacle { throw KeyError.unsupported(obstacle) }
    }

    /// Whether this is a private key without its seed (RFC 9881 §6).
    ///
    /// - Parameter encoding: the privateKey of a PrivateKeyInfo.
    /// - Returns: nil if the standard does not have the encoding. libcrypto also reads some from drafts.
    func lacksSeed(_ encoding: Secret) -> Bool? {
        guard let expandedByteCount else { return false }
        // The headers have 2 bytes for the seed, and 4 for the expanded key and for both in a SEQUENCE.
        let (seed, expanded) = (privateByteCount + 2, expandedByteCount + 4)
        return switch (encoding.withBytes { $0.isEmpty ? nil : $0[0] }, encoding.count) {
        case (0x80, seed), (0x30, 4 + seed + expanded): false
        case (0x04, expanded): true
        default: nil
        }
    }
}

extension ByteKeyType: Hashable {
    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Swift.Hasher) { hasher.combine(name) }
}

/// What the types of one standard have in common. Each is one row of ``all``.
package struct ByteKeyFamily: Equatable, Sendable {
    /// The members of a JWK: the value of `kty`, and the names of those for the type and the two keys.
    package struct JWKMembers: Equatable, Sendable {
        package let keyType, type, publicKey, privateKey: String

        /// Whether the type is named by its algorithm (RFC 9964 §3).
        package var namesAlgorithm: Bool { type == "alg" }
    }

    package let jwk: JWKMembers
    /// The standard that says how messages are hashed.
    package let standard: String
    /// The section that forbids all key usages other than signatures.
    package let usageSection: String
    /// libcrypto's name for the bytes of a private key: the key, or its seed.
    let privateParameter: String
    /// The first OpenSSL that has the types; nil if every supported one does.
    fileprivate var minimumVersion: String?

    /// EdDSA (RFC 8032, RFC 8037 §2).
    package static let edwards = ByteKeyFamily(
        jwk: JWKMembers(keyType: "OKP", type: "crv", publicKey: "x", privateKey: "d"), standard: "RFC 8032",
        usageSection: "RFC 9295 §3", privateParameter: OSSL_PKEY_PARAM_PRIV_KEY)
    /// ML-DSA (FIPS 204, RFC 9964 §3).
    fileprivate static let mlDSA = ByteKeyFamily(
        jwk: JWKMembers(keyType: "AKP", type: "alg", publicKey: "pub", privateKey: "priv"),
        standard: "FIPS 204", usageSection: "RFC 9881 §5", privateParameter: "seed", minimumVersion: "3.5")

    package static let all = [edwards, mlDSA]

    package var types: [ByteKeyType] { ByteKeyType.all.filter { $0.family == self } }
}
