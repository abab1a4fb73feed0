package import OpenSSL

/// A private key of a PKCS#12 with its certificates; or, from a file without a key, certificates alone.
package struct PKCS12Identity: Sendable {
    package let key: PrivateKey?
    package let leaf: Certificate?
    /// The rest: the chain in order, then what does not belong to it, in the order of the file.
    package let others: [Certificate]

    package enum Failure: Error, Equatable, Sendable {
        case file(PKCS12Error)
        case library(OpenSSLError)
        /// Several keys, or several certificates without one; what they are called.
        case ambiguous(keys: Int, names: [String])
        case noSuchName(known: [String])
        case empty
    }

    /// Chooses and puts in order.
    ///
    /// - Parameter name: the friendlyName of the key or of its certificate, or its localKeyID in hexadecimal; nil
    ///   where there is one key.
    package init(in file: OpenedPFX, named name: String?) throws(Failure) {
        let certificates = file.bags.compactMap(Entry.init)
        if certificates.isEmpty, file.keys.isEmpty { throw .empty }
        guard let (bag, stored) = try Self.chooseKey(in: file, certificates, name) else {
            (key, leaf, others) = (nil, nil, try Self.choose(certificates, name).map(\.certificate))
            return
        }
        let key = try mappingErrors(Failure.file) { () throws(PKCS12Error) in try file.privateKey(stored) }
        self.key = key
        leaf = Self.leaf(of: key, bag, certificates)
        let all = certificates.map(\.certificate)
        guard let leaf else {
            others = all
            return
        }
        let bundle = try mappingErrors(Failure.library) { () throws(OpenSSLError) in
            try CertificateBundle(leaf, among: all)
        }
        // A file of several keys has their certificates too, which are none of this one's business.
        others = bundle.chain + (file.keys.count == 1 ? bundle.unrelated : [])
    }

    private struct Entry {
        let bag: SafeBag
        let certificate: Certificate

        init?(_ bag: SafeBag) {
            guard case .certificate(let certificate) = bag.contents else { return nil }
            self.bag = bag
            self.certificate = certificate
        }
    }

    private static func chooseKey(
        in file: OpenedPFX, _ certificates: [Entry], _ name: String?
    ) throws(Failure) -> (SafeBag, BaggedKey)? {
        let keys = file.keys
        guard let name else {
            if keys.count > 1 {
                throw .ambiguous(keys: keys.count, names: names(of: keys.map(\.bag), certificates))
            }
            return keys.first
        }
        if keys.isEmpty { return nil }
        // Some programs give the name to the certificate alone.
        let chosen = keys.filter { key in
            key.bag.isNamed(name)
                || certificates.contains {
                    $0.bag.localKeyID != nil && $0.bag.localKeyID == key.bag.localKeyID
                        && $0.bag.isNamed(name)
                }
        }
        guard let key = chosen.first else {
            throw .noSuchName(known: names(of: keys.map(\.bag), certificates))
        }
        if chosen.count > 1 {
            throw .ambiguous(
                keys: chosen.count, names: chosen.compactMap(\.bag.localKeyID).map { hexadecimal($0) })
        }
        return key
    }

    private static func choose(_ certificates: [Entry], _ name: String?) throws(Failure) -> [Entry] {
        guard let name else { return certificates }
        let chosen = certificates.filter { $0.bag.isNamed(name) }
        if chosen.isEmpty { throw .noSuchName(known: certificates.compactMap(\.bag.friendlyName)) }
        return chosen
    }

    /// The certificate with the key's localKeyID, if it is the key's, or else the first that is.
    private static func leaf(of key: PrivateKey, _ bag: SafeBag, _ certificates: [Entry]) -> Certificate? {
        let own = certificates.filter { $0.certificate.holds(key.publicKey) }
        return (own.first { $0.bag.localKeyID != nil && $0.bag.localKeyID == bag.localKeyID } ?? own.first)?
            .certificate
    }

    private static func names(of keys: [SafeBag], _ certificates: [Entry]) -> [String] {
        keys.compactMap { key in
            key.friendlyName
                ?? certificates.first { $0.bag.localKeyID != nil && $0.bag.localKeyID == key.localKeyID }?.bag
                .friendlyName ?? key.localKeyID.map { hexadecimal($0) }
        }
    }
}

extension OpenedPFX {
    package var keys: [(bag: SafeBag, key: BaggedKey)] {
        bags.compactMap { bag in if case .key(let key) = bag.contents { (bag, key) } else { nil } }
    }
}

extension SafeBag {
    /// Whether it is what a user calls it; Java knows no capitals in names.
    fileprivate func isNamed(_ name: String) -> Bool {
        friendlyName?.lowercased() == name.lowercased()
            || localKeyID.map { hexadecimal($0) } == name.lowercased()
    }
}
