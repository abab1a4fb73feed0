import Testing

@testable import OpenSSL

/// Names of fixtures that hold `ed25519.pkcs8`, encrypted as PKCS#8.
private let pkcs8Fixtures = [
    "pkcs8.pbes2-aes-128-cbc", "pkcs8.pbes2-aes-192-cbc", "pkcs8.pbes2-aes-256-cbc",
    "pkcs8.pbes2-aes-256-cfb",
    "pkcs8.pbes2-aes-256-ofb", "pkcs8.pbes2-des3", "pkcs8.pbes2-camellia-128-cbc",
    "pkcs8.pbes2-camellia-256-cbc",
    "pkcs8.pbes2-aria-128-cbc", "pkcs8.pbes2-aria-256-cbc", "pkcs8.pbes2-sm4-cbc", "pkcs8.pbes2-des-cbc",
    "pkcs8.pbes2-rc2-cbc", "pkcs8.pbes2-rc2-40-cbc", "pkcs8.pbes2-rc2-64-cbc", "pkcs8.pbes2-bf-cbc",
    "pkcs8.pbes2-cast5-cbc", "pkcs8.pbes2-seed-cbc", "pkcs8.pbes2-rc4",
    "pkcs8.pbes2-hmacWithMD5", "pkcs8.pbes2-hmacWithSHA1", "pkcs8.pbes2-hmacWithSHA224",
    "pkcs8.pbes2-hmacWithSHA256", "pkcs8.pbes2-hmacWithSHA384", "pkcs8.pbes2-hmacWithSHA512",
    "pkcs8.pbes2-hmacWithSHA512-224", "pkcs8.pbes2-hmacWithSHA512-256",
    "pkcs8.pbes2-one-iteration", "pkcs8.scrypt", "pkcs8.scrypt-small",
    "pkcs8.PBE-MD5-DES", "pkcs8.PBE-MD5-RC2-64", "pkcs8.PBE-SHA1-DES", "pkcs8.PBE-SHA1-RC2-64",
    "pkcs8.PBE-SHA1-3DES", "pkcs8.PBE-SHA1-2DES", "pkcs8.PBE-SHA1-RC2-40", "pkcs8.PBE-SHA1-RC2-128",
    "pkcs8.PBE-SHA1-RC4-40", "pkcs8.PBE-SHA1-RC4-128",
    "pkcs8.aes-256-cbc.empty", "pkcs8.PBE-MD5-DES.empty", "pkcs8.PBE-SHA1-3DES.empty",
    "pkcs8.PBE-SHA1-RC4-128.empty", "pkcs8.scrypt.empty",
    "pkcs8.aes-256-cbc.utf8", "pkcs8.PBE-MD5-DES.utf8", "pkcs8.PBE-SHA1-3DES.utf8",
    "pkcs8.PBE-SHA1-RC4-128.utf8",
    "pkcs8.scrypt.utf8",
]

/// Names of fixtures that hold `p256.sec1`, encrypted as a whole.
private let traditionalFixtures = [
    "traditional.aes128", "traditional.aes192", "traditional.aes256", "traditional.aes256.utf8",
    "traditional.aes-256-cfb", "traditional.aria256", "traditional.camellia256", "traditional.des3",
    "traditional.des", "traditional.bf", "traditional.rc2", "traditional.cast", "traditional.seed",
]

@Suite("Encrypted private keys")
struct EncryptedKeyTests {
    @Test("Every scheme of openssl pkcs8 is opened by the right passphrase", arguments: pkcs8Fixtures)
    func opensPKCS8(name: String) throws {
        let decoded = try EncodedKey.decode(fixture(name), passphrase: passphrase(of: name))
        let reference = try privateKey("ed25519.pkcs8")
        #expect(decoded.publicKey == reference.publicKey)
        #expect(try decoded.privateKey?.bytes()?.bytes == reference.bytes()?.bytes)
        expectNoErrorsLeft()
    }

    @Test(
        "Every cipher of a traditional key is opened by the right passphrase", arguments: traditionalFixtures)
    func opensTraditional(name: String) throws {
        let decoded = try EncodedKey.decode(fixture(name), passphrase: passphrase(of: name))
        #expect(try decoded.publicKey == privateKey("p256.sec1").publicKey)
        expectNoErrorsLeft()
    }

    @Test("A traditional RSA key is opened by the right passphrase")
    func opensTraditionalRSA() throws {
        let decoded = try EncodedKey.decode(fixture("traditional-rsa.aes256"), passphrase: passphrase)
        #expect(try decoded.publicKey == privateKey("rsa.pkcs8").publicKey)
    }

    @Test(
        "A wrong passphrase is called so under every scheme",
        arguments: pkcs8Fixtures + traditionalFixtures + ["traditional-rsa.aes256"])
    func callsWrongPassphrase(name: String) throws {
        let text = try fixture(name)
        let wrong =
            ["wrong", "correct horse ", String(repeating: "x", count: 2_000)]
            + (name.hasSuffix("empty") ? [] : [""])
        for passphrase in wrong {
            let error = refusal {
                try EncodedKey.decode(text, passphrase: secret(passphrase))
            }
            #expect(error == .wrongPassphrase, "\(passphrase)")
        }
    }

    @Test(
        "A wrong passphrase is called so also where the padding happens to look right",
        arguments: [
            "traditional.aes256", "traditional.des", "traditional-rsa.aes256", "pkcs8.PBE-MD5-DES",
            "pkcs8.PBE-SHA1-3DES", "pkcs8.pbes2-one-iteration",
        ])
    func callsWrongPassphraseDespitePadding(name: String) throws {
        let text = try fixture(name)
        // One in 256 leaves padding that looks right.
        for attempt in 0..<700 {
            let error = refusal {
                try EncodedKey.decode(text, passphrase: secret("wrong \(attempt)"))
            }
            #expect(error == .wrongPassphrase, "wrong \(attempt)")
        }
    }

    @Test(
        "A passphrase is given to libcrypto if it fits into the room",
        arguments: [("", 0), ("abc", 3), ("abcd", 4), ("abcde", -1)] as [(String, Int32)])
    func givesWhatFits(text: String, count: Int32) {
        var room = [CChar](repeating: 0, count: 5)
        #expect(give(secret(text), &room, 4) == count)
        #expect(room[4] == 0)
    }

    @Test("The passphrase of a key that is not encrypted is not looked at")
    func ignoresPassphrase() throws {
        #expect(
            try EncodedKey.decode(fixture("p256.sec1"), passphrase: passphrase).publicKey.type == .ec(.p256))
    }

    @Test("A traditional key under an unknown cipher is unsupported, and the cipher is named")
    func namesUnknownCipher() {
        let text = """
            -----BEGIN EC PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: ROT-13,00112233445566778899AABBCCDDEEFF

            AAAAAAAAAAAAAAAAAAAAAA==
            -----END EC PRIVATE KEY-----

            """
        let error = refusal {
            try EncodedKey.decode(Array(text.utf8), passphrase: passphrase)
        }
        #expect(error == .unsupportedEncryption(name: "ROT-13"))
    }

    // MARK: what the derivation costs

    /// EncryptedPrivateKeyInfo with 32 bytes of nothing.
    private func encrypted(_ algorithm: [UInt8]) -> [UInt8] {
        derSequence(algorithm, der(0x04, [UInt8](repeating: 0x5A, count: 32)))
    }

    private func pbes2(_ keyFunction: [UInt8], cipher: [UInt8]? = nil) -> [UInt8] {
        let aes = derSequence(
            derObject("60 86 48 01 65 03 04 01 2A"), der(0x04, [UInt8](repeating: 1, count: 16)))
        return encrypted(
            derSequence(derObject("2A 86 48 86 F7 0D 01 05 0D"), derSequence(keyFunction, cipher ?? aes)))
    }

    private func pbkdf2(iterations: [UInt8]) -> [UInt8] {
        let prf = derSequence(derObject("2A 86 48 86 F7 0D 02 09"), [5, 0])
        return derSequence(
            derObject("2A 86 48 86 F7 0D 01 05 0C"),
            derSequence(der(0x04, [UInt8](repeating: 1, count: 8)), derInteger(iterations), prf))
    }

    private func scrypt(_ n: [UInt8], _ r: [UInt8], _ p: [UInt8]) -> [UInt8] {
        derSequence(
            derObject("2B 06 01 04 01 DA 47 04 0B"),
            derSequence(
                der(0x04, [UInt8](repeating: 1, count: 8)), derInteger(n), derInteger(r), derInteger(p)))
    }

    private func pbes1(_ object: String, iterations: [UInt8]) -> [UInt8] {
        encrypted(
            derSequence(
                derObject(object),
                derSequence(der(0x04, [UInt8](repeating: 1, count: 8)), derInteger(iterations))))
    }

    @Test(
        "PBKDF2 with too many iterations is refused before it begins",
        arguments: [
            ("7FFFFFFF", 2_147_483_647), ("989681", 10_000_001), ("FFFFFFFFFFFFFFFFFFFFFFFF", Int.max),
            ("8000000000000000", .max),
        ])
    func refusesCostlyPBKDF2(iterations: String, cost: Int) {
        let key = pbes2(pbkdf2(iterations: hex(iterations)))
        #expect(
            refusal { try EncodedKey.decode(key, passphrase: passphrase) }
                == .derivationTooCostly(iterations: cost, limit: Limits.iterations))
    }

    @Test(
        "The older schemes with too many iterations are refused before they begin",
        arguments: [
            ("2A 86 48 86 F7 0D 01 05 03", 1), ("2A 86 48 86 F7 0D 01 05 06", 1),
            ("2A 86 48 86 F7 0D 01 05 0A", 1), ("2A 86 48 86 F7 0D 01 05 0B", 1),
            // PKCS#12: a block for a key of 16 bytes, two for one of 24, and one for a vector.
            ("2A 86 48 86 F7 0D 01 0C 01 01", 1), ("2A 86 48 86 F7 0D 01 0C 01 03", 3),
            ("2A 86 48 86 F7 0D 01 0C 01 05", 2),
        ])
    func refusesCostlyPBES1(object: String, blocks: Int) {
        let key = pbes1(object, iterations: [0x7F, 0xFF, 0xFF, 0xFF])
        #expect(
            refusal { try EncodedKey.decode(key, passphrase: passphrase) }
                == .derivationTooCostly(iterations: blocks * 2_147_483_647, limit: Limits.iterations))
    }

    /// A key of 32 bytes is two blocks of HMAC-SHA-1, and 16 of HMAC-SHA-256 are one.
    @Test(
        "The blocks of a key are counted",
        arguments: [("2A 86 48 86 F7 0D 02 07", 2), ("2A 86 48 86 F7 0D 02 09", 1)])
    func countsBlocks(prf: String, blocks: Int) {
        let function = derSequence(
            derObject("2A 86 48 86 F7 0D 01 05 0C"),
            derSequence(
                der(0x04, [UInt8](repeating: 1, count: 8)), derInteger([0x7F, 0xFF, 0xFF]),
                derSequence(derObject(prf), [5, 0])))
        let error = refusal {
            try EncodedKey(pbes2(function)).decode(passphrase: passphrase, maximumIterations: 1_000_000)
        }
        #expect(error == .derivationTooCostly(iterations: blocks * 0x7F_FFFF, limit: 1_000_000))
    }

    @Test("A caller who trusts the file may allow more, and less")
    func changesTheLimit() throws {
        let encoded = try EncodedKey(fixture("pkcs8.pbes2-aes-256-cbc"))
        #expect(
            refusal {
                try encoded.decode(passphrase: passphrase, maximumIterations: 2_047)
            } == .derivationTooCostly(iterations: 2_048, limit: 2_047))
        #expect(
            try encoded.decode(passphrase: passphrase, maximumIterations: 2_048).publicKey.type == .ed25519)
    }

    @Test(
        "scrypt that would take too much memory is refused before it begins, whatever the caller allows",
        arguments: [
            ("40000000", "08", "01"), ("4000", "08", "7FFFFFFF"), ("4000", "7FFFFFFF", "01"),
            ("7FFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF"), ("FFFFFFFFFFFFFFFFFF", "08", "01"),
            ("4000000000000000", "01", "01"), ("100000", "08", "01"), ("040000", "08", "01"),
        ])
    func refusesLargeScrypt(n: String, r: String, p: String) {
        let key = pbes2(scrypt(hex(n), hex(r), hex(p)))
        let error = refusal {
            try EncodedKey(key).decode(passphrase: passphrase, maximumIterations: .max)
        }
        guard case .unusable(let message) = error, message.contains("memory") else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("scrypt that would take too long is refused before it begins")
    func refusesCostlyScrypt() {
        let key = pbes2(scrypt([0x40, 0x00], [8], [0x40]))
        #expect(
            refusal { try EncodedKey.decode(key, passphrase: passphrase) }
                == .derivationTooCostly(iterations: 2 * 16_384 * 8 * 64, limit: Limits.iterations))
    }

    @Test("Costs that are no positive numbers are malformed")
    func refusesSenselessCosts() {
        let negative = der(0x02, [0xFF])
        let negativeKey = encrypted(
            derSequence(
                derObject("2A 86 48 86 F7 0D 01 05 03"),
                derSequence(der(0x04, [UInt8](repeating: 1, count: 8)), negative)))
        for key in [pbes2(pbkdf2(iterations: [0])), pbes2(scrypt([0], [8], [1])), negativeKey] {
            let error = refusal { try EncodedKey.decode(key, passphrase: passphrase) }
            guard case .malformed(.encryptedPKCS8, _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("Schemes, derivations and ciphers that are not known are unsupported, and named")
    func namesUnknownSchemes() {
        let unknown = "2B 06 01 04 01 8F 65 01"
        let cases: [([UInt8], String)] = [
            (pbes1(unknown, iterations: [1]), "1.3.6.1.4.1.2021.1"),
            (encrypted(derSequence(derObject(unknown))), "1.3.6.1.4.1.2021.1"),
            (pbes2(derSequence(derObject(unknown))), "PBES2 with 1.3.6.1.4.1.2021.1"),
            (
                pbes2(pbkdf2(iterations: [1]), cipher: derSequence(derObject(unknown))),
                "PBES2 with 1.3.6.1.4.1.2021.1"
            ),
            // MD2 is gone from libcrypto.
            (pbes1("2A 86 48 86 F7 0D 01 05 01", iterations: [1]), "pbeWithMD2AndDES-CBC"),
        ]
        for (key, name) in cases {
            #expect(
                refusal { try EncodedKey.decode(key, passphrase: passphrase) }
                    == .unsupportedEncryption(name: name))
        }
    }

    @Test("Parameters that are not what the scheme has are malformed, not a wrong passphrase")
    func refusesMalformedParameters() {
        let shortVector = derSequence(derObject("60 86 48 01 65 03 04 01 2A"), der(0x04, [1, 2, 3]))
        for key in [
            pbes2(pbkdf2(iterations: [1]), cipher: shortVector),
            encrypted(derSequence(derObject("2A 86 48 86 F7 0D 01 05 03"))),
            encrypted(derSequence(derObject("2A 86 48 86 F7 0D 01 05 0D"))),
            // libcrypto keeps a BOOLEAN where it keeps the place of other types.
            encrypted(derSequence(derObject("2A 86 48 86 F7 0D 01 05 0D"), [0x01, 0x01, 0xFF])),
        ] {
            let error = refusal { try EncodedKey.decode(key, passphrase: passphrase) }
            guard case .malformed(.encryptedPKCS8, _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("What decrypts to a kind of key that is not known here is named")
    func namesUnknownTypes() throws {
        let text = try fixture("unsupported.x25519-encrypted")
        let error = refusal { try EncodedKey.decode(text, passphrase: passphrase) }
        #expect(error == .unsupportedType(name: "X25519"))
    }
}
