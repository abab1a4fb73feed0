package import OpenSSL

/// A key usage that a key cannot have, and the section that says so.
package struct KeyUsageConflict: Error, Equatable, Sendable {
    package let usages: [String]
    package let key: KeyType
    package let section: String
}

extension KeyUsage {
    /// What a leaf's key is for unless somebody says otherwise: signing, and with RSA wrapping keys.
    package static func usual(for key: KeyType) -> KeyUsage {
        if case .rsa = key { [.digitalSignature, .keyEncipherment] } else { .digitalSignature }
    }

    /// - Throws: for a usage that the standards forbid with the key.
    package func check(for key: KeyType) throws(KeyUsageConflict) {
        let forbidden: KeyUsage
        let section: String
        switch key {
        case .rsa:
            // Agreeing on a key, and what refines that, is for Diffie-Hellman.
            forbidden = [.keyAgreement, .encipherOnly, .decipherOnly]
            section = "RFC 3279 §2.3.1"
        case .ec:
            forbidden = [.keyEncipherment, .dataEncipherment]
            section = "RFC 8813 §3"
        case .ed25519, .ed448:
            forbidden = [.keyEncipherment, .dataEncipherment, .keyAgreement, .encipherOnly, .decipherOnly]
            section = "RFC 9295 §3"
        }
        let found = intersection(forbidden)
        if !found.isEmpty { throw KeyUsageConflict(usages: found.names, key: key, section: section) }
        let refinements = intersection([.encipherOnly, .decipherOnly])
        if !refinements.isEmpty, !contains(.keyAgreement) {
            throw KeyUsageConflict(usages: refinements.names, key: key, section: "RFC 5280 §4.2.1.3")
        }
    }
}
