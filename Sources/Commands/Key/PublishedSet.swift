import Arguments
import JOSE
import OpenSSL
import Words

/// The public keys of a set to be written, each once, in the order in which they were added.
struct PublishedSet {
    private struct Entry {
        var key: Key
        let thumbprint: String
        /// The input in which the key was found first.
        let source: String
    }

    private var entries: [Entry] = []
    /// The indices of the entries, by thumbprint.
    private var places: [String: Int] = [:]
    private let removedIDs: [String]
    /// The removed kids that a key has. They are bytes, because String's equality treats different encodings of a text
    /// as equal.
    private var foundIDs: Set<[UInt8]> = []
    /// The keys that have one of these kids, by kid. They are left out wherever they occur, with a kid or without.
    private var removedKeys: [[UInt8]: (thumbprint: String, source: String)] = [:]

    /// - Parameter ids: the kids of the keys to leave out.
    init(removing ids: [String]) { removedIDs = ids }

    enum Outcome {
        case added
        /// Left out because of its kid.
        case removed
        /// The key is of an unknown type or on an unknown curve, and is not added.
        case unknown(any Error)
    }

    mutating func add(_ jwk: JWK, _ source: String) throws -> Outcome {
        let key = Result { try jwk.key() }
        if let id = jwk.id, isRemoved(id) {
            if case .success(let key) = key { try remove(id, try key.thumbprint(), source) }
            return .removed
        }
        switch key {
        case .failure(let error) where JWKError.isAboutUnknownType(error): return .unknown(error)
        case .success, .failure:
            try add(try about(jwk.id.map { "\(source), key \($0)" } ?? source, key.get), source)
            return .added
        }
    }

    mutating func add(_ key: Key, _ source: String) throws {
        guard let key = key.publicKey else { throw CommandError.secretHasNoPublicKey.about(source) }
        let thumbprint = try about(source) {
            try key.judge()
            return try key.thumbprint()
        }
        if let place = places[thumbprint] {
            try merge(key, source, into: &entries[place])
        } else {
            places[thumbprint] = entries.count
            entries.append(Entry(key: key, thumbprint: thumbprint, source: source))
        }
    }

    /// Adds what only the second copy of a key states. That a key is for RSASSA-PSS alone is in its type, if it is not
    /// from a JWK.
    private func merge(_ key: Key, _ source: String, into entry: inout Entry) throws {
        let sources = Self.names(entry.source, source)
        func either(_ member: String, _ first: String?, _ second: String?) throws -> String? {
            guard let first, let second, !first.utf8.elementsEqual(second.utf8) else {
                return first ?? second
            }
            throw CommandError(
                .badInput, "one key has two values of \(member), \(first.quoted) and \(second.quoted)"
            ).about(sources)
        }
        entry.key.id = try either("kid", entry.key.id, key.id)
        entry.key.use = try either("use", entry.key.use, key.use)
        entry.key.algorithm = try either("alg", entry.key.algorithm, key.algorithm)
        _ = try either(
            "key_ops", entry.key.operations?.joined(separator: ", "),
            key.operations?.joined(separator: ", "))
        entry.key.operations = entry.key.operations ?? key.operations
        if case .rsaPSS(_, _)? = key.material.type { entry.key.material = key.material }
        // Each copy alone may be right.
        if entry.key.use == KeyUse.encryption.rawValue {
            let merged = entry.key
            try about(sources) { try merged.checkEncryption() }
        }
        if case .rsaPSS(_, _)? = entry.key.material.type, let name = entry.key.algorithm,
            Algorithm.named(name)?.fits(entry.key.material) != true
        {
            throw CommandError(.badInput, "one key is an RSA-PSS key and has the alg \(name.quoted)").about(
                sources)
        }
    }

    private static func twoKeys(_ id: String, _ sources: String) -> CommandError {
        CommandError(.badInput, "two different keys have the kid \(id.quoted)").about(sources)
    }

    /// One of two keys may be a new one that was given the kid by mistake.
    private mutating func remove(_ id: String, _ thumbprint: String, _ source: String) throws {
        if let other = removedKeys.updateValue((thumbprint, source), forKey: Array(id.utf8)),
            other.thumbprint != thumbprint
        {
            throw Self.twoKeys(id, Self.names(other.source, source))
        }
    }

    private func isLeftOut(_ entry: Entry) -> Bool {
        removedKeys.contains { $0.value.thumbprint == entry.thumbprint }
    }

    private mutating func isRemoved(_ id: String) -> Bool {
        guard removedIDs.contains(where: { $0.utf8.elementsEqual(id.utf8) }) else { return false }
        foundIDs.insert(Array(id.utf8))
        return true
    }

    /// Whether one of these algorithms fits every key.
    private func areFitting(_ algorithms: [String]) -> Bool {
        algorithms.compactMap(Algorithm.named).contains { algorithm in
            entries.allSatisfy {
                isLeftOut($0) || algorithm.fits($0.key.material)
            }
        }
    }

    /// The keys, each with a kid.
    ///
    /// - Parameter restriction: for the keys that have no `use` or no `alg`.
    /// - Throws: if two keys have the same kid, if no key has one of the removed kids, or if no key is left.
    mutating func keys(_ restriction: KeyRestriction) throws -> [Key] {
        var keys: [Key] = []
        var sources: [[UInt8]: String] = [:]
        for entry in entries where !isLeftOut(entry) {
            let id = entry.key.id ?? entry.thumbprint
            if isRemoved(id) {
                try remove(id, entry.thumbprint, entry.source)
                continue
            }
            if let other = sources.updateValue(entry.source, forKey: Array(id.utf8)) {
                throw Self.twoKeys(id, Self.names(other, entry.source))
            }
            var key = try about(entry.source) {
                do {
                    return try restriction.filled(into: entry.key)
                } catch KeyRuleError.algorithmDoesNotFit(let algorithm, let fitting)
                    where !areFitting(fitting)
                {
                    let error = KeyRuleError.algorithmDoesNotFit(algorithm: algorithm, fitting: [])
                    throw CommandError(
                        .badInput, error.message, hint: "leave out --alg, which is for every key")
                }
            }
            key.id = id
            if let name = key.algorithm, let algorithm = Algorithm.named(name), !algorithm.fits(key.material)
            {
                Console.warn(
                    "\(entry.source.printable), key \(id.quoted): verifiers cannot use it, because its alg \(name.quoted) does not fit the key"
                )
            }
            keys.append(key)
        }
        if let missing = removedIDs.first(where: { !foundIDs.contains(Array($0.utf8)) }) {
            // No command is proposed: it would remove a key that is in use.
            let known = keys.compactMap(\.id).map(\.quoted)
            let more = known.count > 10 ? " and \(known.count - 10) more" : ""
            throw CommandError(
                .badInput,
                "--remove \(missing.shown): no key has this kid"
                    + (known.isEmpty ? "" : "; found \(known.prefix(10).joined(separator: ", "))\(more)"))
        }
        if keys.isEmpty {
            throw CommandError(.badInput, "no key is left; a set must contain at least one key")
        }
        return keys
    }

    private static func names(_ first: String, _ second: String) -> String {
        first == second ? first : "\(first) and \(second)"
    }
}
