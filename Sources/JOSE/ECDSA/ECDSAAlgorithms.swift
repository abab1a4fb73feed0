import OpenSSL

extension Algorithm {
    /// ECDSA (RFC 7518 §3.4), with secp256k1 from RFC 8812 §3.2. Each is bound to its curve.
    static let ecdsa: [Algorithm] = [
        Algorithm(name: "ES256", key: .ec(.p256), method: .signature(.ecdsa(.sha256))),
        Algorithm(name: "ES384", key: .ec(.p384), method: .signature(.ecdsa(.sha384))),
        Algorithm(name: "ES512", key: .ec(.p521), method: .signature(.ecdsa(.sha512))),
        Algorithm(name: "ES256K", key: .ec(.secp256k1), method: .signature(.ecdsa(.sha256))),
    ]
}
