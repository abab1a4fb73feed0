/// An algorithm of RFC 7518, with the key that it is measured with.
struct SigningAlgorithm {
    let name: String
    let key: KeyKind

    static let rs256 = SigningAlgorithm(name: "RS256", key: .rsa2048)
    static let es256 = SigningAlgorithm(name: "ES256", key: .p256)
    static let es384 = SigningAlgorithm(name: "ES384", key: .p384)
    static let es512 = SigningAlgorithm(name: "ES512", key: .p521)
    static let edDSA = SigningAlgorithm(name: "EdDSA", key: .ed25519)
    static let hs256 = SigningAlgorithm(name: "HS256", key: .secret)

    /// Those that people choose first, then their relatives.
    static let all = [
        rs256, es256, edDSA, hs256,
        SigningAlgorithm(name: "RS384", key: .rsa2048),
        SigningAlgorithm(name: "RS512", key: .rsa2048),
        SigningAlgorithm(name: "PS256", key: .rsa2048),
        SigningAlgorithm(name: "PS384", key: .rsa2048),
        SigningAlgorithm(name: "PS512", key: .rsa2048),
        es384, es512,
        SigningAlgorithm(name: "ES256K", key: .secp256k1),
        SigningAlgorithm(name: "HS384", key: .secret),
        SigningAlgorithm(name: "HS512", key: .secret),
    ]
}
