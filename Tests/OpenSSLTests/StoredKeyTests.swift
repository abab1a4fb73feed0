import Glibc
import Testing
import Words

@testable import OpenSSL

/// libcrypto itself has a store for files (ossl_store-file(7)), so these tests need neither a token nor a provider.
@Suite("Keys in stores")
struct StoredKeyTests {
    private func open(_ name: String, pin: @escaping () throws -> Secret) throws -> EncodedKey.Decoded {
        let path = vectorPath("keys/\(name).pem")
        return try StoredKey.open(uri: "file:\(path)", scheme: "file", provider: nil, pin: pin)
    }

    private func open(_ name: String) throws -> EncodedKey.Decoded {
        try open(name) {
            Issue.record("a PIN is asked for")
            return secret("")
        }
    }

    private func privateKey(_ name: String) throws -> PrivateKey { try #require(try open(name).privateKey) }

    @Test("A stored key has the public key of its file", arguments: ["rsa", "p256", "ed25519", "ed448"])
    func opens(name: String) throws {
        let key = try privateKey("\(name).pkcs8")
        #expect(key.staysInStore)
        #expect(try key.publicKey == EncodedKey.decode(fixture("\(name).spki")).publicKey)
        expectNoErrorsLeft()
    }

    @Test("A stored key is written in no form", arguments: ["rsa", "p256", "ed25519"])
    func staysInStore(name: String) throws {
        let key = try privateKey("\(name).pkcs8")
        for form in KeyForm.allCases {
            let error = refusal { try key.der(form, passphrase: passphrase) }
            #expect(error == .staysInStore, "\(form)")
            let textError = refusal { try key.pem(form, passphrase: passphrase) }
            #expect(textError == .staysInStore, "\(form)")
        }
        #expect(refusal { try key.openSSH(comment: "") } == .staysInStore)
        let text = try fixture("p256.certificate")
        let certificate = try #require(try Certificate.all(in: text.span).first)
        let draft = PFXDraft(key, certificate, chain: [], friendlyName: nil)
        #expect(throws: KeyError.staysInStore) { try draft.encode(.none) }
    }

    @Test(
        "A stored key signs",
        arguments: [
            ("rsa", SignatureScheme.rsaPKCS1(.sha256)), ("rsa", .rsaPSS(.sha512)), ("p256", .ecdsa(.sha256)),
            ("ed25519", .pure),
        ])
    func signs(name: String, scheme: SignatureScheme) throws {
        let key = try privateKey("\(name).pkcs8")
        let message = Array("message".utf8)
        let signature = try Signer.make(key, scheme).sign(message.span)
        #expect(try Verifier.make(key.publicKey, scheme).verify(signature.span, for: message.span))
    }

    @Test(
        "A signature that the store's public key does not verify is not returned",
        arguments: [
            ("rsa", SignatureScheme.rsaPKCS1(.sha256)), ("p256", .ecdsa(.sha256)), ("ed25519", .pure),
        ])
    func refusesForeignSignatures(name: String, scheme: SignatureScheme) throws {
        let key = try privateKey("\(name).pkcs8")
        let other = try PrivateKey.generate(key.type).publicKey
        let forged = PrivateKey(stored: key.handle, publicHandle: other.handle)
        let message = Array("message".utf8)
        #expect(throws: OpenSSLError.unprovenSignature) { try Signer.make(forged, scheme).sign(message.span) }
        expectNoErrorsLeft()
    }

    @Test("A PIN opens the key, and another one or none does not")
    func asksForAPIN() throws {
        struct Cancelled: Error {}
        let name = "pkcs8.aes-256-cbc.utf8"
        let key = try #require(try open(name) { passphrase(of: name) }.privateKey)
        #expect(try key.publicKey == EncodedKey.decode(fixture("ed25519.spki")).publicKey)
        // libcrypto has room for 1024 bytes.
        for wrong in [
            "", "wrong", String(repeating: "x", count: 1_024), String(repeating: "x", count: 5_000),
        ] {
            #expect(throws: InputError.self) { try open(name) { secret(wrong) } }
            expectNoErrorsLeft()
        }
        #expect(throws: Cancelled.self) { try open(name) { throw Cancelled() } }
        expectNoErrorsLeft()
    }

    @Test("One name must be that of one key, of a type that signet supports")
    func refuses() throws {
        #expect(throws: InputError.self) { try open("none") }
        #expect(throws: KeyError.unsupportedType(name: "X25519")) { try open("unsupported.x25519") }
        #expect(throws: KeyError.unsupportedCurve(name: "P-224")) { try open("unsupported.secp224r1") }
        expectNoErrorsLeft()
    }

    /// Opens a file with several fixtures.
    private func open(_ names: [String]) throws -> EncodedKey.Decoded {
        let bytes = try names.flatMap(fixture)
        var template = Array("/tmp/signet-store-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer {
            unlink(path)
            close(file)
        }
        #expect(write(file, bytes, bytes.count) == bytes.count)
        return try StoredKey.open(uri: "file:\(path)", scheme: "file", provider: nil) { secret("") }
    }

    @Test("The keys of one name are counted, private keys apart from public ones")
    func counts() throws {
        let publicKey = try open(["p256.spki"])
        #expect(
            try publicKey.privateKey == nil
                && publicKey.publicKey == EncodedKey.decode(fixture("p256.spki")).publicKey)
        let key = try open(["ed25519.spki", "p256.certificate", "rsa.spki", "p256.pkcs8"])
        #expect(key.privateKey?.type == .ec(.p256))
        #expect(throws: InputError.self) { try open(["p256.spki", "rsa.spki"]) }
        #expect(throws: InputError.self) { try open(["p256.pkcs8", "p256.pkcs8", "rsa.pkcs8"]) }
        expectNoErrorsLeft()
    }
}
