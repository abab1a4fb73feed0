import OpenSSL

/// The value of `use` (RFC 7517 §4.2).
package enum KeyUse: String, CaseIterable, Sendable {
    case signatures = "sig"
    case encryption = "enc"
}

extension Key {
    /// Sets `use` and `alg`. Nil keeps what the key has.
    ///
    /// - Throws: if the key cannot be used so, or if its `key_ops` do not allow it (§4.3).
    package mutating func restrict(to use: KeyUse?, _ algorithm: Algorithm?) throws(KeyRefusal) {
        if let use { self.use = use.rawValue }
        if let algorithm { self.algorithm = algorithm.name }
        if use == nil, algorithm == nil { return }
        if use == .encryption { return try checkEncryption() }
        let key = publicHalf ?? self
        // Only a secret may have the operation of the signer alone.
        let purpose: Purpose = key.operations == ["sign"] ? .sign : .verify
        if let algorithm { try key.permit(purpose, algorithm) }
        try key.judge(for: purpose)
    }

    /// Checks that nothing about the key is for signatures only. All algorithms that signet knows are.
    private func checkEncryption() throws(KeyRefusal) {
        if let algorithm, Algorithm.named(algorithm) != nil { throw .signsOnly(algorithm: algorithm) }
        switch material.type {
        case .rsaPSS, .bytes: throw .signsOnly(algorithm: nil)
        case .rsa, .ec, nil: break
        }
        if let operations, operations.contains("sign") || operations.contains("verify") {
            throw .operation(missing: "encryption")
        }
    }
}
