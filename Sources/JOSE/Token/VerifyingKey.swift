import OpenSSL

/// A key that passed, set up for the algorithm that a header asks for.
final class VerifyingKey {
    /// A signature that was taken in.
    struct Begun {
        let key: VerifyingKey
        fileprivate let state: State

        fileprivate enum State {
            case verified(Bool)
            /// The number of the signature in the key's group.
            case waiting(VerifyingGroup, Int)
        }
    }

    private enum Method: ~Copyable {
        case signature(Verifier)
        case hmac(HMAC)
        case group(VerifyingGroup)
    }

    /// The text of the header.
    let header: [UInt8]
    let type: KeyType?
    private let method: Method

    /// - Precondition: the algorithm fits the key.
    init(_ header: [UInt8], _ key: Key, _ algorithm: Algorithm, usesGroups: Bool) throws(OpenSSLError) {
        self.header = header
        type = key.material.type
        switch algorithm.method {
        case .signature(let scheme):
            guard let publicKey = key.material.publicKey else {
                preconditionFailure("the algorithm does not fit the key")
            }
            if usesGroups, case .rsa = algorithm.key,
                let group = try VerifyingGroup.make(publicKey, scheme)
            {
                method = .group(group)
            } else {
                method = .signature(try Verifier.make(publicKey, scheme))
            }
        case .hmac(let digest):
            guard case .secret(let secret) = key.material else {
                preconditionFailure("the algorithm does not fit the key")
            }
            method = .hmac(try HMAC.make(digest: digest, key: secret))
        }
    }

    /// Verifies a signature, or takes it in for the group.
    func begin(_ signature: Span<UInt8>, _ signingInput: Span<UInt8>) throws(OpenSSLError) -> Begun {
        switch method {
        case .signature(let verifier):
            Begun(key: self, state: .verified(try verifier.verify(signature, for: signingInput)))
        case .hmac(let hmac):
            Begun(key: self, state: .verified(try hmac.verify(signature, for: signingInput)))
        case .group(let group):
            Begun(key: self, state: .waiting(group, try group.add(signature, for: signingInput)))
        }
    }

    /// Whether signatures wait for `verifyGroup`.
    var isWaiting: Bool { group.map { !$0.isEmpty } ?? false }

    func verifyGroup() { group?.verify() }

    private var group: VerifyingGroup? {
        switch method {
        case .group(let group): group
        case .signature: nil
        case .hmac: nil
        }
    }

    /// Whether the signature holds.
    func end(_ begun: Begun) throws(OpenSSLError) -> Bool {
        switch begun.state {
        case .verified(let holds): return holds
        case .waiting(let group, let number): return try group.holds(number)
        }
    }
}
