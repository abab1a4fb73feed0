import JSON
package import MultiBuffer
import OpenSSL
import Synchronization
import Words

/// The keys that may verify a token. They never come from the token. All threads share it.
///
/// Every key is decoded and checked once, before the first token. The work that a token causes must not grow with the
/// number of keys.
package final class KeySource: Sendable {
    struct Entry {
        let id: String?
        let key: Result<Key, any Error>
        /// The same key for the engine; nil if the engine does not support it.
        let engineKey: MultiBufferKey?
    }

    /// Judges the certificates of `x5c` (RFC 7515 §4.1.6), DER, the leaf first, and returns the leaf's key.
    package typealias ChainJudge = @Sendable ([[UInt8]]) throws -> Key

    /// Keys that tokens bring themselves.
    private enum HeaderKeys {
        /// `jwk`, for proofs of possession alone.
        case proof
        /// The first certificate of `x5c` has the key.
        case chain(ChainJudge)
    }

    let entries: [Entry]
    /// The indices of the keys by `kid`, byte for byte; nil for a single key, which is used whatever `kid` the token has.
    private let indices: [[UInt8]: Int]?
    /// The keys of each issuer, by its UTF-8, with the index of the first one in `entries`; nil if `iss` selects none.
    private let issuers: [[UInt8]: (keys: KeySource, start: Int)]?
    private let headerKeys: HeaderKeys?
    private let knownIDs: [String]
    /// For tokens without a `kid`: the only key that may be used with an algorithm.
    private let candidates = Mutex<[Algorithm: Result<Int, TokenError>]>([:])
    /// What the engine computes from the keys.
    let tables: MultiBufferTables
    package let counts = SignatureCounts()

    private init(
        _ entries: [Entry], isSet: Bool, _ tables: MultiBufferTables,
        issuers: [[UInt8]: (keys: KeySource, start: Int)]? = nil, headerKeys: HeaderKeys? = nil
    ) {
        self.entries = entries
        self.issuers = issuers
        self.headerKeys = headerKeys
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
    ) throws -> KeySource {
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
            do {
                var key = try jwk.key()
                key.allowsShortSecret = allowsShortSecrets
                try key.judge(for: .verify)
                return try entry(jwk.id, key)
            } catch {
                return Entry(id: jwk.id, key: .failure(error), engineKey: nil)
            }
        }
        return KeySource(entries, isSet: true, tables)
    }

    /// The keys of several issuers. Each of them verifies only the tokens with its own `iss` (RFC 9068 §4).
    package static func issuers(
        _ sources: [(issuer: String, keys: KeySource)], tables: MultiBufferTables = MultiBufferTables()
    ) -> KeySource {
        var entries: [Entry] = []
        var issuers: [[UInt8]: (keys: KeySource, start: Int)] = [:]
        for source in sources {
            issuers[Array(source.issuer.utf8)] = (source.keys, entries.count)
            entries += source.keys.entries
        }
        return KeySource(entries, isSet: false, tables, issuers: issuers)
    }

    /// The key in the header of each token, which proves that whoever made the token has the key, and nothing else (RFC
    /// 9449 §4.3).
    package static var ofProofs: KeySource {
        KeySource([], isSet: false, MultiBufferTables(), headerKeys: .proof)
    }

    /// The key of the certificate in each header, if `judge` accepts its chain. It is asked once for each header, unless
    /// many headers take turns.
    package static func ofChains(_ judge: @escaping ChainJudge) -> KeySource {
        KeySource([], isSet: false, MultiBufferTables(), headerKeys: .chain(judge))
    }

    private static func entry(_ id: String?, _ key: Key) throws -> Entry {
        var key = key
        // A batch may wait for long, and needs no private key.
        if case .privateKey(let privateKey) = key.material {
            key.material = .publicKey(try privateKey.publicKey.separated())
        }
        let engineKey = try key.material.publicKey.map { try MultiBufferKey.make($0) }
        return Entry(id: id, key: .success(key), engineKey: engineKey ?? nil)
    }

    /// The keys that can verify. What is wrong with the others is said of the tokens that name them.
    package var keys: [Key] {
        entries.compactMap { entry in
            if case .success(let key) = entry.key { key } else { nil }
        }
    }

    /// Whether the engine supports any of the keys.
    package var hasEngineKeys: Bool { entries.contains { $0.engineKey != nil } }

    /// Why the engine supports none of the keys.
    package var engineError: BackendError {
        let isForRSA = entries.contains { (try? $0.key.get())?.material.type?.rsaBits != nil }
        return isForRSA && MultiBuffer.kernel != .ifma ? .processor : .key
    }

    /// Whether `iss` selects the keys.
    package var areByIssuer: Bool { issuers != nil }

    /// Whether tokens bring their keys themselves.
    var areOfHeader: Bool { headerKeys != nil }

    /// Whether `jwk` is the key.
    var areProofKeys: Bool { if case .proof? = headerKeys { true } else { false } }

    /// The index of the key for a token.
    ///
    /// - Parameters:
    ///   - id: the token's `kid`.
    ///   - issuer: its `iss`, if it selects the keys.
    func index(id: String?, _ algorithm: Algorithm, issuer: String? = nil) throws(TokenError) -> Int {
        if let issuers {
            guard let issuer, let found = issuers[Array(issuer.utf8)] else {
                throw .issuerNotTrusted(issuer)
            }
            return found.start + (try found.keys.index(id: id, algorithm))
        }
        guard let indices else { return 0 }
        guard let id else { return try candidate(algorithm).get() }
        guard let index = indices[Array(id.utf8)] else { throw .keyNotFound(id: id, known: knownIDs) }
        if case .failure(let error) = entries[index].key { throw .keyUnusable(id: id, Self.words(of: error)) }
        return index
    }

    /// The key that a token brings.
    ///
    /// - Precondition: tokens bring their keys themselves.
    func key(in header: Header) throws -> Key {
        switch headerKeys {
        case .chain(let judge)?: return try judge(Self.chain(of: header))
        case .proof?: return try Self.proofKey(header)
        case nil: preconditionFailure("the key of a header is not trusted")
        }
    }

    /// More certificates than any genuine chain has are not judged.
    private static let longestChain = 10

    private static func chain(of header: Header) throws(TokenError) -> [[UInt8]] {
        guard let value = header.text["x5c"] else { throw .chain("the header has no x5c") }
        let texts = value.arrayValue?.compactMap(\.stringValue) ?? []
        let chain = texts.compactMap { try? Base64.decode(Array($0.utf8)) }
        guard !chain.isEmpty, chain.count == value.arrayValue?.count, chain.count <= longestChain else {
            throw .chain("the header's x5c must be an array of 1 to \(longestChain) certificates in base64")
        }
        return chain
    }

    private static func proofKey(_ header: Header) throws -> Key {
        guard let jwk = header.text["jwk"] else { throw TokenError.proofKey(nil) }
        do {
            let key = try Key(publicJWK: jwk)
            try key.judge(for: .verify)
            return key
        } catch let error as OpenSSLError where error.isOfSystem {
            throw error
        } catch {
            throw TokenError.proofKey(words(of: error))
        }
    }

    private static func words(of error: any Error) -> String {
        (error as? any DescribedError)?.message ?? "\(error)"
    }

    private func candidate(_ algorithm: Algorithm) -> Result<Int, TokenError> {
        candidates.withLock { candidates in
            if let known = candidates[algorithm] { return known }
            let found = Result { () throws(TokenError) in try findCandidate(algorithm) }
            candidates[algorithm] = found
            return found
        }
    }

    /// The only key that may be used with the algorithm.
    ///
    /// Without a `kid`, invalid keys and keys for other uses are ignored (RFC 7517 §5). If no key fits, the error
    /// names an invalid one.
    private func findCandidate(_ algorithm: Algorithm) throws(TokenError) -> Int {
        var fitting: [Int] = []
        var broken: TokenError?
        for (index, entry) in entries.enumerated() {
            switch entry.key {
            case .success(let key):
                if key.permits(.verify, algorithm) { fitting.append(index) }
            case .failure(let error):
                if broken == nil, !JWKError.isAboutUnknownType(error), !KeyRuleError.isAboutUse(error) {
                    broken = .keyUnusable(id: entry.id, Self.words(of: error))
                }
            }
        }
        if fitting.count > 1 { throw .keyAmbiguous(ids: fitting.compactMap { entries[$0].id }) }
        guard let only = fitting.first else { throw broken ?? .keyNotFound(id: nil, known: knownIDs) }
        return only
    }
}
