import Testing
import Words

@testable import OpenSSL

@Suite struct PKCS12WritingTests {
    static let algorithms = [
        PKCS12Algorithms(encryption: .aes256, mac: .sha256, iterations: 1000),
        PKCS12Algorithms(encryption: .tripleDES, mac: .sha1, iterations: 1000),
        PKCS12Algorithms(encryption: .aes256, mac: .pbmac1, iterations: 1000),
    ]

    private func draft(name: String?) throws -> PFXDraft {
        let text = try fixture("p256.certificate") + fixture("rsa.certificate")
        let certificates = try Certificate.all(in: text.span)
        return PFXDraft(
            try privateKey("p256.pkcs8"), certificates[0], chain: [certificates[1]], friendlyName: name)
    }

    private func read(_ file: Secret) throws -> PFX {
        try file.withBytes { (bytes) in try PFX.decode(bytes) }
    }

    @Test(arguments: algorithms, ["correct horse", "", "é", "grüße 🔑", "a\u{0}b"])
    func comesBack(_ algorithms: PKCS12Algorithms, _ passphrase: String) throws {
        let file = try read(draft(name: "Kim 🔑").encode(.passphrase(secret(passphrase), algorithms)))
        #expect(file.mac?.iterations == 1000)
        let opened = try file.open(secret(passphrase))
        #expect(opened.isIntact == true)
        #expect(opened.certificates.count == 2)
        let der = try opened.certificates[0].der
        let id = try SHA1.digest(of: der.span)
        #expect(opened.bags.map(\.friendlyName) == ["Kim 🔑", nil, "Kim 🔑"])
        #expect(opened.bags.map(\.localKeyID) == [id, nil, id])
        #expect(
            try opened.privateKey(#require(opened.storedKeys.first)).publicKey
                == privateKey("p256.pkcs8").publicKey)
        #expect(throws: PFX.wrongPassphrase) { try file.open(secret("another")) }
        expectNoErrorsLeft()
    }

    /// An empty passphrase and none at all are two things, and an empty one opens both.
    /// RFC 9879: the parameters are those of PBKDF2, and the older ones beside them are not used.
    @Test func writesPBMAC1() throws {
        let file = try read(draft(name: nil).encode(.passphrase(secret("correct horse"), Self.algorithms[2])))
        let mac = try #require(file.mac)
        #expect(mac.method == .pbmac1(prf: "hmacWithSHA256", hmac: "hmacWithSHA256"))
        #expect((mac.iterations, mac.saltByteCount) == (1000, 16))
    }

    /// For PBMAC1, an empty passphrase has the same bytes as none.
    @Test(arguments: algorithms.filter { $0.mac != .pbmac1 }) func withoutAPassphrase(
        _ algorithms: PKCS12Algorithms
    ) throws {
        let absent = try read(draft(name: nil).encode(.passphrase(nil, algorithms)))
        let empty = try read(draft(name: nil).encode(.passphrase(secret(""), algorithms)))
        for file in [absent, empty] {
            let opened = try file.open(secret(""))
            #expect(try opened.privateKey(#require(opened.storedKeys.first)).type == .ec(.p256))
        }
        let mac = try #require(absent.mac)
        #expect(try mac.verify(absent.authenticated, PassphraseEncoding.absent.bmp))
        #expect(try !(#require(empty.mac)).verify(empty.authenticated, PassphraseEncoding.absent.bmp))
    }

    @Test func unprotected() throws {
        let file = try read(draft(name: "Kim").encode(.none))
        #expect(file.mac == nil)
        #expect(!file.needsPassphrase)
        let opened = try file.open(nil)
        #expect(opened.isIntact == nil)
        #expect(try opened.privateKey(#require(opened.storedKeys.first)).type == .ec(.p256))
        // A passphrase that nothing needs is not wrong.
        #expect(try file.open(secret("correct horse")).certificates == opened.certificates)
    }

    @Test func refusesAnEndlessName() throws {
        let file = try draft(name: String(repeating: "x", count: 256))
        #expect(throws: InputError("the common name of a certificate has more than 255 characters")) {
            try file.encode(.none)
        }
        _ = try draft(name: String(repeating: "x", count: 255)).encode(.none)
    }

    /// RFC 7292 §B.1.
    @Test func encodesPassphrases() {
        func bmp(_ text: String) -> [[UInt8]] {
            PassphraseEncoding.candidates(for: secret(text)).map(\.bmp.bytes)
        }
        #expect(bmp("Beavis") == [hex("0042 0065 0061 0076 0069 0073 0000")])
        #expect(bmp("") == [[0, 0], []])
        #expect(bmp("é") == [hex("00E9 0000"), hex("00C3 00A9 0000")])
        #expect(bmp("🔑")[0] == hex("D83D DD11 0000"))
        #expect(PassphraseEncoding.candidates(for: secret([0xE9])).map(\.bmp.bytes) == [hex("00E9 0000")])
        #expect(PassphraseEncoding.candidates(for: secret([0xE9])).map { $0.text?.bytes } == [[0xC3, 0xA9]])
    }
}
