import MultiBuffer
import OpenSSL

/// A checked key, prepared for the algorithm that a header names.
final class VerifyingKey {
    /// A signature that was taken in.
    struct Begun {
        let key: VerifyingKey
        fileprivate let state: State

        fileprivate enum State {
            case verified(Bool)
            /// The number of the signature in its group.
            case waiting(any AnsweringGroup, Int)
        }
    }

    private enum Method: ~Copyable {
        case signature(Verifier)
        case hmac(HMAC)
        case group(VerifyingGroup)
        case curve(MultiBufferCurveKey, CurveVerifyingGroup)
    }

    /// The text of the header.
    let header: [UInt8]
    let type: KeyType?
    private let method: Method

    /// - Parameter groups: nil if signatures are verified one by one.
    /// - Precondition: the algorithm fits the key.
    init(
        _ header: [UInt8], _ key: Key, _ algorithm: Algorithm, _ groups: CurveVerifyingGroups?
    ) throws(OpenSSLError) {
        self.header = header
        type = key.material.type
        switch algorithm.method {
        case .signature(let scheme):
            guard let publicKey = key.material.publicKey else {
                preconditionFailure("the algorithm does not fit the key")
            }
            if groups != nil, case .rsa = algorithm.key,
                let group = try VerifyingGroup.make(publicKey, scheme)
            {
                method = .group(group)
            } else if let groups, let key = try MultiBufferCurveKey.make(publicKey, scheme) {
                method = .curve(key, try groups.group(publicKey.type, scheme))
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

    /// Verifies a signature, or adds it to the group.
    func begin(_ signature: Span<UInt8>, _ signingInput: Span<UInt8>) throws(OpenSSLError) -> Begun {
        switch method {
        case .signature(let verifier):
            Begun(key: self, state: .verified(try verifier.verify(signature, for: signingInput)))
        case .hmac(let hmac):
            Begun(key: self, state: .verified(try hmac.verify(signature, for: signingInput)))
        case .group(let group):
            Begun(key: self, state: .waiting(group, try group.add(signature, for: signingInput)))
        case .curve(let key, let group):
            Begun(
                key: self,
                state: key.isReady()
                    ? .waiting(group, try group.add(signature, for: signingInput, key))
                    : .verified(try key.verifier.verify(signature, for: signingInput)))
        }
    }

    /// Verifies the signatures in the key's own group.
    func verifyGroup() {
        switch method {
        case .group(let group): group.verify()
        default: break
        }
    }

    /// Whether the signature is valid.
    func end(_ begun: Begun) throws(OpenSSLError) -> Bool {
        switch begun.state {
        case .verified(let holds): return holds
        case .waiting(let group, let number): return try group.holds(number)
        }
    }
}
