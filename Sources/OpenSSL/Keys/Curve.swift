internal import COpenSSL

/// An elliptic curve of ECDSA keys. ``allCases`` has one row for each: its names, its size and its algorithms.
package struct Curve: RawRepresentable, CaseIterable, Hashable, Sendable {
    /// As users and JOSE name it (RFC 7518 §6.2.1.1, RFC 8812 §3.1).
    package let rawValue: String
    /// libcrypto's name for the group.
    let groupName: String
    /// In other standards and tools, in lower case.
    var otherNames: [String] = []
    /// Length of a coordinate, a scalar, and each half of a signature, in bytes.
    package let byteCount: Int
    /// As strong as the curve, and that of its algorithm in JOSE.
    package let digest: DigestAlgorithm
    /// JOSE's algorithm for the curve (RFC 7518 §3.4, RFC 8812 §3.2).
    package let algorithmName: String
    /// RFC 5656 §10.1; nil if SSH does not have the curve.
    package var sshName: String?
    /// The cost of verifying a signature; see ``KeyFacts/verificationCost``.
    package let verificationCost: Int

    package static let p256 = Curve(
        rawValue: "P-256", groupName: "prime256v1", otherNames: ["p256", "secp256r1"], byteCount: 32,
        digest: .sha256, algorithmName: "ES256", sshName: "nistp256", verificationCost: 1)
    package static let p384 = Curve(
        rawValue: "P-384", groupName: "secp384r1", otherNames: ["p384"], byteCount: 48,
        digest: .sha384, algorithmName: "ES384", sshName: "nistp384", verificationCost: 10)
    package static let p521 = Curve(
        rawValue: "P-521", groupName: "secp521r1", otherNames: ["p521"], byteCount: 66,
        digest: .sha512, algorithmName: "ES512", sshName: "nistp521", verificationCost: 7)
    package static let secp256k1 = Curve(
        rawValue: "secp256k1", groupName: "secp256k1", byteCount: 32,
        digest: .sha256, algorithmName: "ES256K", verificationCost: 10)

    package static let allCases = [p256, p384, p521, secp256k1]
}

extension Curve {
    package static var names: [String] { allCases.map(\.rawValue) }

    /// Every name of the curve, in lower case.
    package var spellings: [String] { [rawValue.lowercased(), groupName] + otherNames }

    package init?(rawValue: String) {
        guard let curve = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = curve
    }

    init?(groupName: String) {
        // Some providers report the NIST name.
        guard
            let curve = Self.allCases.first(where: {
                $0.groupName == groupName || $0.rawValue == groupName
            })
        else { return nil }
        self = curve
    }

    /// For errors: the NIST name of the group if it has one.
    static func readableName(groupName: String) -> String {
        unsafe EC_curve_nid2nist(OBJ_sn2nid(groupName)).map { unsafe String(cString: $0) } ?? groupName
    }

    /// Used in place of a name if a curve is given by its parameters.
    static let explicitParameters = "explicit parameters"
}
