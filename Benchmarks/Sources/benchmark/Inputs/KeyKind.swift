/// A key, by the name that `openssl speed` has for its work, where it has one.
enum KeyKind: String {
    case rsa2048, rsa3072, rsa4096
    case p256 = "ecdsap256"
    case p384 = "ecdsap384"
    case p521 = "ecdsap521"
    case secp256k1, ed25519
    case secret

    /// How openssl makes one; nothing for a secret, which is random bytes.
    var generation: [String] {
        switch self {
        case .rsa2048: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
        case .rsa3072: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:3072"]
        case .rsa4096: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:4096"]
        case .p256: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
        case .p384: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]
        case .p521: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"]
        case .secp256k1: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"]
        case .ed25519: ["-algorithm", "ED25519"]
        case .secret: []
        }
    }
}
