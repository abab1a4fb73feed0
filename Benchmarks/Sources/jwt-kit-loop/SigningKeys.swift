import JWTKit

/// A collection with the one key that signs with `algorithm`, or `nil` for one that jwt-kit does not know.
///
/// - Parameter bytes: PKCS#8 in PEM, or the secret itself.
func signingKeys(_ algorithm: String, _ bytes: [UInt8]) async throws -> JWTKeyCollection? {
    let keys = JWTKeyCollection()
    let digests: [Substring: DigestAlgorithm] = ["256": .sha256, "384": .sha384, "512": .sha512]
    let digest = digests[algorithm.dropFirst(2)] ?? .sha256
    let pem = String(decoding: bytes, as: UTF8.self)
    switch algorithm {
    case "HS256", "HS384", "HS512":
        await keys.add(hmac: HMACKey(from: bytes), digestAlgorithm: digest)
    case "RS256", "RS384", "RS512":
        try await keys.add(rsa: Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: digest)
    case "PS256", "PS384", "PS512":
        try await keys.add(pss: Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: digest)
    case "ES256": try await keys.add(ecdsa: ES256PrivateKey(pem: pem))
    case "ES384": try await keys.add(ecdsa: ES384PrivateKey(pem: pem))
    case "ES512": try await keys.add(ecdsa: ES512PrivateKey(pem: pem))
    case "EdDSA": try await keys.add(eddsa: EdDSA.PrivateKey(pem: pem))
    default: return nil
    }
    return keys
}
