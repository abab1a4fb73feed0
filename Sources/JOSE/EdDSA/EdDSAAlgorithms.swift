import OpenSSL

extension Algorithm {
    /// EdDSA (RFC 8037 §3.1), and the names that specify the curve (RFC 9864 §2.2).
    static let edDSA: [Algorithm] = [
        Algorithm(name: "EdDSA", key: .edwards, method: .signature(.edDSA)),
        Algorithm(name: "Ed25519", key: .ed25519, method: .signature(.edDSA)),
        Algorithm(name: "Ed448", key: .ed448, method: .signature(.edDSA)),
    ]
}
