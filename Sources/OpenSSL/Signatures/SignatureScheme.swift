/// A way to sign: the primitive, its padding, its digest.
package enum SignatureScheme: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2).
    case rsaPKCS1(DigestAlgorithm)
    /// RSASSA-PSS (RFC 8017 §8.1): MGF1 with the same digest, a salt as long as the digest (RFC 7518 §3.5).
    case rsaPSS(DigestAlgorithm)
    /// ECDSA with the signature as r and s side by side, each as long as the curve's order (RFC 7518 §3.4).
    case ecdsa(DigestAlgorithm)
    /// EdDSA (RFC 8032), without context, not prehashed.
    case edDSA
}
