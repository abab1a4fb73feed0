import JOSE
import JSON
import OpenSSL
import Testing

@Suite("A public key is never taken for a secret")
struct ConfusionTests {
    /// Every text of a public key that an attacker may have taken for the secret.
    private static func texts(of testKey: TestKey) throws -> [[UInt8]] {
        let pem = try testKey.publicPEM()
        let key = testKey.publicKey
        return [
            pem, Array(pem.dropLast()), Array("\n\n \t".utf8) + pem, Array("\u{FEFF}".utf8) + pem,
            Array(text(pem).replacing("\n", with: "\r\n").utf8), try key.material.publicKey!.der(.spki),
            Array(try jwk(key).utf8), Array(" \n".utf8) + Array(try jwk(key).utf8),
            Array("{\"keys\":[\(try jwk(key))]}".utf8),
        ]
    }

    @Test(
        "An HMAC under a public key is refused, whatever text of the key was the secret",
        arguments: TestKey.asymmetric)
    func publicKeyAsSecret(testKey: TestKey) throws {
        for (name, digest) in [("HS256", DigestAlgorithm.sha256), ("HS384", .sha384), ("HS512", .sha512)] {
            for text in try Self.texts(of: testKey) {
                let token = try forged(#"{"alg":"\#(name)"}"#, secret: text, digest)
                let fitting = Algorithm.fitting(testKey.key.material).map(\.name)
                let expected = Refusal.invalid(.algorithmNotForKey(name, fitting: fitting))
                #expect(failure(of: token, under: testKey.publicKey) == expected)
                #expect(failure(of: token, under: testKey.key) == expected)
                // However the key came in: a file that is JSON, PEM or DER is never bytes for an HMAC.
                if let parsed = try? key(parsing: text) {
                    #expect(failure(of: token, under: parsed) == expected)
                }
            }
        }
    }

    @Test(
        "An HMAC that a set with public keys alone could answer finds no key", arguments: TestKey.asymmetric)
    func publicKeySet(testKey: TestKey) throws {
        let set = try keySet(#"{"keys":[\#(try jwk(testKey.publicKey, ["kid": .string("a")]))]}"#)
        let pem = try testKey.publicPEM()
        #expect(
            failure(of: try forged(#"{"alg":"HS256"}"#, secret: pem), .set(set))
                == .invalid(.keyNotFound(id: nil, known: ["a"])))
        let fitting = Algorithm.fitting(testKey.key.material).map(\.name)
        #expect(
            failure(of: try forged(#"{"alg":"HS256","kid":"a"}"#, secret: pem), .set(set))
                == .invalid(.algorithmNotForKey("HS256", fitting: fitting)))
    }

    @Test(
        "A secret that is a key's text is no secret, neither to sign nor to verify",
        arguments: TestKey.asymmetric)
    func secretIsAKey(testKey: TestKey) throws {
        let hs256 = try algorithm("HS256")
        let material = try #require(
            { if case .privateKey(let key) = testKey.key.material { key } else { nil } }())
        var texts = try Self.texts(of: testKey)
        texts.append(bytes(try material.pem(.pkcs8)))
        texts.append(bytes(try material.der(.pkcs8)))
        texts.append(Array(try jwk(testKey.key).utf8))
        texts += try [testKey.publicPEM(), material.publicKey.der(.spki)].map { Array(base64URL($0).utf8) }
        for text in texts {
            let token = try forged(#"{"alg":"HS256"}"#, secret: text)
            for key in [
                Key(.secret(secret(text))), try key(parsing: #"{"kty":"oct","k":"\#(base64URL(text))"}"#),
            ] {
                #expect(judgement(of: key) == .secretIsAKey)
                #expect(failure(of: token, under: key) == .refused(.secretIsAKey))
                #expect(throws: KeyRuleError.secretIsAKey) { _ = try SigningKey(key, hs256) }
            }
        }
    }

    @Test("So are certificates, PKCS#1 keys, and blocks of other labels, however broken")
    func otherForms() throws {
        var texts = [
            try vectorFile("keys/rsa.certificate.pem"), try vectorFile("keys/rsa.public-pkcs1.pem"),
            try vectorFile("keys/p256.sec1.pem"), try vectorFile("keys/rsa.trusted-certificate.pem"),
            Array("-----BEGIN ANYTHING-----\nAAAA".utf8),
            Array("text before\n-----BEGIN PUBLIC KEY-----".utf8),
        ]
        texts.append(try TestKey.rsa.publicKey.material.publicKey!.der(.pkcs1Public))
        for json in [
            #"{"kty":"FUTURE"}"#, #"{"kty":1}"#, #"{"keys":[]}"#, #"{"keys":1}"#, #"{"ciphertext":"AA"}"#,
        ] {
            texts.append(Array(json.utf8))
        }
        for text in texts { #expect(judgement(of: Key(.secret(secret(text)))) == .secretIsAKey) }
    }

    @Test("Bytes that only look a little like it are secrets")
    func ordinarySecrets() {
        var random = SplitMix64(state: 1)
        for length in 32...128 {
            for first: UInt8 in [0x30, 0x7B, 0x2D, 0x00] {
                #expect(judgement(of: Key(.secret(secret([first] + random.bytes(length))))) == nil)
            }
        }
        for text in [
            #"{"secret":"0123456789abcdef0123456789abcdef"}"#, "----- BEGIN nothing at all, thirty-two",
            "{not JSON but long enough to be a secret}",
        ] {
            #expect(judgement(of: Key(.secret(secret(Array(text.utf8))))) == nil)
        }
    }

    @Test("A signature algorithm under a secret is refused")
    func secretAsPublicKey() throws {
        let hmac = ["HS256", "HS384", "HS512"]
        for name in ["RS256", "ES256", "EdDSA"] {
            let token = try forged(#"{"alg":"\#(name)"}"#, secret: bytes(hex: "00"))
            #expect(
                failure(of: token, under: TestKey.hmac.key)
                    == .invalid(.algorithmNotForKey(name, fitting: hmac)))
        }
    }
}
