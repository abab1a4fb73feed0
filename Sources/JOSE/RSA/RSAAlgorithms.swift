import OpenSSL

extension Algorithm {
    /// RSASSA-PKCS1-v1_5 (RFC 7518 §3.3) and RSASSA-PSS (§3.5).
    static let rsa: [Algorithm] = [
        Algorithm(name: "RS256", key: .rsa, method: .signature(.rsaPKCS1(.sha256))),
        Algorithm(name: "RS384", key: .rsa, method: .signature(.rsaPKCS1(.sha384))),
        Algorithm(name: "RS512", key: .rsa, method: .signature(.rsaPKCS1(.sha512))),
        Algorithm(name: "PS256", key: .rsa, method: .signature(.rsaPSS(.sha256))),
        Algorithm(name: "PS384", key: .rsa, method: .signature(.rsaPSS(.sha384))),
        Algorithm(name: "PS512", key: .rsa, method: .signature(.rsaPSS(.sha512))),
    ]
}
