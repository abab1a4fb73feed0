import OpenSSL

/// Rules for an RSA key (RFC 7518 §3.3 and §3.5; NIST SP 800-56B Rev. 2 §6.2).
package enum RSAKeyRules {
    package static let minimumBits = 2048
    package static let maximumBits = Limits.rsaBits
}
