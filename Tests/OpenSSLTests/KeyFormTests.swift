import Testing

@testable import OpenSSL

@Suite("Keys through every form and back")
struct KeyFormTests {
    private static let specifications: [KeyType] =
        [.rsa(bits: 1024), .rsaPSS(bits: 1024, nil), .ed25519, .ed448] + Curve.allCases.map(KeyType.ec)

    private func privateForms(_ type: KeyType) -> Set<KeyForm> {
        switch type {
        case .rsa: [.pkcs8, .encryptedPKCS8, .pkcs1]
        case .ec: [.pkcs8, .encryptedPKCS8, .sec1]
        case .rsaPSS, .bytes: [.pkcs8, .encryptedPKCS8]
        }
    }

    private func publicForms(_ type: KeyType) -> Set<KeyForm> {
        if case .rsa = type { [.spki, .pkcs1Public] } else { [.spki] }
    }

    @Test("A generated key is of the type that was asked for", arguments: specifications)
    func generates(specification: KeyType) throws {
        let key = try PrivateKey.generate(specification)
        #expect(key.type == specification)
        #expect(try PrivateKey.generate(specification).publicKey != key.publicKey)
        expectNoErrorsLeft()
    }

    @Test("A generated RSA key has the public exponent 65537")
    func exponent() throws {
        #expect(try PrivateKey.generate(.rsa(bits: 1024)).publicKey.rsaParts()?.exponent == [1, 0, 1])
    }

    @Test(
        "A private key comes back from every form that it has, in DER and in PEM", arguments: specifications)
    func privateRoundTrip(specification: KeyType) throws {
        let key = try PrivateKey.generate(specification)
        let passphrase = secret("a pass phrase")
        let plain = try key.der(.pkcs8).bytes
        for form in privateForms(key.type) {
            for bytes in [
                try key.der(form, passphrase: passphrase), try key.pem(form, passphrase: passphrase),
            ] {
                let encoded = try EncodedKey(bytes.bytes)
                #expect(encoded.form == form)
                #expect(encoded.isEncrypted == (form == .encryptedPKCS8))
                let decoded = try #require(try encoded.decode(passphrase: passphrase).privateKey)
                #expect(decoded.type == key.type)
                #expect(decoded.publicKey == key.publicKey)
                #expect(try decoded.der(.pkcs8).bytes == plain)
            }
        }
        expectNoErrorsLeft()
    }

    @Test("A public key comes back from every form that it has, in DER and in PEM", arguments: specifications)
    func publicRoundTrip(specification: KeyType) throws {
        let key = try PrivateKey.generate(specification).publicKey
        for form in publicForms(key.type) {
            for bytes in [try key.der(form), try key.pem(form)] {
                let encoded = try EncodedKey(bytes)
                #expect(encoded.form == form)
                #expect(!encoded.isEncrypted)
                let decoded = try encoded.decode(passphrase: nil)
                #expect(decoded.privateKey == nil)
                #expect(decoded.publicKey.type == key.type)
                #expect(decoded.publicKey == key)
            }
        }
        expectNoErrorsLeft()
    }

    @Test("A form that the key does not have is refused", arguments: specifications)
    func refusesOtherForms(specification: KeyType) throws {
        let key = try PrivateKey.generate(specification)
        for form in KeyForm.allCases where !privateForms(key.type).contains(form) {
            #expect(
                refusal { try key.der(form, passphrase: passphrase) }
                    == .formMismatch(form, key.type))
            #expect(
                refusal { try key.pem(form, passphrase: passphrase) }
                    == .formMismatch(form, key.type))
        }
        for form in KeyForm.allCases where !publicForms(key.type).contains(form) {
            #expect(
                refusal { try key.publicKey.der(form) }
                    == .formMismatch(form, key.type))
            #expect(
                refusal { try key.publicKey.pem(form) }
                    == .formMismatch(form, key.type))
        }
    }

    @Test("The numbers of a PKCS#1 key must be in their shortest form")
    func shortestNumbers() throws {
        var der = try derInside(fixture("rsa.pkcs1"))
        #expect(der[1] == 0x82 && der[4..<7] == [2, 1, 0])
        der.replaceSubrange(4..<7, with: [2, 2, 0, 0])
        der[3] += 1
        #expect(refusal { try EncodedKey.decode(der) } == .malformed(.pkcs1, reason: "not an RSAPrivateKey"))
    }

    @Test("Without a passphrase nothing is encrypted")
    func asksForPassphrase() throws {
        let key = try PrivateKey.generate(.ed25519)
        #expect(refusal { try key.der(.encryptedPKCS8) } == .passphraseMissing)
        #expect(refusal { try key.pem(.encryptedPKCS8) } == .passphraseMissing)
    }

    @Test(
        "An encrypted key opens with its passphrase and with no other",
        arguments: ["", "x", "grüße", "a\u{0}b"])
    func encrypts(text: String) throws {
        let key = try PrivateKey.generate(.ed25519)
        let bytes = try key.pem(.encryptedPKCS8, passphrase: secret(text)).bytes
        #expect(try EncodedKey.decode(bytes, passphrase: secret(text)).publicKey == key.publicKey)
        for wrong in ["", "a", "x ", "grüsse", "a\u{0}c"] where wrong != text {
            let error = refusal {
                try EncodedKey.decode(bytes, passphrase: secret(wrong))
            }
            #expect(error == .wrongPassphrase, "\(wrong)")
        }
    }

    @Test("The same key is encrypted differently each time")
    func salts() throws {
        let key = try PrivateKey.generate(.ed25519)
        let first = try key.der(.encryptedPKCS8, passphrase: passphrase).bytes
        #expect(try key.der(.encryptedPKCS8, passphrase: passphrase).bytes != first)
    }

    @Test(
        "An encrypted key is written with PBES2, PBKDF2 with HMAC-SHA-256 and 600,000 iterations, and AES-256-CBC"
    )
    func encryptionParameters() throws {
        let bytes = try PrivateKey.generate(.ed25519).der(.encryptedPKCS8, passphrase: passphrase).bytes
        for part in [
            derObject("2A 86 48 86 F7 0D 01 05 0D"), derObject("2A 86 48 86 F7 0D 01 05 0C"),
            derObject("2A 86 48 86 F7 0D 02 09"), derObject("60 86 48 01 65 03 04 01 2A"),
            derInteger([0x09, 0x27, 0xC0]),
        ] {
            #expect(bytes.indices.contains { bytes[$0...].starts(with: part) })
        }
    }

    @Test("Keys of different types are not equal")
    func comparesTypes() throws {
        let keys = try Self.specifications.map { try PrivateKey.generate($0).publicKey }
        for (index, left) in keys.enumerated() {
            for (other, right) in keys.enumerated() { #expect((left == right) == (index == other)) }
        }
        expectNoErrorsLeft()
    }

    @Test("RSA with a modulus too short for libcrypto is refused")
    func refusesShortModulus() {
        let error = refusal { try PrivateKey.generate(.rsa(bits: 256)) }
        guard case .unusable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
