import JOSE
import JSON
import OpenSSL
import Testing

@Suite("A token's header is checked before its signature")
struct HeaderTests {
    private let key = TestKey.hmac.key
    private let secretBytes = (0..<64).map { UInt8($0) ^ 0xA5 }

    @Test(
        "Unsecured tokens are refused in every spelling, signed or not",
        arguments: ["none", "None", "NONE", "nOnE"])
    func unsecured(name: String) throws {
        let header = #"{"alg":"\#(name)"}"#
        let tokens = [
            base64URL(header) + "." + base64URL("{}") + ".", try forged(header, secret: secretBytes),
            try forged(header, secret: []),
        ]
        for token in tokens {
            for testKey in TestKey.allCases {
                #expect(failure(of: token, under: testKey.key) == .invalid(.unsecured))
            }
        }
    }

    @Test(
        "An algorithm that there is not is refused, with the name as it stands",
        arguments: ["", "hs256", "HS256 ", "HS1", "HS256\u{0}", "RS1", "A256KW", "ES256\u{212A}"])
    func unknownAlgorithm(name: String) throws {
        let header = JSONWriter.string(.object(JSONObject([("alg", .string(name))])))
        let token = try forged(header, secret: secretBytes)
        #expect(failure(of: token, under: key) == .invalid(.unknownAlgorithm(name)))
    }

    @Test(
        "A header that says less or other than RFC 7515 is malformed",
        arguments: [
            (#"{}"#, Header.ParsingError.missing(member: "alg")),
            (#"{"typ":"JWT"}"#, .missing(member: "alg")),
            (#"{"ALG":"HS256"}"#, .missing(member: "alg")),
            (#"{"alg":256}"#, .mistyped(member: "alg", expected: "a string")),
            (#"{"alg":null}"#, .mistyped(member: "alg", expected: "a string")),
            (#"{"alg":["HS256"]}"#, .mistyped(member: "alg", expected: "a string")),
            (#"{"alg":{"HS256":1}}"#, .mistyped(member: "alg", expected: "a string")),
            (#"{"alg":true}"#, .mistyped(member: "alg", expected: "a string")),
            (#"{"alg":"HS256","kid":1}"#, .mistyped(member: "kid", expected: "a string")),
            (#"{"alg":"HS256","kid":null}"#, .mistyped(member: "kid", expected: "a string")),
            (#"{"alg":"HS256","typ":[]}"#, .mistyped(member: "typ", expected: "a string")),
        ])
    func malformed(header: String, expected: Header.ParsingError) throws {
        let token = try forged(header, secret: secretBytes)
        #expect(failure(of: token, under: key) == .invalid(.malformed(.header(expected))))
    }

    @Test(
        "A member given twice is refused, whatever way it is spelt",
        arguments: [
            (#"{"alg":"HS256","alg":"none"}"#, "alg"), (#"{"alg":"none","\u0061lg":"HS256"}"#, "alg"),
            (#"{"alg":"HS256","kid":"a","kid":"a"}"#, "kid"), (#"{"alg":"HS256","x":{"y":1,"y":2}}"#, "y"),
        ])
    func duplicates(header: String, name: String) throws {
        let token = try forged(header, secret: secretBytes)
        guard case .invalid(.malformed(.header(.json(let error)))) = failure(of: token, under: key) else {
            Issue.record("\(header) was not refused as JSON")
            return
        }
        #expect(error.reason == .duplicateMember(name))
    }

    @Test(
        "A header that is no JSON object is refused",
        arguments: [
            "", " ", "[]", "null", "\"HS256\"", "{", #"{"alg":"HS256"}x"#, "\u{FEFF}{\"alg\":\"HS256\"}",
        ])
    func notJSON(header: String) throws {
        let token = try forged(header, secret: secretBytes)
        guard case .invalid(.malformed(.header(.json))) = failure(of: token, under: key) else {
            Issue.record("\(header) was not refused as JSON")
            return
        }
    }

    @Test("A header is neither huge nor deep")
    func limits() throws {
        let huge = #"{"alg":"HS256","x":"\#(String(repeating: "a", count: 64 << 10))"}"#
        let deep =
            #"{"alg":"HS256","x":"# + String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
            + "}"
        for header in [huge, deep] {
            guard
                case .invalid(.malformed(.header(.json))) = failure(
                    of: try forged(header, secret: secretBytes), under: key)
            else {
                Issue.record("not refused")
                return
            }
        }
    }

    @Test(
        "Extensions that must be understood are not",
        arguments: [
            (#"["exp"]"#, ["exp"]), (#"["b64"]"#, ["b64"]), (#"["b64","exp"]"#, ["b64", "exp"]),
            (#"["http://example.com/x"]"#, ["http://example.com/x"]), (#"["ALG"]"#, ["ALG"]),
        ])
    func criticalNotUnderstood(list: String, names: [String]) throws {
        let header =
            #"{"alg":"HS256","crit":\#(list),"exp":1,"b64":true,"http://example.com/x":null,"ALG":""}"#
        let token = try forged(header, secret: secretBytes)
        #expect(failure(of: token, under: key) == .invalid(.critical(.notUnderstood(names))))
    }

    @Test(
        "A crit that RFC 7515 forbids is malformed",
        arguments: [
            "[]", "null", "true", "\"exp\"", "{}", "{\"exp\":1}", "[1]", "[null]", "[[\"exp\"]]",
            #"["exp","exp"]"#,
            #"["exp","\u0065xp"]"#, #"["absent"]"#, #"["exp","absent"]"#, #"["alg"]"#, #"["exp","alg"]"#,
            #"["crit"]"#, #"["kid"]"#, #"["typ"]"#, #"["x5t#S256"]"#, #"["enc"]"#, #"["p2c"]"#, #"["exp",1]"#,
            // The name in the header has its é in one scalar.
            "[\"e\u{301}\"]",
        ])
    func criticalMalformed(list: String) throws {
        let header =
            #"{"alg":"HS256","crit":\#(list),"exp":1,"kid":"x","typ":"JWT","enc":"","p2c":1,"x5t#S256":"","é":1}"#
        let token = try forged(header, secret: secretBytes)
        #expect(failure(of: token, under: key) == .invalid(.critical(.malformed)))
    }

    @Test("A key or a place to find one in the header is refused", arguments: ["jwk", "jku", "x5u"])
    func embeddedKeys(member: String) throws {
        for value in [#""https://example.com/keys""#, "{}", "null", #"{"kty":"oct","k":"AAAA"}"#] {
            let token = try forged(#"{"alg":"HS256","\#(member)":\#(value)}"#, secret: secretBytes)
            #expect(failure(of: token, under: key) == .invalid(.embeddedKey(member: member)))
        }
    }

    @Test(
        "Certificates and their thumbprints in the header are passed over",
        arguments: ["x5c", "x5t", "x5t#S256"])
    func certificates(member: String) throws {
        let token = try forged(#"{"alg":"HS256","\#(member)":["MIIB"]}"#, secret: secretBytes)
        #expect(failure(of: token, under: key) == nil)
    }

    @Test("If the certificates cannot be judged for lack of memory, the token is not refused")
    func certificatesWithoutMemory() throws {
        let token = try forged(#"{"alg":"HS256","x5c":["MIIB"]}"#, secret: secretBytes)
        #expect(failure(of: token, .ofChains { _ in throw OpenSSLError.noMemory("malloc") }) == .other)
        #expect(
            failure(of: token, .ofChains { _ in throw TokenError.chain("it is bad") })
                == .invalid(.chain("it is bad")))
    }

    @Test("Members that nobody knows are passed over")
    func unknownMembers() throws {
        let token = try forged(
            #"{"alg":"HS256","b64":true,"zip":"DEF","é":{"a":[1]},"typ":"x","cty":1}"#, secret: secretBytes)
        #expect(failure(of: token, under: key) == nil)
    }

    @Test(
        "A payload that is not encoded is refused, without crit too",
        arguments: ["false", "null", "1", #""x""#])
    func unencodedPayload(b64: String) throws {
        let token = try forged(#"{"alg":"HS256","b64":\#(b64)}"#, secret: secretBytes)
        #expect(failure(of: token, under: key) == .invalid(.critical(.unencodedPayload)))
    }

    @Test("Only the algorithms that the caller allows are taken, by every name they have")
    func allowedAlgorithms() throws {
        let (rs256, ps256) = (try algorithm("RS256"), try algorithm("PS256"))
        let token = try sign(with: TestKey.rsa.key, rs256)
        let key = TestKey.rsa.publicKey
        #expect(failure(of: token, under: key, policy { $0.algorithms = [rs256] }) == nil)
        #expect(failure(of: token, under: key, policy { $0.algorithms = [ps256, rs256] }) == nil)
        #expect(
            failure(of: token, under: key, policy { $0.algorithms = [ps256] })
                == .invalid(.algorithmNotAllowed("RS256")))
        let (edDSA, ed25519) = (try algorithm("EdDSA"), try algorithm("Ed25519"))
        for (signed, allowed) in [(edDSA, ed25519), (ed25519, edDSA), (edDSA, edDSA)] {
            let token = try sign(with: TestKey.ed25519.key, signed)
            let policy = policy { $0.algorithms = [allowed] }
            #expect(failure(of: token, under: TestKey.ed25519.publicKey, policy) == nil)
        }
        let ed448 = try algorithm("Ed448")
        #expect(
            failure(
                of: try sign(with: TestKey.ed25519.key, edDSA), under: TestKey.ed25519.publicKey,
                policy { $0.algorithms = [ed448] }) == .invalid(.algorithmNotAllowed("EdDSA")))
    }
}
