import MultiBuffer
import OpenSSL

/// The keys that may verify a token. They never come from the token.
///
/// Every key is decoded and checked once, before the first token. The work that a token causes must not grow with the
/// number of keys.
package struct KeySource: Sendable {
    private enum Keys {
        case single(Key)
        case set([(id: String?, key: Result<Key, KeyDefect>)])
    }

    private let keys: Keys

    private init(_ keys: Keys) { self.keys = keys }

    /// One key, which is used whatever `kid` the token has.
    ///
    /// - Throws: the reason if the key cannot verify.
    package static func key(_ key: Key) throws(KeyRefusal) -> KeySource {
        try key.judge(for: .verify)
        return KeySource(.single(key))
    }

    /// A set of keys, from which the token's `kid` selects. A key that cannot verify only affects the tokens that
    /// name it.
    ///
    /// - Parameter allowsShortSecrets: see ``Key/allowsShortSecret``.
    package static func set(_ set: JWKSet, allowsShortSecrets: Bool = false) -> KeySource {
        KeySource(
            .set(
                set.keys.map { jwk in
                    let key = Result { () throws(KeyDefect) in
                        var key = try mappingErrors(KeyDefect.malformed) { () throws(JWKError) in
                            try jwk.key()
                        }
                        key.allowsShortSecret = allowsShortSecrets
                        try mappingErrors(KeyDefect.refused) { () throws(KeyRefusal) in
                            try key.judge(for: .verify)
                        }
                        return key
                    }
                    return (jwk.id, key)
                }))
    }

    private var keyTypes: [KeyType?] {
        switch keys {
        case .single(let key): [key.material.type]
        case .set(let entries): entries.compactMap { try? $0.key.get() }.map(\.material.type)
        }
    }

    /// The number of signatures that can be verified together; 1 if they are verified one by one.
    var groupSize: Int {
        let sizes = keyTypes.map { type in
            switch type {
            case .rsa, .rsaPSS: MultiBuffer.kernel == .ifma ? MultiBuffer.lanes : 1
            case .ec, .ed25519: MultiBuffer.curveGroupSize
            case .ed448, nil: 1
            }
        }
        return sizes.max() ?? 1
    }

    /// Why signatures are verified one by one, if they are.
    package var groupRefusal: BackendRefusal {
        MultiBuffer.kernel != .ifma && keyTypes.contains { $0?.rsaBits != nil } ? .processor : .key
    }

    /// The key for a token.
    ///
    /// - Parameter id: the token's `kid`.
    func key(id: String?, _ algorithm: Algorithm) throws(Invalidity) -> Key {
        switch keys {
        case .single(let key): return key
        case .set(let entries): return try Self.key(id: id, algorithm, of: entries)
        }
    }

    /// The key with this `kid`; without one, the only key that may be used with the algorithm.
    ///
    /// Without a `kid`, invalid keys and keys for other uses are ignored (RFC 7517 §5). If no key fits, the error
    /// names an invalid one.
    private static func key(
        id: String?, _ algorithm: Algorithm, of entries: [(id: String?, key: Result<Key, KeyDefect>)]
    ) throws(Invalidity) -> Key {
        let known = entries.compactMap(\.id)
        if let id {
            guard let found = entries.first(where: { $0.id?.utf8.elementsEqual(id.utf8) ?? false }) else {
                throw .keyNotFound(id: id, known: known)
            }
            return try mappingErrors({ (defect: KeyDefect) in Invalidity.keyUnusable(id: id, defect) }) {
                () throws(KeyDefect) in try found.key.get()
            }
        }
        var fitting: [Key] = []
        var broken: Invalidity?
        for entry in entries {
            switch entry.key {
            case .success(let key): if key.permits(.verify, algorithm) { fitting.append(key) }
            case .failure(let defect):
                if broken == nil, !defect.isForOthers { broken = .keyUnusable(id: entry.id, defect) }
            }
        }
        guard fitting.count <= 1 else { throw .keyAmbiguous(known: known) }
        guard let only = fitting.first else { throw broken ?? .keyNotFound(id: nil, known: known) }
        return only
    }
}

/// Why a key of a set cannot verify.
package enum KeyDefect: Error, Equatable, Sendable {
    case malformed(JWKError)
    case refused(KeyRefusal)

    /// Whether the key is valid, but not for signatures, or not of a known type.
    fileprivate var isForOthers: Bool {
        switch self {
        case .malformed(.unsupportedKeyType), .malformed(.unsupportedCurve): true
        case .refused(.use), .refused(.operation), .refused(.algorithm): true
        case .malformed, .refused: false
        }
    }
}
