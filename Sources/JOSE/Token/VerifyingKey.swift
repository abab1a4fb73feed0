import MultiBuffer
import OpenSSL

/// A checked key, prepared for one algorithm. It belongs to one thread.
final class VerifyingKey {
    /// A signature that was taken in.
    struct Begun {
        let key: VerifyingKey
        fileprivate let state: State

        fileprivate enum State {
            case verified(Bool)
            /// The number of the signature in its group.
            case waiting(VerifyingGroup, Int)
        }

        /// Whether the signature is valid. If it is verified in a group, call this afterwards.
        func holds() throws(OpenSSLError) -> Bool {
            switch state {
            case .verified(let holds): holds
            case .waiting(let group, let number): try group.holds(number)
            }
        }
    }

    private enum Method: ~Copyable {
        case signature(Verifier)
        case hmac(HMAC)
        case group(MultiBufferVerifyingKey, VerifyingGroup)
    }

    let type: KeyType?
    private let method: Method

    /// - Parameter engine: the key for the engine, with its tables, and the groups; nil for libcrypto.
    /// - Precondition: the algorithm fits the key.
    init(
        _ key: Key, _ algorithm: Algorithm,
        _ engine: (key: MultiBufferKey, tables: MultiBufferTables, groups: VerifyingGroups)?
    ) throws(OpenSSLError) {
        type = key.material.type
        switch algorithm.method {
        case .signature(let scheme):
            if let engine {
                method = .group(
                    MultiBufferVerifyingKey(engine.key, scheme, engine.tables),
                    try engine.groups.group(engine.key.form, scheme))
            } else if let publicKey = key.material.publicKey {
                method = .signature(try Verifier.make(publicKey, scheme))
            } else {
                preconditionFailure("the algorithm does not fit the key")
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
        case .group(let key, let group):
            if let number = try group.add(signature, for: signingInput, key) {
                Begun(key: self, state: .waiting(group, number))
            } else {
                Begun(key: self, state: .verified(try key.verify(signature, for: signingInput)))
            }
        }
    }
}
