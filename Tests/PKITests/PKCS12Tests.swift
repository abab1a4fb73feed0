import OpenSSL
import System
import Testing
import Words

@testable import PKI

@Suite struct PKCS12Tests {
    private let time = Timestamp(seconds: 1_800_000_000)

    private func certificates(_ name: String) throws -> [Certificate] {
        let text = try vector("pkcs12/\(name)")
        return try Certificate.all(in: text.span)
    }

    private func key(_ path: String) throws -> PrivateKey {
        let text = try vector(path)
        let decoded = try EncodedKey(recognizing: text.span, .pem).decode(passphrase: nil)
        guard case .privateKey(let key) = decoded else { throw KeyError.notAKey }
        return key
    }

    private func open(_ file: Secret, _ passphrase: Secret? = nil) throws -> OpenedPFX {
        try file.withBytes { try PFX.decode($0).open(passphrase) }
    }

    @Test func bundlesAreOrdered() throws {
        let key = try key("pkcs12/leaf.key.pem")
        let given = try certificates("unrelated.pem") + certificates("reply.p7b") + certificates("root.pem")
        let leaf = try #require(given.first { $0.holds(key.publicKey) })
        let bundle = CertificateBundle(leaf, among: given, at: time)
        #expect(bundle.leaf.subjectCommonName == "Kim")
        #expect(bundle.chain.map(\.subjectCommonName) == ["Intermediate", "Root"])
        #expect(bundle.unrelated.map(\.subjectCommonName) == ["Unrelated Root"])
    }

    @Test func identitiesAreFound() throws {
        let key = try key("pkcs12/leaf.key.pem")
        let given = try certificates("reply.p7b")
        let leaf = try #require(given.first { $0.holds(key.publicKey) })
        let bundle = CertificateBundle(leaf, among: given, at: time)
        let draft = PFXDraft(key, bundle.leaf, chain: bundle.chain.reversed(), friendlyName: "Kim")
        let opened = try open(try draft.encode(.none))
        let identity = try PKCS12Identity(in: opened, named: nil)
        #expect(identity.leaf(at: time) == bundle.leaf)
        #expect(identity.others(at: time) == (bundle.chain, []))
        #expect(try PKCS12Identity(in: opened, named: "KIM").leaf(at: time) == bundle.leaf)
        #expect(throws: InputError("no key has the name 'Robin'; found 'Kim'")) {
            try PKCS12Identity(in: opened, named: "Robin")
        }
    }

    @Test func readersHaveNames() {
        #expect(
            PKCS12Reader.allCases.allSatisfy { PKCS12Reader(rawValue: $0.rawValue)?.programs == $0.programs })
        #expect(PKCS12Reader(rawValue: "java9") == nil)
    }

    @Test func oneOfSeveral() throws {
        let bytes = try vector("pkcs12/java.two-keys.p12")
        let passphrase = Array("correct horse".utf8)
        let opened = try PFX.decode(bytes.span).open(Secret(copying: passphrase.span))
        #expect(throws: AmbiguousKeyError(keys: 2, names: ["kim", "robin"])) {
            try PKCS12Identity(in: opened, named: nil)
        }
        let robin = try PKCS12Identity(in: opened, named: "robin")
        #expect(robin.key?.type == .rsa(bits: 2048))
        #expect(robin.others(at: time) == ([], []))
    }

    private func bag(_ type: UInt8, _ value: [UInt8], _ name: String?, _ id: UInt8?) -> [UInt8] {
        let letters = (name ?? "").utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let friendlyName = DER.sequence(
            DER.oid("1.2.840.113549.1.9.20"), DER.set(DER.tagged(0x1E, letters)))
        let localKeyID = DER.sequence(
            DER.oid("1.2.840.113549.1.9.21"), DER.set(DER.octets([id ?? 0])))
        return DER.sequence(
            DER.oid("1.2.840.113549.1.12.10.1.\(type)"), DER.tagged(0xA0, value),
            DER.set(name == nil ? [] : friendlyName, id == nil ? [] : localKeyID))
    }

    /// A PKCS#12 without protection, of keys and certificates in their order, each with its name and its localKeyID.
    ///
    /// - Parameter foreign: the name of an X25519 key at the end, which signet cannot use (RFC 8410 §7).
    private func file(
        _ keys: [(key: PrivateKey, name: String?, id: UInt8?)],
        _ certificates: [(certificate: Certificate, name: String?, id: UInt8?)] = [],
        foreign: String? = nil
    ) throws -> OpenedPFX {
        var bags = try keys.map { key, name, id in
            bag(1, try key.der(.pkcs8).withBytes { Array($0) }, name, id)
        }
        bags += try certificates.map { certificate, name, id in
            let der = DER.tagged(0xA0, DER.octets(try certificate.der))
            return bag(3, DER.sequence(DER.oid("1.2.840.113549.1.9.22.1"), der), name, id)
        }
        if let foreign {
            let number = DER.octets(DER.octets([UInt8](repeating: 9, count: 32)))
            let key = DER.sequence(DER.integer(0), DER.sequence(DER.oid("1.3.101.110")), number)
            bags.append(bag(1, key, foreign, nil))
        }
        func data(_ contents: [UInt8]) -> [UInt8] {
            DER.sequence(DER.oid("1.2.840.113549.1.7.1"), DER.tagged(0xA0, DER.octets(contents)))
        }
        let pfx = DER.sequence(
            DER.integer(3), data(DER.sequence(data(DER.tagged(0x30, bags.flatMap(\.self))))))
        return try PFX.decode(pfx.span).open(nil)
    }

    private func fingerprint(_ key: PrivateKey) throws -> String {
        let spki = try key.publicKey.der(.spki)
        return hexadecimal(try DigestAlgorithm.sha256.digest(of: spki.span))
    }

    private func chosen(in file: OpenedPFX, named name: String?) throws -> PublicKey? {
        try PKCS12Identity(in: file, named: name).key?.publicKey
    }

    @Test func aFileOfCertificatesAloneHasNoKey() throws {
        let certificate = Draft.leaf().certificate
        #expect(try chosen(in: file([], [(certificate, "leaf", 1)]), named: nil) == nil)
        #expect(try chosen(in: file([], [(certificate, "leaf", 1)]), named: "leaf") == nil)
    }

    @Test func aKeyThatIsStoredTwiceIsOneKey() throws {
        let key = try key("pkcs12/leaf.key.pem")
        let file = try file([(key, "leaf", 1), (key, "leaf", 1), (key, "other", nil)])
        let names: [String?] = [nil, "leaf", "LEAF", "01", "other"]
        let fingerprint = try fingerprint(key)
        for name in names + [fingerprint] {
            #expect(try chosen(in: file, named: name) == key.publicKey)
        }
    }

    @Test func keysOfOneNameAreToldByTheirFingerprint() throws {
        let (one, two) = (try PrivateKey.generate(.ed25519), try PrivateKey.generate(.ed25519))
        let first = try fingerprint(one)
        let second = try fingerprint(two)
        let named = try file([(one, "leaf", 1), (two, "leaf", 1)])
        let unnamed = try file([(one, nil, nil), (two, nil, nil)])
        for file in [named, unnamed] {
            #expect(throws: AmbiguousKeyError(keys: 2, names: [first, second])) {
                try PKCS12Identity(in: file, named: nil)
            }
            #expect(try chosen(in: file, named: first) == one.publicKey)
            #expect(try chosen(in: file, named: second.uppercased()) == two.publicKey)
        }
        let told = try file([(one, "leaf", 1), (two, "leaf", 2)])
        #expect(throws: AmbiguousKeyError(keys: 2, names: ["01", "02"])) {
            try PKCS12Identity(in: told, named: "leaf")
        }
        #expect(try chosen(in: told, named: "02") == two.publicKey)
    }

    @Test func aKeyThatCannotBeUsedIsAKeyToo() throws {
        let key = try key("pkcs12/leaf.key.pem")
        let file = try file([(key, "leaf", 1)], foreign: "other")
        #expect(throws: AmbiguousKeyError(keys: 2, names: ["leaf", "other"])) {
            try PKCS12Identity(in: file, named: nil)
        }
        #expect(try chosen(in: file, named: "leaf") == key.publicKey)
    }

    /// Some programs give the name to the certificate alone.
    @Test func aKeyHasTheNameOfItsCertificate() throws {
        let (one, two) = (try PrivateKey.generate(.ed25519), try PrivateKey.generate(.ed25519))
        let certificates = try certificates("root.pem") + certificates("unrelated.pem")
        let file = try file(
            [(one, nil, 1), (two, nil, 2)], [(certificates[0], "one", 1), (certificates[1], "two", 2)])
        #expect(throws: AmbiguousKeyError(keys: 2, names: ["one", "two"])) {
            try PKCS12Identity(in: file, named: nil)
        }
        #expect(try chosen(in: file, named: "one") == one.publicKey)
        #expect(try chosen(in: file, named: "TWO") == two.publicKey)
    }

    @Test func aNameAsItIsWrittenComesFirst() throws {
        let (one, two) = (try PrivateKey.generate(.ed25519), try PrivateKey.generate(.ed25519))
        let file = try file([(one, "X", 1), (two, "x", 2)])
        #expect(throws: AmbiguousKeyError(keys: 2, names: ["X", "x"])) {
            try PKCS12Identity(in: file, named: nil)
        }
        #expect(try chosen(in: file, named: "X") == one.publicKey)
        #expect(try chosen(in: file, named: "x") == two.publicKey)
    }

    @Test func trustStoresHaveNamesOfTheirOwn() throws {
        let all = try certificates("root.pem") + certificates("unrelated.pem") + certificates("leaf.pem")
        let opened = try open(
            try TrustStore.draft(all + all, names: ["a", "A", nil] + ["b", "b", "b"]).encode(.none))
        #expect(opened.bags.compactMap(\.friendlyName) == ["a", "A-2", "certificate"])
        #expect(opened.bags.map(\.isTrusted) == [true, true, true])
        #expect(opened.certificates == all)
    }

    @Test func readersAreTold() {
        #expect(PKCS12Reader.modern.algorithms.encryption == .aes256)
        for reader in PKCS12Reader.allCases {
            // What .NET derives unasked: 300,000 for each, 1,000,000 in all.
            #expect(reader.algorithms.iterations <= 300_000)
            if case .passphrase(nil, _) = reader.protection(nil) {
                #expect(reader.withoutPassphrase == .derivedFromNothing)
            }
        }
    }
}
