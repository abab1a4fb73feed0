package import MultiBuffer
import OpenSSL
import Synchronization

/// The keys that may verify a token. They never come from the token. All threads share it.
///
/// Every key is decoded and checked once, before the first token. The work that a token causes must not grow with the
/// number of keys.
package final class KeySource: Sendable {
    struct Entry {
        let id: String?
        let key: Result<Key, KeyDefect>
        /// The same key for the engine; nil if the engine does not support it.
        let engineKey: MultiBufferKey?
    }

    let entries: [Entry]
    /// The indices of the keys by `kid`, byte for byte; nil for a single key, which is used whatever `kid` the token has.
    private let indices: [[UInt8]: Int]?
    private let knownIDs: [String]
    /// For tokens without a `kid`: the only key that may be used with an algorithm.
    private let candidates = Mutex<[Algorithm: Result<Int, Invalidity>]>([:])
    /// What the engine computes from the keys.
    let tables: MultiBufferTables
    package let counts = SignatureCounts()

    private init(_ entries: [Entry], isSet: Bool, _ tables: MultiBufferTables) {
        self.entries = entries
        self.tables = tables
        knownIDs = entries.compactMap(\.id)
        indices =
            isSet
            ? Dictionary(
                entries.enumerated().compactMap { index, entry in entry.id.map { (Array($0.utf8), index) } },
                uniquingKeysWith: { first, _ in first }) : nil
    }

    /// One key, which is used whatever `kid` the token has.
    ///
    /// - Throws: the reason if the key cannot verify.
    package static func key(
        _ key: Key, tables: MultiBufferTables = MultiBufferTables()
    ) throws(KeyRefusal) -> KeySource {
        try key.judge(for: .verify)
        return KeySource([try entry(nil, key)], isSet: false, tables)
    }

    /// A set of keys, from which the token's `kid` selects. A key that cannot verify only affects the tokens that
    /// name it.
    ///
    /// - Parameter allowsShortSecrets: see ``Key/allowsShortSecret``.
    package static func set(
        _ set: JWKSet, allowsShortSecrets: Bool = false, tables: MultiBufferTables = MultiBufferTables()
    ) -> KeySource {
        let entries = set.keys.map { jwk in
            do throws(KeyDefect) {
                var key = try mappingErrors(KeyDefect.malformed) { () throws(JWKError) in try jwk.key() }
                key.allowsShortSecret = allowsShortSecrets
                return try mappingErrors(KeyDefect.refused) { () throws(KeyRefusal) in
                    try key.judge(for: .verify)
                    return try entry(jwk.id, key)
                }
            } catch {
                return Entry(id: jwk.id, key: .failure(error), engineKey: nil)
            }
        }
        return KeySource(entries, isSet: true, tables)
    }

    private static func entry(_ id: String?, _ key: Key) throws(KeyRefusal) -> Entry {
        let engineKey = try mappingErrors(KeyRefusal.library) { () throws(OpenSSLError) in
            try key.material.publicKey.map { publicKey throws(OpenSSLError) in
                try MultiBufferKey.make(publicKey)
            }
        }
        return Entry(id: id, key: .success(key), engineKey: engineKey ?? nil)
    }

    /// Whether the engine supports any of the keys.
    package var hasEngineKeys: Bool { entries.contains { $0.engineKey != nil } }

    /// Why the engine supports none of the keys.
    package var engineRefusal: BackendRefusal {
        let isForRSA = entries.contains { (try? $0.key.get())?.material.type?.rsaBits != nil }
        return isForRSA && MultiBuffer.kernel != .ifma ? .processor : .key
    }

    /// The index of the key for a token.
    ///
    /// - Parameter id: the token's `kid`.
    func index(id: String?, _ algorithm: Algorithm) throws(Invalidity) -> Int {
        guard let indices else { return 0 }
        guard let id else { return try candidate(algorithm).get() }
        guard let index = indices[Array(id.utf8)] else { throw .keyNotFound(id: id, known: knownIDs) }
        if case .failure(let defect) = entries[index].key { throw .keyUnusable(id: id, defect) }
        return index
    }

    private func candidate(_ algorithm: Algorithm) -> Result<Int, Invalidity> {
        candidates.withLock { candidates in
            if let known = candidates[algorithm] { return known }
            let found = Result { () throws(Invalidity) in try findCandidate(algorithm) }
            candidates[algorithm] = found
            return found
        }
    }

    /// The only key that may be used with the algorithm.
    ///
    /// Without a `kid`, invalid keys and keys for other uses are ignored (RFC 7517 §5). If no key fits, the error
    /// names an invalid one.
    private func findCandidate(_ algorithm: Algorithm) throws(Invalidity) -> Int {
        var fitting: Int?
        var broken: Invalidity?
        for (index, entry) in entries.enumerated() {
            switch entry.key {
            case .success(let key):
                if key.permits(.verify, algorithm) {
                    if fitting != nil { throw .keyAmbiguous(known: knownIDs) }
                    fitting = index
                }
            case .failure(let defect):
                if broken == nil, !defect.isForOthers { broken = .keyUnusable(id: entry.id, defect) }
            }
        }
        guard let fitting else { throw broken ?? .keyNotFound(id: nil, known: knownIDs) }
        return fitting
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
