import OpenSSL

/// A set of keys (RFC 7517 §5) in which each key can be identified.
package struct JWKSet: Sendable {
    package let keys: [JWK]

    /// - Throws: ``JWKError/duplicateID(_:)``, ``JWKError/mixedSet``, ``JWKError/emptySet``.
    init(_ keys: [JWK]) throws(JWKError) {
        if keys.isEmpty { throw .emptySet }
        var seen: Set<[UInt8]> = []
        for key in keys {
            guard let id = try key.optional("kid") else { continue }
            if !seen.insert(Array(id.utf8)).inserted { throw .duplicateID(id) }
        }
        let symmetric = keys.count { $0.keyType == "oct" }
        if symmetric > 0, symmetric < keys.count { throw .mixedSet }
        self.keys = keys
    }

    /// The issuers that its keys name, each once.
    package var issuers: [String] {
        var seen: Set<[UInt8]> = []
        return keys.compactMap(\.issuer).filter { seen.insert(Array($0.utf8)).inserted }
    }

    private var ids: [String] { keys.compactMap(\.id) }

    /// The key with this `kid`; without one, the only key of the set.
    ///
    /// Without a `kid`, invalid keys and keys of unknown types are ignored (RFC 7517 §5).
    ///
    /// - Throws: ``JWKError/notFound(id:known:)``, ``JWKError/ambiguous(known:)``, or the error of the key with that
    ///   `kid`. Without a `kid`, if no valid key is left, the error of the first invalid one.
    package func key(id: String?) throws(JWKError) -> Key {
        if let id {
            guard let found = keys.first(where: { $0.id.map { $0.utf8.elementsEqual(id.utf8) } ?? false })
            else {
                throw .notFound(id: id, known: ids)
            }
            return try found.key()
        }
        var found: [Key] = []
        var defect: JWKError?
        for candidate in keys {
            do {
                found.append(try candidate.key())
            } catch JWKError.unsupportedKeyType, JWKError.unsupportedCurve, JWKError.unsupportedAlgorithm {
                continue
            } catch {
                defect = defect ?? error
            }
        }
        guard found.count <= 1 else { throw .ambiguous(known: ids) }
        guard let only = found.first else { throw defect ?? .notFound(id: "", known: ids) }
        return only
    }
}
