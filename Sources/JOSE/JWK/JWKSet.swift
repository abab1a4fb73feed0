import OpenSSL
import Words

/// A set of keys (RFC 7517 §5) in which each key can be identified.
package struct JWKSet: Sendable {
    package let keys: [JWK]

    init(_ keys: [JWK]) throws {
        if keys.isEmpty { throw InputError("the set contains no keys") }
        var seen: Set<[UInt8]> = []
        for key in keys {
            guard let id = try key.optional("kid") else { continue }
            if !seen.insert(Array(id.utf8)).inserted {
                throw InputError("two keys of the set have the kid \(id.quoted)")
            }
        }
        let symmetric = keys.count { $0.keyType == "oct" }
        if symmetric > 0, symmetric < keys.count {
            // They could be mistaken for each other.
            throw InputError(
                "the set contains both HMAC secrets and other keys",
                hint: "move the HMAC secrets to a file of their own")
        }
        if keys.reduce(0, { $0 + $1.privateCost }) > Limits.setPrivateKeys {
            throw InputError(
                "it would take too long to compare the private keys of the set with their public keys",
                hint: "remove the private members, or divide the file")
        }
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
    /// - Throws: ``JWKError/ambiguous(known:)`` too. Without a `kid`, if no valid key is left, the error of the first
    ///   invalid one.
    package func key(id: String?) throws -> Key {
        if let id {
            guard let found = keys.first(where: { $0.id.map { $0.utf8.elementsEqual(id.utf8) } ?? false })
            else {
                throw notFound("no key in the set has the kid \(id.quoted)")
            }
            return try found.key()
        }
        var found: [Key] = []
        var fault: (any Error)?
        for candidate in keys {
            do {
                found.append(try candidate.key())
            } catch JWKError.unsupported {
                continue
            } catch {
                fault = fault ?? error
            }
        }
        guard found.count <= 1 else { throw JWKError.ambiguous(known: ids) }
        guard let only = found.first else { throw fault ?? notFound("no key in the set matches") }
        return only
    }

    /// No command is proposed: it would use another key than the one that was meant.
    private func notFound(_ fault: String) -> InputError {
        let known = ids.prefix(10).map(\.quoted).joined(separator: ", ")
        return InputError(fault + (known.isEmpty ? "" : "; found \(known)"))
    }
}
