package import OpenSSL

/// Certificates that were given in any order, put in order around a key's own.
package struct CertificateBundle: Sendable {
    package let leaf: Certificate
    /// From the leaf's issuer upwards, as far as the given ones go.
    package let chain: [Certificate]
    /// What was given and does not belong to the chain, once each.
    package let unrelated: [Certificate]

    /// - Parameter certificates: the leaf is the first whose key it is. What is there twice counts once.
    /// - Returns: nil where the key belongs to none of them.
    package init?(_ key: PublicKey, among certificates: [Certificate]) {
        guard let leaf = certificates.first(where: { $0.holds(key) }) else { return nil }
        self.init(leaf, among: certificates)
    }

    package init(_ leaf: Certificate, among certificates: [Certificate]) {
        var seen: Set<Certificate> = [leaf]
        let others = certificates.filter { seen.insert($0).inserted }
        let chain = leaf.chain(among: others).dropFirst()
        self.leaf = leaf
        self.chain = Array(chain)
        let members = Set(chain)
        unrelated = others.filter { !members.contains($0) }
    }
}

extension Certificate {
    /// Whether a key is the certificate's. One of a type that is not known here is none that is.
    package func holds(_ key: PublicKey) -> Bool {
        (try? publicKey()) == key
    }
}
