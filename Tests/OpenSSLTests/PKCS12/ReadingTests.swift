import Testing
import Words

@testable import OpenSSL

/// Files of other programs (Tests/Vectors/pkcs12/README.md).
@Suite struct PKCS12ReadingTests {
    static let files = [
        ("openssl.p12", "correct horse"), ("openssl.empty.p12", ""), ("openssl-legacy.p12", "correct horse"),
        ("openssl.mac-sha512.p12", "correct horse"), ("openssl.no-mac.p12", "correct horse"),
        ("openssl.mac-only.p12", "correct horse"), ("openssl-1.0.utf8.p12", "grüße"),
        ("java.p12", "correct horse"), ("nss.p12", "correct horse"), ("nss.utf8.p12", "grüße 🔑"),
        ("gnutls.absent.pem", ""),
    ]

    @Test(arguments: files) func opens(_ name: String, _ passphrase: String) throws {
        let file = try pfx("\(name)")
        #expect(file.needsPassphrase)
        let opened = try file.open(secret(passphrase))
        #expect(opened.isIntact == (file.mac == nil ? nil : true))
        let certificate = try fixture("p256.certificate")
        #expect(try opened.certificates == Certificate.all(in: certificate.span))
        let key = try #require(opened.storedKeys.first)
        #expect(try opened.privateKey(key).publicKey == (try privateKey("p256.pkcs8")).publicKey)
        expectNoErrorsLeft()
    }

    @Test(arguments: files) func tellsAWrongPassphrase(_ name: String, _ passphrase: String) throws {
        let file = try pfx("\(name)")
        #expect(throws: PFX.wrongPassphrase) { try file.open(secret("something else")) }
        #expect(throws: PKCS12Error.passphraseMissing) { try file.open(nil) }
        expectNoErrorsLeft()
    }

    @Test(
        arguments: [
            ([0x00, 0x61, 0x00, 0x62], "ab"), ([0x00, 0x61, 0x00, 0x00], "a"), ([0x00, 0x61, 0x00], "a"),
            ([0x00, 0x00], ""), ([], ""), ([0xD8, 0x3D, 0xDD, 0x11], "🔑"), ([0xD8, 0x3D], "\u{FFFD}"),
        ] as [([UInt8], String)])
    func readsNamesOfTwoByteUnits(_ bytes: [UInt8], _ name: String) {
        #expect(BMPString.decode(bytes) == name)
    }

    @Test func readsWhatJavaTrusts() throws {
        let opened = try pfx("java.trust-store.p12").open(secret("correct horse"))
        let bag = try #require(opened.bags.first)
        #expect(opened.bags.count == 1)
        #expect(bag.isTrusted)
        #expect(bag.friendlyName == "ours")
    }

    @Test func readsSeveralKeys() throws {
        let opened = try pfx("java.two-keys.p12").open(secret("correct horse"))
        #expect(opened.storedKeys.count == 2)
        #expect(opened.bags.compactMap(\.friendlyName).sorted() == ["kim", "kim", "robin", "robin"])
    }

    /// RFC 9579 appendix A.
    @Test(arguments: [
        ("a1", "hmacWithSHA256", "hmacWithSHA256"), ("a2", "hmacWithSHA512", "hmacWithSHA256"),
        ("a3", "hmacWithSHA512", "hmacWithSHA512"),
    ]) func verifiesPBMAC1(_ name: String, _ prf: String, _ hmac: String) throws {
        let file = try pfx("rfc9579-\(name).txt")
        #expect(file.mac?.method == .pbmac1(prf: prf, hmac: hmac))
        #expect(try file.open(secret("1234")).isIntact == true)
        #expect(throws: PFX.wrongPassphrase) { try file.open(secret("12345")) }
    }

    @Test(arguments: ["a4", "a5"]) func tellsAWrongPBMAC1FromAWrongPassphrase(_ name: String) throws {
        let file = try pfx("rfc9579-\(name).txt")
        #expect(try file.open(secret("1234")).isIntact == false)
    }

    @Test func refusesPBMAC1WithoutAKeyLength() throws {
        let bytes = try vector("pkcs12/rfc9579-a6.txt")
        #expect(
            throws: InputError(
                "malformed PKCS#12 (PBMAC1 without a keyLength of 20 to 64 bytes (RFC 9879 §4))")
        ) {
            try PFX.decode(bytes.span)
        }
    }
}

/// A file of `Tests/Vectors/pkcs12`.
func pfx(_ name: String) throws -> PFX { try pfx(vector("pkcs12/\(name)")) }

func pfx(_ bytes: [UInt8]) throws -> PFX { try PFX.decode(bytes.span) }

extension OpenedPFX {
    var storedKeys: [BaggedKey] {
        bags.compactMap { if case .key(let key) = $0.contents { key } else { nil } }
    }
}
