import JOSE
import JSON
import OpenSSL
import Testing

@Suite("A JWK is read and written, its secrets withheld from the tree")
struct JWKTests {
    @Test("Writing and reading a key gives the same key", arguments: TestKey.allCases)
    func roundTrip(testKey: TestKey) throws {
        let keys = [
            Key(
                testKey.key.material, id: "é \"id\"\n", use: "sig", operations: ["sign", "verify"],
                algorithm: "x"),
            testKey.key, testKey.key.publicKey,
        ]
        for written in keys.compactMap(\.self) {
            let first = bytes(try JWKWriter.jwk(written))
            let read = try key(parsing: first)
            #expect(bytes(try JWKWriter.jwk(read)) == first)
            #expect(read.id == written.id)
            #expect(read.use == written.use)
            #expect(read.operations == written.operations)
            #expect(read.algorithm == written.algorithm)
            #expect(read.material.isSecret == written.material.isSecret)
            #expect(read.material.type == written.material.type)
            #expect(judgement(of: read) == nil)
        }
        let algorithm = try #require(testKey.key.defaultAlgorithm)
        let read = try key(parsing: bytes(try JWKWriter.jwk(testKey.key)))
        let verifying = read.publicKey ?? read
        #expect(failure(of: try sign(with: read, algorithm), under: testKey.key) == nil)
        #expect(failure(of: try sign(with: testKey.key, algorithm), under: verifying) == nil)
    }

    @Test(
        "Members come in the order of the RFCs, and a public key has no private ones",
        arguments: [
            (TestKey.rsa, ["kty", "n", "e"], ["d", "p", "q", "dp", "dq", "qi"]),
            (.p256, ["kty", "crv", "x", "y"], ["d"]), (.p384, ["kty", "crv", "x", "y"], ["d"]),
            (.p521, ["kty", "crv", "x", "y"], ["d"]), (.secp256k1, ["kty", "crv", "x", "y"], ["d"]),
            (.ed25519, ["kty", "crv", "x"], ["d"]), (.ed448, ["kty", "crv", "x"], ["d"]),
        ])
    func members(testKey: TestKey, publicNames: [String], privateNames: [String]) throws {
        let words = ["use", "key_ops", "alg", "kid"]
        let labelled = Key(
            testKey.key.material, id: "i", use: "sig", operations: ["sign"], algorithm: "RS256")
        #expect(try jwkText(labelled).object.members.map(\.name) == publicNames + privateNames + words)
        let publicKey = try #require(labelled.publicKey)
        #expect(try jwkText(publicKey).object.members.map(\.name) == publicNames + words)
        #expect(publicKey.operations == ["verify"])
        #expect(try jwkText(testKey.publicKey).object.members.map(\.name) == publicNames)
    }

    @Test("The JWK of an EC key has the same numbers as its PEM, at full length")
    func coordinateLengths() throws {
        for (testKey, count) in [(TestKey.p256, 32), (.p384, 48), (.p521, 66), (.secp256k1, 32)] {
            for name in ["x", "y", "d"] { #expect(try member(name, of: testKey.key).count == count) }
        }
        #expect(try member("d", of: TestKey.ed25519.key).count == 32)
        #expect(try member("d", of: TestKey.ed448.key).count == 57)
        #expect(try member("e", of: TestKey.rsa.key) == [1, 0, 1])
        #expect(try member("n", of: TestKey.rsa.key).count == 256)
    }

    @Test("Secret members are found wherever the document and the key begin")
    func offsets() throws {
        for testKey in TestKey.allCases {
            let compact = try jwk(testKey.key)
            let spaced = compact.replacing(":", with: " :\t").replacing(",", with: "\n ,\r\n ")
            for space in ["", " ", "\n", " \t\r\n  ", String(repeating: " ", count: 4096)] {
                for json in [compact, spaced] {
                    let texts = [
                        space + json, space + json + "\n",
                        "\(space){\"a\":[1,{\"d\":\"x\",\"k\":\"y\"}],\"keys\":[\(space)\(json)]}",
                        "\(space){\"keys\":[{\"kty\":\"AKP\",\"k\":\"q\",\"d\":\"w\"}\(space),\(json)\(space)],\"k\":\"z\"}",
                    ]
                    // A set of a secret and a key of another type is mixed.
                    for text in testKey == .hmac ? Array(texts.dropLast()) : texts {
                        let read = try key(parsing: text)
                        #expect(try jwk(read) == compact)
                    }
                }
            }
        }
    }

    @Test("The values of secret members are nowhere in the tree")
    func withheld() throws {
        for testKey in TestKey.allCases {
            let text = try JWKWriter.jwk(testKey.key)
            let (value, _) = try text.withBytes { (bytes) throws(JSONError) in
                try JSONValue.parse(bytes, withholding: JWK.secretMembers)
            }
            for member in try #require(value.objectValue).members
            where JWK.secretMembers.contains(member.name) {
                #expect(member.value.stringValue == "")
            }
        }
        #expect(JWK.secretMembers == ["d", "p", "q", "dp", "dq", "qi", "r", "t", "k", "priv"])
    }

    @Test("A member that a key needs is missed", arguments: TestKey.allCases)
    func missing(testKey: TestKey) throws {
        for member in try jwkText(testKey.key).object.members.map(\.name) {
            let error = jwkError(try jwk(testKey.key, [member: nil]))
            switch member {
            case "kty": #expect(error == JWKError.notAKey.message)
            // Without d it is the public key.
            case "d": #expect(error == nil)
            default: #expect(error == .missing(member: member))
            }
        }
    }

    @Test("A member of another type is refused, the private key among them", arguments: TestKey.allCases)
    func mistyped(testKey: TestKey) throws {
        let others: [JSONValue] = [
            .null, .bool(true), .integer(1), .array([.string("AQAB")]),
            .object(JSONObject([("d", .string("AA"))])),
        ]
        for member in try jwkText(testKey.key).object.members.map(\.name) {
            for value in others {
                let error = jwkError(try jwk(testKey.key, [member: value]))
                #expect(error == .mistyped(member: member, expected: "a string"), "\(member)")
            }
        }
        for member in ["use", "alg", "kid"] {
            for value in others {
                let error = jwkError(try jwk(testKey.key, [member: value]))
                #expect(error == .mistyped(member: member, expected: "a string"))
            }
        }
        for value: JSONValue in [
            .null, .string("sign"), .array([.integer(1)]), .array([.string("sign"), .null]),
        ] {
            let error = jwkError(try jwk(testKey.key, ["key_ops": value]))
            #expect(error == .mistyped(member: "key_ops", expected: "an array of strings"))
        }
    }

    @Test("Every member with bytes is base64url to the letter", arguments: TestKey.allCases)
    func encoding(testKey: TestKey) throws {
        let object = try jwkText(testKey.key).object
        for member in object.members.map(\.name) where !["kty", "crv"].contains(member) {
            let value = try #require(object[member]?.stringValue)
            let count = value.utf8.count
            for (added, failure) in [
                ("=", Base64URL.DecodingError.padding(offset: count)), ("+", .otherAlphabet(offset: count)),
                ("/", .otherAlphabet(offset: count)), (" ", .foreignCharacter(0x20, offset: count)),
            ] {
                let error = jwkError(try jwk(testKey.key, [member: .string(value + added)]))
                #expect(error == .notBase64URL(member: member, failure))
            }
        }
    }

    /// Legal JSON, but nothing in base64url needs it: no secret passes through a decoder of escapes.
    @Test("An escape in a secret member is refused")
    func escapes() throws {
        let secret = #"{"kty":"oct","k":"\u0041AAA"}"#
        #expect(
            jwkError(secret)
                == .notBase64URL(member: "k", .foreignCharacter(UInt8(ascii: "\\"), offset: 0)))
        let text = try jwk(TestKey.p256.key).replacing("\"d\":\"", with: "\"d\":\"\\u0041")
        #expect(
            jwkError(text) == .notBase64URL(member: "d", .foreignCharacter(UInt8(ascii: "\\"), offset: 0)))
    }

    @Test("An escape in a member's name changes nothing")
    func escapedNames() throws {
        let text = try jwk(TestKey.p256.key).replacing("\"d\"", with: "\"\\u0064\"")
        #expect(try jwk(try key(parsing: text)) == jwk(TestKey.p256.key))
    }

    @Test("Types and curves that are not known are named")
    func unsupported() throws {
        for type in ["FUTURE", "rsa", "ec", "OCT", "", "oct ", "O\u{212A}P"] {
            let error = jwkError(#"{"kty":"\#(type)","k":"AAAA","n":"AQAB"}"#)
            #expect(error?.hasPrefix("unknown JWK type '\(type)'") == true)
        }
        for curve in ["P-192", "p-256", "P-256K", "X25519", "Ed25519", "brainpoolP256r1", ""] {
            #expect(
                jwkError(try jwk(TestKey.p256.key, ["crv": .string(curve)]))?.hasPrefix(
                    "signet does not support the curve '\(curve)'") == true)
        }
        for curve in ["X25519", "X448", "ed25519", "P-256", ""] {
            #expect(
                jwkError(try jwk(TestKey.ed25519.key, ["crv": .string(curve)]))?.hasPrefix(
                    "signet does not support the curve '\(curve)'") == true)
        }
    }

    @Test("A member given twice is refused, the secret ones too")
    func duplicates() throws {
        for name in ["kty", "x", "d"] {
            let text = String(try jwk(TestKey.p256.key).dropLast()) + #","\#(name)":"AA"}"#
            #expect(jwkError(text)?.hasPrefix("malformed JSON: duplicate member '\(name)'") == true)
        }
    }

    @Test(
        "JSON that is neither a key nor a set is told",
        arguments: [
            ("{}", JWKError.notAKey.message), (#"{"k":"AAAA"}"#, JWKError.notAKey.message),
            (#"{"KTY":"oct"}"#, JWKError.notAKey.message),
            (#"{"keys":{}}"#, .mistyped(member: "keys", expected: "an array")),
            (#"{"keys":null}"#, .mistyped(member: "keys", expected: "an array")),
            (#"{"keys":["x"]}"#, .mistyped(member: "keys", expected: "an array of objects")),
            (#"{"keys":[]}"#, "the set contains no keys"),
            (
                #"{"protected":"eyJ9","encrypted_key":"AA","iv":"AA","ciphertext":"AA","tag":"AA"}"#,
                "expected an unencrypted JWK, found an encrypted one (JWE)"
            ),
            (
                #"{"ciphertext":"AA","recipients":[]}"#,
                "expected an unencrypted JWK, found an encrypted one (JWE)"
            ),
        ])
    func otherJSON(text: String, expected: String) {
        #expect(jwkError(text) == expected)
    }

    @Test("A text that is no JSON is an encoded key or none")
    func otherTexts() throws {
        for text in ["", "   ", "[]", "abc", "\"kty\"", "\u{FEFF}{}"] {
            #expect(throws: KeyError.notAKey) { _ = try key(parsing: text) }
        }
        #expect(jwkError("{\"kty\":\"oct\"")?.hasPrefix("malformed JSON") == true)
    }
}
