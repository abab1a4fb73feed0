import OpenSSL

extension Algorithm {
    /// HMAC with SHA-2 (RFC 7518 §3.2). The key must be at least as long as the hash.
    static let hmac: [Algorithm] = [
        Algorithm(name: "HS256", key: .secret(minimumBytes: 32), method: .hmac(.sha256)),
        Algorithm(name: "HS384", key: .secret(minimumBytes: 48), method: .hmac(.sha384)),
        Algorithm(name: "HS512", key: .secret(minimumBytes: 64), method: .hmac(.sha512)),
    ]
}
