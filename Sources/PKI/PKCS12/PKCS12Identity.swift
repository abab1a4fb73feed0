package import OpenSSL
package import System
import Words

/// A private key of a PKCS#12 file with its certificates. If the file has no key, certificates alone.
package struct PKCS12Identity: Sendable {
    package let key: PrivateKey?
    /// The certificates of the key. If some have its localKeyID, only those.
    private let holders: [Certificate]
    /// All certificates that may be written with it, that of the key among them, in the order of the file.
    package let certificates: [Certificate]
    /// Whether the file has no other key.
    private let isOnlyKey: Bool

    /// - Parameter kind: what was looked for: `key`.
    static func none(_ kind: String, named name: String, known: [String]) -> InputError {
        let found = known.isEmpty ? "" : "; found \(known.prefix(10).map(\.quoted).joined(separator: ", "))"
        return InputError("no \(kind) has the name \(name.quoted)\(found)")
    }

    /// Chooses the key.
    ///
    /// - Parameter name: the friendlyName of the key or of its certificate, its localKeyID in hexadecimal, or the
    ///   SHA-256 of its SubjectPublicKeyInfo. It may be nil if there is only one key.
    package init(in file: OpenedPFX, named name: String?) throws {
        let entries = file.bags.compactMap(Entry.init)
        if entries.isEmpty, file.keys.isEmpty {
            throw InputError("it contains neither keys nor certificates")
        }
        guard let (bags, key) = try KeyChoice(file, entries.map(\.bag)).key(named: name) else {
            (key, holders, certificates) = (nil, [], try Self.choose(entries, name).map(\.certificate))
            isOnlyKey = false
            return
        }
        isOnlyKey = file.keys.count == bags.count
        self.key = key
        let own = entries.filter { $0.certificate.holds(key.publicKey) }
        let linked = own.filter { entry in bags.contains { entry.bag.belongs(to: $0) } }
        holders = (linked.isEmpty ? own : linked).map(\.certificate)
        certificates = entries.map(\.certificate)
    }

    /// The certificate of the key: the best one at a time. Nil if none matches the key.
    package func leaf(at time: Timestamp) -> Certificate? { holders.best(at: time) }

    /// The certificates apart from that of the key: the chain in order, and unrelated ones in the order of the file.
    ///
    /// - Parameter time: when issuers should be valid.
    package func others(at time: Timestamp) -> (chain: [Certificate], unrelated: [Certificate]) {
        guard let leaf = leaf(at: time) else { return ([], certificates) }
        let bundle = CertificateBundle(leaf, among: certificates, at: time)
        // If the file has several keys, the unrelated certificates may belong to the other keys.
        return (bundle.chain, isOnlyKey ? bundle.unrelated : [])
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

    private static func choose(_ certificates: [Entry], _ name: String?) throws -> [Entry] {
        guard let name else { return certificates }
        let chosen = Spelling.best(of: certificates) { spelling in { $0.bag.isNamed(name, spelling) } }
        if chosen.isEmpty {
            throw none("key or certificate", named: name, known: certificates.compactMap(\.bag.friendlyName))
        }
        return chosen
    }
}

/// A PKCS#12 file has several keys.
package struct AmbiguousKeyError: DescribedError, Equatable {
    package let keys: Int
    /// They identify each key uniquely.
    package let names: [String]

    package var message: String { "expected one key, found \(keys)" }
}

extension OpenedPFX {
    package var keys: [(bag: SafeBag, key: BaggedKey)] {
        bags.compactMap { bag in if case .key(let key) = bag.contents { (bag, key) } else { nil } }
    }
}
