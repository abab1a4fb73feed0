import JOSE
import JSON
import OpenSSL
import Testing
import Words

@Suite("A set of keys, in which the right one can be told")
struct JWKSetTests {
    private func set(_ keys: [String]) throws -> JWKSet {
        try keySet("{\"keys\":[\(keys.joined(separator: ","))]}")
    }

    private func labelled(_ testKey: TestKey, _ id: String?) throws -> String {
        try jwk(testKey.publicKey, id.map { ["kid": .string($0)] } ?? [:])
    }

    private func error(_ set: JWKSet, id: String?) -> String? {
        do {
            _ = try set.key(id: id)
            return nil
        } catch {
            return (error as? any DescribedError)?.message
        }
    }

    @Test("A key is found by its name, and its name says nothing of the others")
    func byName() throws {
        let set = try set([labelled(.rsa, "a"), labelled(.p256, "b"), labelled(.ed25519, nil)])
        #expect(set.keys.count == 3)
        #expect(try set.key(id: "a").material.type == .rsa(bits: 2048))
        #expect(try set.key(id: "b").material.type == .ec(.p256))
        #expect(error(set, id: "c") == "no key in the set has the kid 'c'; found 'a', 'b'")
        #expect(error(set, id: "") == "no key in the set has the kid ''; found 'a', 'b'")
        #expect(error(set, id: "A") == "no key in the set has the kid 'A'; found 'a', 'b'")
    }

    @Test("Names are compared by bytes, not by canonical equivalence")
    func namesByBytes() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let set = try set([labelled(.rsa, composed), labelled(.p256, decomposed)])
        #expect(try set.key(id: composed).material.type == .rsa(bits: 2048))
        #expect(try set.key(id: decomposed).material.type == .ec(.p256))
        let one = try self.set([labelled(.rsa, composed)])
        #expect(error(one, id: decomposed) != nil)
        let token = try sign(
            header: #"{"alg":"RS256","kid":"\#(decomposed)"}"#, with: TestKey.rsa.key, try algorithm("RS256"))
        #expect(failure(of: token, .set(one)) == .invalid(.keyNotFound(id: decomposed, known: [composed])))
    }

    @Test("A name given twice is refused, escaped or not")
    func duplicateNames() throws {
        for (first, second) in [("a", "a"), ("a", "\\u0061"), ("", "")] {
            let texts = [first, second].map { #"{"kty":"FUTURE","kid":"\#($0)"}"# }
            #expect(throws: InputError("two keys of the set have the kid '\(first)'")) { _ = try set(texts) }
        }
        #expect(throws: InputError(.mistyped(member: "kid", expected: "a string"))) {
            _ = try set([#"{"kty":"FUTURE","kid":1}"#])
        }
    }

    @Test("Secrets and other keys in one set are refused; secrets alone are not")
    func mixed() throws {
        let secret = #"{"kty":"oct","k":"\#(base64URL([UInt8](repeating: 1, count: 32)))","kid":"s"}"#
        for other in [try labelled(.rsa, "a"), try labelled(.ed25519, nil), #"{"kty":"FUTURE"}"#, "{}"] {
            #expect(throws: InputError.self) { _ = try set([secret, other]) }
            #expect(throws: InputError.self) { _ = try set([other, secret]) }
        }
        let secrets = try set([secret, secret.replacing("\"s\"", with: "\"t\"")])
        #expect(try secrets.key(id: "t").material.isSecret)
        #expect(throws: InputError("the set contains no keys")) { _ = try set([]) }
    }

    @Test("Without a name, the only key that fits is taken, and several are ambiguous")
    func withoutName() throws {
        let set = try set([labelled(.rsa, "a"), labelled(.p256, "b")])
        #expect(throws: JWKError.ambiguous(known: ["a", "b"])) { try set.key(id: nil) }
        for (testKey, name) in [(TestKey.rsa, "PS256"), (.p256, "ES256")] {
            let token = try sign(with: testKey.key, try algorithm(name))
            #expect(failure(of: token, .set(set)) == nil)
        }
        let token = try sign(with: TestKey.p384.key, try algorithm("ES384"))
        #expect(failure(of: token, .set(set)) == .invalid(.keyNotFound(id: nil, known: ["a", "b"])))
        let two = try self.set([
            labelled(.p256, "c"), labelled(.rsa, "a"),
            try jwk(TestKey.rsa.other.publicKey!, ["kid": .string("b")]),
        ])
        let ambiguous = try sign(with: TestKey.rsa.key, try algorithm("RS256"))
        #expect(failure(of: ambiguous, .set(two)) == .invalid(.keyAmbiguous(ids: ["a", "b"])))
    }

    @Test("What a JWK is for decides between keys of one type")
    func declaredUse() throws {
        let set = try set([
            jwk(TestKey.rsa.publicKey, ["kid": .string("a"), "alg": .string("RS256")]),
            jwk(TestKey.rsa.other.publicKey!, ["kid": .string("b"), "use": .string("enc")]),
        ])
        let token = try sign(with: TestKey.rsa.key, try algorithm("RS256"))
        #expect(failure(of: token, .set(set)) == nil)
        let pss = try sign(with: TestKey.rsa.key, try algorithm("PS256"))
        #expect(failure(of: pss, .set(set)) == .invalid(.keyNotFound(id: nil, known: ["a", "b"])))
        let named = try sign(
            header: #"{"alg":"PS256","kid":"a"}"#, with: TestKey.rsa.key, try algorithm("PS256"))
        #expect(failure(of: named, .set(set)) == .invalid(.algorithmNotForKey("PS256", fitting: ["RS256"])))
        let encryption = try sign(
            header: #"{"alg":"PS256","kid":"b"}"#, with: TestKey.rsa.other, try algorithm("PS256"))
        #expect(
            failure(of: encryption, .set(set))
                == .invalid(.keyUnusable(id: "b", KeyRuleError.use("enc").message)))
    }

    @Test("The token's kid decides, and a wrong one is not made up for")
    func kidOfToken() throws {
        let set = try set([labelled(.rsa, "a"), labelled(.p256, "b")])
        func token(_ id: String) throws -> String {
            try sign(
                header: #"{"alg":"RS256","kid":"\#(id)"}"#, with: TestKey.rsa.key, try algorithm("RS256"))
        }
        #expect(failure(of: try token("a"), .set(set)) == nil)
        #expect(
            failure(of: try token("b"), .set(set))
                == .invalid(.algorithmNotForKey("RS256", fitting: ["ES256"])))
        #expect(failure(of: try token("c"), .set(set)) == .invalid(.keyNotFound(id: "c", known: ["a", "b"])))
        // A single key is the caller's choice, whatever the token calls it.
        #expect(failure(of: try token("c"), under: TestKey.rsa.publicKey) == nil)
    }

    /// RFC 7517 §5.
    @Test("Unknown and broken keys are passed over, and told when they are the chosen one")
    func brokenKeys() throws {
        let unknown = #"{"kty":"FUTURE","kid":"u","pub":"AA"}"#
        let curve = try jwk(TestKey.p256.publicKey, ["crv": .string("P-192"), "kid": .string("c")])
        let broken = try jwk(TestKey.p384.publicKey, ["x": nil, "kid": .string("x")])
        let untyped = #"{"kid":"t"}"#
        let mistyped = #"{"kid":"m","kty":1}"#
        let others = [unknown, curve, broken, untyped, mistyped]
        let set = try set(others + [labelled(.rsa, "a")])
        #expect(try set.key(id: "a").material.type == .rsa(bits: 2048))
        #expect(try set.key(id: nil).material.type == .rsa(bits: 2048))
        #expect(error(set, id: "u")?.hasPrefix("unknown JWK type 'FUTURE'") == true)
        #expect(error(set, id: "c")?.hasPrefix("signet does not support the curve 'P-192'") == true)
        #expect(error(set, id: "x") == .missing(member: "x"))
        #expect(error(set, id: "t") == .missing(member: "kty"))
        #expect(error(set, id: "m") == .mistyped(member: "kty", expected: "a string"))

        let rs256 = try algorithm("RS256")
        #expect(failure(of: try sign(with: TestKey.rsa.key, rs256), .set(set)) == nil)
        let named = try sign(header: #"{"alg":"RS256","kid":"x"}"#, with: TestKey.rsa.key, rs256)
        #expect(
            failure(of: named, .set(set))
                == .invalid(.keyUnusable(id: "x", .missing(member: "x"))))

        let onlyUnknown = try self.set([unknown, curve])
        #expect(error(onlyUnknown, id: nil) == "no key in the set matches; found 'u', 'c'")
        let onlyBroken = try self.set([unknown, broken, untyped])
        #expect(error(onlyBroken, id: nil) == .missing(member: "x"))
        let unnamed = try sign(with: TestKey.p384.key, try algorithm("ES384"))
        #expect(
            failure(of: unnamed, .set(onlyUnknown)) == .invalid(.keyNotFound(id: nil, known: ["u", "c"])))
        #expect(
            failure(of: unnamed, .set(onlyBroken))
                == .invalid(.keyUnusable(id: "x", .missing(member: "x"))))
    }

    @Test("A key that cannot verify does not stand in the way of one that can")
    func weakBesideGood() throws {
        let weak = Key(.privateKey(try PrivateKey.generate(.rsa(bits: 1024)))).publicKey!
        let set = try set([jwk(weak, ["kid": .string("weak")]), labelled(.rsa, "good")])
        let rs256 = try algorithm("RS256")
        #expect(failure(of: try sign(with: TestKey.rsa.key, rs256), .set(set)) == nil)
        let named = try sign(header: #"{"alg":"RS256","kid":"weak"}"#, with: TestKey.rsa.key, rs256)
        #expect(
            failure(of: named, .set(set))
                == .invalid(.keyUnusable(id: "weak", KeyRuleError.rsaTooSmall(bits: 1024).message)))
    }

    @Test("A set is written and read again")
    func roundTrip() throws {
        let keys = [
            Key(TestKey.rsa.key.material, id: "a"),
            Key(TestKey.ed448.publicKey.material, id: "b", use: "sig"),
        ]
        let text = text(bytes(try JWKWriter.set(keys)))
        #expect(text == "{\"keys\":[\(try jwk(keys[0])),\(try jwk(keys[1]))]}")
        let set = try keySet(text)
        for key in keys { #expect(try jwk(try set.key(id: key.id)) == jwk(key)) }
        #expect(JOSETests.text(bytes(try JWKWriter.set([]))) == #"{"keys":[]}"#)
    }

    @Test("A large set is read")
    func large() throws {
        let texts = try (0..<20_000).map { try labelled(.ed25519, "key-\($0)") }
        let set = try set(texts)
        #expect(try set.key(id: "key-19999").id == "key-19999")
    }
}
