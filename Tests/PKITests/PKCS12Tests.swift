import OpenSSL
import Testing

@testable import PKI

@Suite struct PKCS12Tests {
    private func certificates(_ name: String) throws -> [Certificate] {
        let text = try vector("pkcs12/\(name)")
        return try Certificate.all(in: text.span)
    }

    private func key(_ path: String) throws -> PrivateKey {
        let text = try vector(path)
        let decoded = try EncodedKey(recognizing: text.span).decode(passphrase: nil)
        guard case .privateKey(let key) = decoded else { throw KeyError.notAKey }
        return key
    }

    private func open(_ file: Secret, _ passphrase: Secret? = nil) throws -> OpenedPFX {
        try file.withBytes { (bytes) throws(PKCS12Error) in try PFX.decode(bytes).open(passphrase) }
    }

    @Test func bundlesAreOrdered() throws {
        let key = try key("pkcs12/leaf.key.pem")
        let given = try certificates("unrelated.pem") + certificates("reply.p7b") + certificates("root.pem")
        let bundle = try #require(try CertificateBundle(key.publicKey, among: given))
        #expect(bundle.leaf.subjectCommonName == "Kim")
        #expect(bundle.chain.map(\.subjectCommonName) == ["Intermediate", "Root"])
        #expect(bundle.unrelated.map(\.subjectCommonName) == ["Unrelated Root"])
        #expect(try CertificateBundle(self.key("keys/p256.pkcs8.pem").publicKey, among: given) == nil)
    }

    @Test func identitiesAreFound() throws {
        let key = try key("pkcs12/leaf.key.pem")
        let given = try certificates("reply.p7b")
        let bundle = try #require(try CertificateBundle(key.publicKey, among: given))
        let draft = PFXDraft(key, bundle.leaf, chain: bundle.chain.reversed(), friendlyName: "Kim")
        let opened = try open(try draft.encode(.none))
        let identity = try PKCS12Identity(in: opened, named: nil)
        #expect(identity.leaf == bundle.leaf)
        #expect(identity.others == bundle.chain)
        #expect(try PKCS12Identity(in: opened, named: "KIM").leaf == bundle.leaf)
        #expect(throws: PKCS12Identity.Failure.noSuchName(known: ["Kim"])) {
            try PKCS12Identity(in: opened, named: "Robin")
        }
    }

    @Test func oneOfSeveral() throws {
        let bytes = try vector("pkcs12/java.two-keys.p12")
        let passphrase = Array("correct horse".utf8)
        let opened = try PFX.decode(bytes.span).open(Secret(copying: passphrase.span))
        #expect(throws: PKCS12Identity.Failure.ambiguous(keys: 2, names: ["kim", "robin"])) {
            try PKCS12Identity(in: opened, named: nil)
        }
        let robin = try PKCS12Identity(in: opened, named: "robin")
        #expect(robin.key?.type == .rsa(bits: 2048))
        #expect(robin.others.isEmpty)
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
        #expect(Set(PKCS12Reader.all.map(\.name)).count == PKCS12Reader.all.count)
        #expect(PKCS12Reader.named("modern")?.algorithms.encryption == .aes256)
        for reader in PKCS12Reader.all {
            // What .NET derives unasked: 300,000 for each, 1,000,000 in all.
            #expect(reader.algorithms.iterations <= 300_000)
            if case .passphrase(nil, _) = reader.protection(nil) {
                #expect(reader.withoutPassphrase == .derivedFromNothing)
            }
        }
    }
}
