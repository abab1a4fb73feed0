import OpenSSL
import Words

/// Finds the requested key of a PKCS#12 file.
struct KeyChoice {
    private typealias Stored = (bag: SafeBag, key: BaggedKey)

    private let file: OpenedPFX
    private let certificates: [SafeBag]

    /// - Parameter certificates: the bags of the certificates.
    init(_ file: OpenedPFX, _ certificates: [SafeBag]) {
        self.file = file
        self.certificates = certificates
    }

    /// - Returns: the key and all bags in which it was found; nil if the file has no keys.
    func key(named name: String?) throws -> (bags: [SafeBag], key: PrivateKey)? {
        let keys = file.keys
        if keys.isEmpty { return nil }
        let named = name.map { name in self.keys(named: name) } ?? keys
        // Only keys with the name are opened, if there are any.
        let distinct = self.distinct(named.isEmpty ? keys : named)
        let chosen = named.isEmpty ? distinct.filter { $0.fingerprint == name?.lowercased() } : distinct
        if chosen.count == 1 { return (chosen[0].bags, try chosen[0].key.get()) }
        let names = self.names(of: distinct)
        if let name, named.isEmpty { throw PKCS12Identity.none("key", named: name, known: names) }
        throw AmbiguousKeyError(keys: chosen.count, names: names)
    }

    /// The keys with a name, preferring the exact spelling. Some programs give the name only to the certificate.
    private func keys(named name: String) -> [Stored] {
        Spelling.best(of: file.keys) { spelling in
            { key in
                key.bag.isNamed(name, spelling)
                    || certificates.contains { $0.belongs(to: key.bag) && $0.isNamed(name, spelling) }
            }
        }
    }

    private struct Opened {
        /// Those of one key that is stored several times.
        var bags: [SafeBag]
        /// The key, or why it cannot be used.
        let key: Result<PrivateKey, any Error>
        /// SHA-256 of the SubjectPublicKeyInfo; nil if the key does not open.
        let fingerprint: String?
    }

    /// Each key once.
    private func distinct(_ keys: [Stored]) -> [Opened] {
        var opened: [Opened] = []
        for stored in keys {
            do {
                let key = try file.privateKey(stored.key)
                let fingerprint = hexadecimal(try key.publicKey.spkiSHA256())
                if let place = opened.firstIndex(where: { $0.fingerprint == fingerprint }) {
                    opened[place].bags.append(stored.bag)
                } else {
                    opened.append(Opened(bags: [stored.bag], key: .success(key), fingerprint: fingerprint))
                }
            } catch {
                opened.append(Opened(bags: [stored.bag], key: .failure(error), fingerprint: nil))
            }
        }
        return opened
    }

    /// Names that each identify one key: first one of every key, then those of its other bags, whose certificates may differ.
    private func names(of keys: [Opened]) -> [String] {
        let owned = Dictionary(grouping: certificates, by: \.localKeyID)
        func bags(beside bag: SafeBag) -> [SafeBag] { bag.localKeyID.flatMap { owned[$0] } ?? [] }
        var counts: [String: Int] = [:]
        // By localKeyID, because all bags of a file may have the same.
        for (_, keys) in Dictionary(grouping: file.keys, by: \.bag.localKeyID) {
            let shared = Set(bags(beside: keys[0].bag).flatMap(\.names))
            for name in shared { counts[name, default: 0] += keys.count }
            for name in keys.flatMap({ Set($0.bag.names) }) where !shared.contains(name) {
                counts[name, default: 0] += 1
            }
        }
        let names = keys.map { key in
            let names = key.bags.compactMap { bag in
                let friendlyName = bag.friendlyName ?? bags(beside: bag).lazy.compactMap(\.friendlyName).first
                return ([friendlyName].compactMap { $0 } + bag.names).first { counts[$0] == 1 }
            }
            return names.isEmpty ? [key.fingerprint].compactMap { $0 } : names
        }
        return names.compactMap(\.first) + names.flatMap { $0.dropFirst() }
    }
}

/// How names are compared. Java ignores case in names, but other programs do not. An exact match is therefore
/// preferred.
enum Spelling {
    case exact
    case anyCase

    /// The elements that match in the exact spelling or, if there are none, those that match ignoring case.
    static func best<Element>(
        of all: [Element], _ matches: (Spelling) -> (Element) -> Bool
    ) -> [Element] {
        let exact = all.filter(matches(.exact))
        return exact.isEmpty ? all.filter(matches(.anyCase)) : exact
    }
}

extension SafeBag {
    /// Its friendlyName, and its localKeyID in hexadecimal.
    var names: [String] { [friendlyName, localKeyID.map { hexadecimal($0) }].compactMap { $0 } }

    /// Whether the user means this bag by `name`.
    func isNamed(_ name: String, _ spelling: Spelling) -> Bool {
        switch spelling {
        case .exact: names.contains(name)
        case .anyCase: names.contains { $0.lowercased() == name.lowercased() }
        }
    }

    /// Whether it has the same localKeyID as a key.
    func belongs(to key: SafeBag) -> Bool { localKeyID != nil && localKeyID == key.localKeyID }
}
