import Testing

@testable import OpenSSL

@Suite("What bytes are recognised as a key")
struct RecognitionTests {
    @Test(
        "A key that openssl wrote is recognised by its structure, in PEM and in DER",
        arguments: [
            ("rsa.pkcs8", KeyForm.pkcs8), ("rsa.pkcs1", .pkcs1), ("rsa.spki", .spki),
            ("rsa.public-pkcs1", .pkcs1Public), ("rsa.certificate", .certificate), ("p256.sec1", .sec1),
            ("p256.pkcs8", .pkcs8), ("p256.spki", .spki), ("p256.spki-compressed", .spki),
            ("p256.certificate", .certificate), ("p256.sec1-without-public", .sec1), ("p384.sec1", .sec1),
            ("p521.pkcs8", .pkcs8), ("secp256k1.sec1", .sec1), ("ed25519.pkcs8", .pkcs8),
            ("ed448.spki", .spki),
            ("pkcs8.scrypt", .encryptedPKCS8), ("pkcs8.PBE-SHA1-RC4-128", .encryptedPKCS8),
        ])
    func recognises(name: String, form: KeyForm) throws {
        let text = try fixture(name)
        let fromPEM = try EncodedKey(text)
        #expect(fromPEM.form == form)
        #expect(fromPEM.container == .pem)
        #expect(fromPEM.isEncrypted == (form == .encryptedPKCS8))
        let fromDER = try EncodedKey(derInside(text))
        #expect(fromDER.form == form)
        #expect(fromDER.container == .der)
        expectNoErrorsLeft()
    }

    @Test("A SET with the members of a key is no key")
    func refusesSet() throws {
        var der = try derInside(fixture("p256.pkcs8"))
        der[0] = 0x31
        #expect(DERShape(der.span).keyForm == nil)
        der.withUnsafeBufferPointer { #expect(DERElement.members($0) == nil) }
    }

    @Test("A traditionally encrypted key is known as encrypted before there is a passphrase")
    func recognisesTraditional() throws {
        let key = try EncodedKey(fixture("traditional.aes256"))
        #expect(key.form == .sec1)
        #expect(key.isEncrypted)
        #expect(refusal { try key.decode(passphrase: nil) } == .passphraseMissing)
    }

    @Test("A key encrypted as PKCS#8 asks for a passphrase")
    func asksForPassphrase() throws {
        let key = try EncodedKey(fixture("pkcs8.scrypt"))
        #expect(refusal { try key.decode(passphrase: nil) } == .passphraseMissing)
    }

    @Test("Text before, after and between blocks is passed over")
    func passesOverText() throws {
        let key = try fixture("p256.sec1")
        let text = Array("Bag Attributes\n  friendlyName: x\n".utf8) + key + Array("the end\n".utf8)
        #expect(try EncodedKey(text).form == .sec1)
    }

    @Test("Lines may end as in Windows")
    func readsCarriageReturns() throws {
        let text = try fixture("p256.sec1").flatMap { $0 == 10 ? [13, 10] : [$0] }
        #expect(try EncodedKey.decode(text).publicKey.type == .ec(.p256))
    }

    @Test("Lines may end as on an old Mac, and a byte order mark may stand before them")
    func readsOldTexts() throws {
        let text = try fixture("p256.sec1")
        let carriageReturns = text.map { $0 == 10 ? 13 : $0 }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        for text in [carriageReturns, mark + text, mark + carriageReturns, text.dropLast()] {
            #expect(try EncodedKey.decode(text).publicKey.type == .ec(.p256))
        }
        // Between two texts it hides the second one, which is then not passed over.
        guard
            case .malformed(.sec1, _) = refusal({ try EncodedKey(text + mark + text) })
        else {
            Issue.record("a block behind a byte order mark is passed over")
            return
        }
    }

    @Test(
        "An EC PARAMETERS block before the key is passed over",
        arguments: ["p256", "p384", "p521", "secp256k1"])
    func passesOverParameters(curve: String) throws {
        let with = try EncodedKey(fixture("\(curve).parameters-and-sec1"))
        #expect(with.form == .sec1)
        #expect(try with.decode(passphrase: nil).publicKey == privateKey("\(curve).sec1").publicKey)
    }

    @Test("A private key goes before the certificate and the public key beside it")
    func prefersPrivate() throws {
        let certificate = try fixture("p256.certificate")
        let publicKey = try fixture("p256.spki")
        let key = try fixture("p256.pkcs8")
        #expect(try EncodedKey(certificate + publicKey + key).form == .pkcs8)
        #expect(try EncodedKey(certificate + publicKey).form == .spki)
    }

    @Test("Among certificates the first is taken")
    func takesFirstCertificate() throws {
        let chain = try fixture("p256.certificate") + fixture("rsa.certificate")
        #expect(try EncodedKey.decode(chain).publicKey.type == .ec(.p256))
    }

    @Test("All keys and certificates of a text are found, in their order")
    func findsAll() throws {
        func forms(_ bytes: [UInt8]) throws -> [KeyForm] {
            try EncodedKey.all(in: bytes.span, StoredEncoding(bytes.span)).map(\.form)
        }
        let key = try fixture("p256.pkcs8")
        let text =
            try Array("x\n".utf8) + pem("X509 CRL", [0x30, 0]) + key + fixture("p256.certificate") + key
        #expect(try forms(text) == [.pkcs8, .certificate, .pkcs8])
        #expect(try forms(pem("X509 CRL", [0x30, 0])) == [])
        #expect(try forms(vector("keys/openssh.ed25519.pub")) == [])
        // A name in a certificate may look like the beginning of a block.
        let common = der(0x0C, Array("\n-----BEGIN PRIVATE KEY-----\n".utf8))
        #expect(try forms(derSequence(derSequence(common), derSequence(), der(0x03, [0]))) == [])
        let error = refusal {
            try EncodedKey.all(in: (text + Array("-----BEGIN PUBLIC KEY-----\nMF*w\n".utf8)).span, .pem)
        }
        guard case .malformed(.spki, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Several keys are counted and refused")
    func countsKeys() throws {
        let key = try fixture("p256.pkcs8")
        let publicKey = try fixture("p256.spki")
        #expect(refusal { try EncodedKey(key + key) } == .unusable("expected one key, found 2"))
        let publicKeys = publicKey + publicKey + publicKey
        #expect(refusal { try EncodedKey(publicKeys) } == .unusable("expected one key, found 3"))
    }

    @Test(
        "What is no key is not one",
        arguments: [
            "", "0", "secret", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "{\"kty\":\"oct\"}",
            " -----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n", "ssh-ed25519 AAAAC3Nza",
        ])
    func refusesNonsense(text: String) {
        let error = refusal { try EncodedKey(Array(text.utf8)) }
        switch error {
        case .notAKey, .malformed: break
        default: Issue.record("\(text): \(String(describing: error))")
        }
    }

    @Test(
        "DER of something else is not a key",
        arguments: ["3000", "3003020100", "0500", "30800000", "30840000"])
    func refusesOtherDER(bytes: String) {
        #expect(refusal { try EncodedKey(hex(bytes)) } == .notAKey)
    }

    @Test("A PEM block of another type is named")
    func namesOtherBlocks() throws {
        let text = try pem("X509 CRL", [0x30, 0])
        let error = refusal { try EncodedKey(text) }
        #expect(error == .unsupportedType(name: "a PEM block of type X509 CRL"))
    }

    @Test(
        "A label that is not what the bytes are is refused",
        arguments: [
            ("p256.spki", "PRIVATE KEY"), ("p256.sec1", "PRIVATE KEY"), ("p256.pkcs8", "EC PRIVATE KEY"),
            ("rsa.pkcs1", "EC PRIVATE KEY"), ("rsa.pkcs1", "RSA PUBLIC KEY"), ("rsa.pkcs8", "PUBLIC KEY"),
            ("p256.certificate", "PUBLIC KEY"), ("p256.spki", "CERTIFICATE"),
            ("p256.pkcs8", "ENCRYPTED PRIVATE KEY"),
            ("pkcs8.scrypt", "PRIVATE KEY"), ("rsa.spki", "RSA PUBLIC KEY"),
        ])
    func refusesWrongLabel(name: String, label: String) throws {
        let text = try pem(label, derInside(fixture(name)))
        let error = refusal { try EncodedKey(text) }
        let form = try #require(KeyForm(pemLabel: label))
        #expect(error == .malformed(form, reason: "not the structure that its label names"))
    }

    @Test(
        "Trailing bytes are refused, in PEM and in DER",
        arguments: [
            ("rsa.pkcs8", KeyForm.pkcs8), ("rsa.pkcs1", .pkcs1), ("rsa.spki", .spki),
            ("rsa.public-pkcs1", .pkcs1Public), ("p256.sec1", .sec1), ("p256.certificate", .certificate),
            ("pkcs8.scrypt", .encryptedPKCS8),
        ])
    func refusesTrailingBytes(name: String, form: KeyForm) throws {
        let longer = try derInside(fixture(name)) + [0]
        let text = try pem(form.pemLabel, longer)
        #expect(refusal { try EncodedKey(longer) } != nil)
        #expect(
            refusal { try EncodedKey(text) }
                == .unusable("malformed \(form.rawValue): more bytes follow its end"))
    }

    @Test(
        "A key cut short at any length is refused",
        arguments: [
            "rsa.pkcs8", "rsa.pkcs1", "rsa.spki", "rsa.public-pkcs1", "p256.sec1", "p256.pkcs8", "p256.spki",
            "ed25519.pkcs8", "ed448.spki", "p256.certificate", "pkcs8.scrypt", "pkcs8.PBE-MD5-DES",
        ])
    func refusesTruncation(name: String) throws {
        let whole = try fixture(name)
        let bytes = try derInside(whole)
        let label = try EncodedKey(whole).form.pemLabel
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            let error = refusal { try EncodedKey.decode(part, passphrase: passphrase) }
            #expect(error == .notAKey, "\(count) bytes")
            // A block without contents has a test of its own.
            guard count > 0 else { continue }
            let text = try pem(label, part)
            let textError = refusal {
                try EncodedKey.decode(text, passphrase: passphrase)
            }
            guard case .malformed = textError else {
                Issue.record("\(count) bytes in PEM: \(String(describing: textError))")
                continue
            }
        }
    }

    @Test("A PEM text cut short at any length is refused", arguments: ["p256.sec1", "traditional.aes256"])
    func refusesTextTruncation(name: String) throws {
        let text = try fixture(name)
        // The last line may go without its end, and libcrypto forgives a shorter run of dashes there.
        for count in 0..<text.count - 6 {
            let part = Array(text.prefix(count))
            #expect(
                refusal { try EncodedKey.decode(part, passphrase: passphrase) } != nil,
                "\(count) bytes")
        }
    }

    @Test(
        "Any one byte of a key may be changed without a crash or an error left behind",
        arguments: [
            "p256.sec1", "ed25519.pkcs8", "p256.spki", "rsa.public-pkcs1", "pkcs8.PBE-SHA1-3DES",
            "pkcs8.aes-256-cbc.utf8",
        ])
    func survivesDamage(name: String) throws {
        let bytes = try derInside(fixture(name))
        for index in bytes.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var damaged = bytes
                damaged[index] ^= change
                _ = refusal { try EncodedKey.decode(damaged, passphrase: passphrase) }
            }
        }
    }

    @Test("A damaged PEM text is malformed, as the form that its label names")
    func namesTheDamagedForm() throws {
        let text = Array("-----BEGIN PUBLIC KEY-----\nMF*w\n-----END PUBLIC KEY-----\n".utf8)
        let error = refusal { try EncodedKey(text) }
        guard case .malformed(.spki, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("PEM: "))
    }

    /// libcrypto reads a long line in pieces of 254 bytes, and takes each of them for a line.
    @Test("A block that begins in the middle of a long line is malformed")
    func refusesABlockInALine() {
        let prose = String(repeating: "x", count: 254)
        let text = Array("\(prose)-----BEGIN PUBLIC KEY-----\nMF*w\n-----END PUBLIC KEY-----\n".utf8)
        let error = refusal { try EncodedKey(text) }
        guard case .malformed(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("PEM: "))
    }

    @Test("A block without contents is malformed")
    func refusesEmptyBlock() {
        let text = Array("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n".utf8)
        let error = refusal { try EncodedKey(text) }
        guard case .malformed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A trusted certificate, as openssl writes it with what it is trusted for, is a certificate")
    func readsTrustedCertificate() throws {
        let decoded = try EncodedKey.decode(fixture("rsa.trusted-certificate"))
        #expect(try decoded.publicKey == privateKey("rsa.pkcs8").publicKey)
    }

    /// `der`, `pem`, `base64`, `other`.
    private func encoding(_ bytes: [UInt8]) -> String {
        String(String(describing: StoredEncoding(bytes.span)).prefix { $0 != "(" })
    }

    @Test("A file is DER, PEM or base64, whatever its contents look like")
    func encodings() throws {
        let pem = try fixture("rsa.certificate")
        let der = try derInside(pem)
        let mark = Array("-----BEGIN X-----".utf8)
        #expect(encoding(der) == "der")
        #expect(encoding(der + mark) == "der")
        #expect(encoding(Array(der.prefix(40)) + mark) == "der")
        #expect(encoding([0x30]) == "der")
        #expect(encoding([0x30, 0x03, 0x0A, 0x01, 0x06]) == "der")
        #expect(encoding(pem) == "pem")
        #expect(encoding(Array("0 is the first number\n".utf8) + pem) == "pem")
        #expect(encoding(Array("\n MAMKAQY=\n".utf8)) == "base64")
        #expect(encoding(Array("MAMKAQY".utf8)) == "other")
        #expect(encoding(Array("AAMKAQY=".utf8)) == "other")
        #expect(encoding([]) == "other")
        let ssh = try vector("keys/openssh.ed25519.pub")
        #expect(StoredObject(recognizing: ssh.span) == .publicKey)
        #expect(StoredObject(recognizing: (Array("0 of two\n".utf8) + ssh).span) == .publicKey)
        expectNoErrorsLeft()
    }
}
