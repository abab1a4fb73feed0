import OpenSSL

/// Finds the one key of a PKCS#12 that is meant.
struct KeyChoice {
    private typealias Stored = (bag: SafeBag, key: BaggedKey)

    private let file: OpenedPFX
    private let certificates: [SafeBag]

    /// - Parameter certificates: their bags.
    init(_ file: OpenedPFX, _ certificates: [SafeBag]) {
        self.file = file
        self.certificates = certificates
    }

    /// - Returns: nil for a file without keys.
    func key(named name: String?) throws(PKCS12Identity.Failure) -> (bag: SafeBag, key: PrivateKey)? {
        let keys = file.keys
        if keys.isEmpty { return nil }
        let named = name.map { name in self.keys(named: name) } ?? keys
        // Opened only where its name does not say which one is meant.
        if named.count == 1 { return (named[0].bag, try open(named[0])) }
        let distinct = self.distinct(named.isEmpty ? keys : named)
        let chosen = named.isEmpty ? distinct.filter { $0.fingerprint == name?.lowercased() } : distinct
        if chosen.count == 1 { return (chosen[0].bag, try chosen[0].key.get()) }
        let names = distinct.compactMap { self.name(of: $0) }
        throw named.isEmpty ? .noSuchName(known: names) : .ambiguous(keys: chosen.count, names: names)
    }

    private func open(_ stored: Stored) throws(PKCS12Identity.Failure) -> PrivateKey {
        try mappingErrors(PKCS12Identity.Failure.file) { () throws(PKCS12Error) in
            try file.privateKey(stored.key)
        }
    }

    /// Those of a name, as it is written if there are any. Some programs give it to the certificate alone.
    private func keys(named name: String) -> [Stored] {
        Spelling.best(of: file.keys) { spelling in
            { key in
                key.bag.isNamed(name, spelling)
                    || certificates.contains { $0.belongs(to: key.bag) && $0.isNamed(name, spelling) }
            }
        }
    }

    private struct Opened {
        let bag: SafeBag
        /// Or why it is of no use.
        let key: Result<PrivateKey, PKCS12Identity.Failure>
        /// SHA-256 of the SubjectPublicKeyInfo; nil for a key that does not open.
        let fingerprint: String?
    }

    /// Each key once, however often it is stored.
    private func distinct(_ keys: [Stored]) -> [Opened] {
        var opened: [Opened] = []
        for stored in keys {
            do {
                let key = try open(stored)
                let fingerprint = try Self.fingerprint(of: key.publicKey)
                if opened.contains(where: { $0.fingerprint == fingerprint }) { continue }
                opened.append(Opened(bag: stored.bag, key: .success(key), fingerprint: fingerprint))
            } catch {
                opened.append(Opened(bag: stored.bag, key: .failure(error), fingerprint: nil))
            }
        }
        return opened
    }

    private static func fingerprint(of key: PublicKey) throws(PKCS12Identity.Failure) -> String {
        let spki = try mappingErrors({ PKCS12Identity.Failure.file(.key($0)) }) { () throws(KeyError) in
            try key.der(.spki)
        }
        let digest = try mappingErrors({ PKCS12Identity.Failure.file(.library($0)) }) {
            () throws(OpenSSLError) in
            try DigestAlgorithm.sha256.digest(of: spki.span)
        }
        return hexadecimal(digest)
    }

    /// What a key is called that no other is.
    private func name(of key: Opened) -> String? {
        let own = certificates.first { $0.belongs(to: key.bag) && $0.friendlyName != nil }?.friendlyName
        let names = [key.bag.friendlyName ?? own, key.bag.localKeyID.map { hexadecimal($0) }]
        return names.lazy.compactMap { $0 }.first { name in keys(named: name).count == 1 } ?? key.fingerprint
    }
}

/// How a name is compared. Java knows no capitals in names, and others do: where one is written as it was given, it is
/// that one.
enum Spelling {
    case exact
    case anyCase

    /// Those that `matches` says are of a name, in the stricter spelling if there are any.
    static func best<Element>(
        of all: [Element], _ matches: (Spelling) -> (Element) -> Bool
    ) -> [Element] {
        let exact = all.filter(matches(.exact))
        return exact.isEmpty ? all.filter(matches(.anyCase)) : exact
    }
}

extension SafeBag {
    /// Whether it is what a user calls it: its friendlyName, or its localKeyID in hexadecimal.
    func isNamed(_ name: String, _ spelling: Spelling) -> Bool {
        let names = [friendlyName, localKeyID.map { hexadecimal($0) }].compactMap { $0 }
        return switch spelling {
        case .exact: names.contains(name)
        case .anyCase: names.contains { $0.lowercased() == name.lowercased() }
        }
    }

    /// Whether it has the localKeyID of a key.
    func belongs(to key: SafeBag) -> Bool { localKeyID != nil && localKeyID == key.localKeyID }
}
