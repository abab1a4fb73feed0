import JOSE
import JSON
import OpenSSL
import System
import Testing

@testable import Platforms

/// The Sudo Platform: "Custom Federated Sign In", "Test Registration Keys", "Sign In via Private Key", with the
/// documents' own words in the names. What the documents leave out is the SDKs'.
@Suite struct SudoTests {
    private static let uuid = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"

    private static let fsso = ProfileFixture(
        .sudoFSSO, now: 1_700_000_100,
        """
        {"iss":"acme","sub":"jo","aud":"identity-service","jti":"\(uuid)","iat":1700000000000,"exp":1700003600000}
        """)
    private static let test = ProfileFixture(
        .sudoTest, now: 1_700_000_100,
        """
        {"iss":"testRegisterIssuer","sub":"mytest-\(uuid)","aud":"testRegisterAudience","jti":"\(uuid)",\
        "iat":1700000000,"exp":1700003600}
        """)
    private static let signIn = ProfileFixture(
        .sudoSignIn, now: 1_700_000_100,
        """
        {"iss":"user-1","sub":"user-1","aud":"challenge","jti":"nonce","iat":1700000000,"exp":1700000300}
        """)
    private static let all = [fsso, test, signIn]

    // MARK: what the three have in common

    @Test("As the SDKs write them", arguments: all) func examples(_ fixture: ProfileFixture) throws {
        #expect(try fixture.violation(fixture.example) == nil)
    }

    @Test(
        "issue a signed JWT in the following format", arguments: all,
        ["iss", "sub", "aud", "jti", "iat", "exp"])
    func required(_ fixture: ProfileFixture, _ claim: String) throws {
        guard case .missing(claim, _) = try fixture.violation(claim, nil) else {
            Issue.record("\(claim) may be missing")
            return
        }
    }

    @Test("The digital signature algorithm used to sign the JWT must be RSA with SHA-256", arguments: all)
    func algorithm(_ fixture: ProfileFixture) throws {
        for other in ["RS512", "PS256", "HS256", "none"] {
            #expect(
                try fixture.headerViolation(#"{"alg":"\#(other)","kid":"k"}"#)
                    == .algorithm(found: other, expected: ["RS256"]))
        }
    }

    @Test(#"Exactly {"alg":"RS256","kid":"…"}, no typ"#, arguments: all)
    func header(_ fixture: ProfileFixture) throws {
        #expect(try fixture.header(keyID: "k") == #"{"alg":"RS256","kid":"k"}"#)
        #expect(try fixture.headerViolation(#"{"alg":"RS256","kid":"k"}"#) == nil)
        #expect(try fixture.headerViolation(#"{"kid":"k","alg":"RS256"}"#) == nil)
        #expect(
            try fixture.headerViolation(#"{"alg":"RS256","typ":"JWT","kid":"k"}"#)
                == .type(found: "JWT", expected: nil))
        #expect(
            try fixture.headerViolation(#"{"alg":"RS256","kid":"k","cty":"x"}"#)
                == .headerMember("cty", known: ["alg", "kid"]))
        #expect(try fixture.headerViolation(#"{"alg":"RS256"}"#) == .keyIDMissing)
        #expect(try fixture.headerViolation(#"{"alg":"RS256","kid":""}"#) == .keyIDMissing)
    }

    @Test("Generate a RSA key pair of size 2048 bit", arguments: all)
    func key(_ fixture: ProfileFixture) throws {
        try fixture.profile.checkKey(.rsa(bits: 2048))
        for type: KeyType? in [.rsa(bits: 3072), .rsa(bits: 4096), .ec(.p256), .ed25519, nil] {
            #expect(throws: ProfileError.self) { try fixture.profile.checkKey(type) }
        }
    }

    @Test("PEM encoded: the SDKs strip the lines of PKCS#1 and no others", arguments: all)
    func form(_ fixture: ProfileFixture) {
        #expect(fixture.profile.key?.form == .pkcs1)
        #expect(fixture.profile.key?.publicForm == .pkcs1Public)
        #expect(fixture.profile.key?.isFormFixed == (fixture.profile.name == "sudo-test"))
    }

    @Test("Times are whole numbers", arguments: all, ["iat", "exp"])
    func wholeNumbers(_ fixture: ProfileFixture, _ claim: String) throws {
        for json in ProfileFixture.noTimes {
            guard case .mistyped(claim, _) = try fixture.violation(claim, json) else {
                Issue.record("\(claim) may be \(json)")
                continue
            }
        }
    }

    @Test("nbf is optional (only the JS SDK writes it, equal to iat)", arguments: all)
    func notBefore(_ fixture: ProfileFixture) throws {
        let inMilliseconds = fixture.profile.name == "sudo-fsso"
        let start: Int64 = inMilliseconds ? 1_700_000_000_000 : 1_700_000_000
        #expect(try fixture.violation("nbf", "\(start)") == nil)
        let later = Timestamp(seconds: 1_700_000_101)
        #expect(
            try fixture.violation("nbf", inMilliseconds ? "1700000101000" : "1700000101")
                == .time(.notYetValid(from: later, now: fixture.now)))
        guard case .mistyped("nbf", _) = try fixture.violation("nbf", "\"\(start)\"") else {
            Issue.record("nbf may be a string")
            return
        }
    }

    @Test("The document names no typ and no longest lifetime: a token of others may differ", arguments: all)
    func departures(_ fixture: ProfileFixture) throws {
        let header = try Header(parsing: Array(#"{"alg":"RS256","typ":"JWT","kid":"k","cty":"x"}"#.utf8))
        let found = try fixture.profile.departures(of: header)
        #expect(
            found.map(\.fact) == [
                .type(found: "JWT", expected: nil), .headerMember("cty", known: ["alg", "kid"]),
            ])
        #expect(found.allSatisfy { $0.source == .sdks })
        for text in [#"{"alg":"RS256","typ":"JWT"}"#, #"{"alg":"RS512","typ":"JWT","kid":"k"}"#] {
            let header = try Header(parsing: Array(text.utf8))
            #expect(throws: ProfileError.self) { try fixture.profile.departures(of: header) }
        }
        let exp = fixture.profile.name == "sudo-fsso" ? "1700086400000" : "1700086400"
        let claims = try JSONObjectText(parsing: Array(try fixture.example("exp", exp).utf8))
        let (_, departure) = try fixture.profile.verify(
            claims, now: fixture.now, unit: nil, leeway: .zero)
        #expect(
            departure?.fact
                == .windowTooLong(
                    start: "iat", window: .seconds(86_400), limit: fixture.profile.lifetime.longest!))
        #expect(departure?.source == .sdks)
        #expect(throws: ProfileError.self) {
            try fixture.profile.check(claims, now: fixture.now, leeway: .zero)
        }
    }

    @Test("iat: when the token was issued", arguments: all) func issued(_ fixture: ProfileFixture) throws {
        let start = Timestamp(seconds: 1_700_000_000)
        let before = Timestamp(seconds: 1_699_999_999)
        #expect(try fixture.violation(fixture.example, at: start) == nil)
        #expect(
            try fixture.violation(fixture.example, at: before)
                == .time(.issuedInFuture(at: start, now: before)))
        #expect(try fixture.violation(fixture.example, at: before, leeway: .seconds(1)) == nil)
    }

    @Test("exp: when the token should expire", arguments: all) func expiry(_ fixture: ProfileFixture) throws {
        let seconds: Int64 = fixture.profile.name == "sudo-signin" ? 1_700_000_300 : 1_700_003_600
        let end = Timestamp(seconds: seconds)
        #expect(try fixture.violation(fixture.example, at: end) == .time(.expired(at: end, now: end)))
        #expect(try fixture.violation(fixture.example, at: Timestamp(seconds: seconds - 1)) == nil)
    }

    @Test("custom attributes that may not override the registered claims", arguments: all)
    func attributes(_ fixture: ProfileFixture) {
        for claim in ["iss", "sub", "aud", "jti", "iat", "exp", "nbf"] {
            #expect(fixture.profile.attributeViolation(claim)?.fact == .attribute(claim: claim))
        }
        #expect(fixture.profile.attributeViolation("nickname") == nil)
    }

    @Test("Optionally any number of custom attributes can be added", arguments: all)
    func anyNumber(_ fixture: ProfileFixture) throws {
        var claims = fixture.example.dropLast()
        for number in 1...1000 { claims += #","attribute\#(number)":{"n":\#(number).50}"# }
        #expect(try fixture.violation(claims + "}") == nil)
    }

    @Test("Verify accepts either unit, and says which it saw", arguments: all)
    func eitherUnit(_ fixture: ProfileFixture) throws {
        for unit in TimeUnit.allCases {
            let claims = try fixture.filled(
                #"{"iss":"user-1","sub":"user-1","aud":"a","jti":"j"}"#, unit: unit)
            var own = claims
            if fixture.profile.name == "sudo-fsso" { own.set("aud", to: .string("identity-service")) }
            if fixture.profile.name == "sudo-test" {
                own = try fixture.filled(#"{"sub":"a-\#(Self.uuid)"}"#, unit: unit)
            }
            let (found, departure) = try fixture.profile.verify(
                own, now: fixture.now, unit: nil, leeway: .zero)
            #expect(found == unit && departure == nil)
        }
    }

    @Test("Both times count the same", arguments: all) func sameUnit(_ fixture: ProfileFixture) throws {
        let (json, found, expected): (String, TimeUnit, TimeUnit) =
            fixture.profile.name == "sudo-fsso"
            ? ("1700003600", .seconds, .milliseconds) : ("1700000300000", .milliseconds, .seconds)
        #expect(
            try fixture.violation("exp", json) == .unit(claim: "exp", found: found, expected: expected))
    }

    @Test("The unit that is asked for", arguments: all) func askedUnit(_ fixture: ProfileFixture) throws {
        let (found, expected): (TimeUnit, TimeUnit) =
            fixture.profile.name == "sudo-fsso" ? (.milliseconds, .seconds) : (.seconds, .milliseconds)
        #expect(
            try fixture.violation(fixture.example, unit: expected)
                == .unit(claim: "iat", found: found, expected: expected))
    }

    // MARK: Custom Federated Sign In

    @Test(#"The audience ("aud") must always be "identity-service""#) func audience() throws {
        #expect(
            try Self.fsso.violation("aud", "\"other\"")
                == .other(claim: "aud", found: "other", expected: "identity-service"))
        for json in ProfileFixture.noTexts + ["[\"identity-service\"]"] {
            #expect(
                try Self.fsso.violation("aud", json)
                    == .mistyped(claim: "aud", expected: .string))
        }
        #expect(try Self.fsso.filled(#"{}"#)["aud"]?.stringValue == "identity-service")
    }

    @Test(
        "The subject (“sub”) denotes the unique identifier of the identity", arguments: ProfileFixture.noTexts
    )
    func subject(_ json: String) throws {
        #expect(
            try Self.fsso.violation("sub", json)
                == .mistyped(claim: "sub", expected: .string))
    }

    @Test(#"The token ID ("jti") should be a unique ID such as UUID"#) func tokenID() throws {
        let ids = try (0..<100).map { _ in try #require(Self.fsso.filled("{}")["jti"]?.stringValue) }
        #expect(Set(ids).count == 100)
        #expect(ids.allSatisfy { isUUID($0.utf8) })
        #expect(try Self.fsso.violation("jti", "\"anything unique\"") == nil)
    }

    @Test("The issuer (“iss”) denotes the external identity provider", arguments: ProfileFixture.noTexts)
    func issuer(_ json: String) throws {
        #expect(
            try Self.fsso.violation("iss", json)
                == .mistyped(claim: "iss", expected: .string))
    }

    @Test("milliseconds since epoch representation of when the token was issued and should expire")
    func milliseconds() throws {
        let claims = try Self.fsso.filled(#"{"iss":"acme","sub":"jo"}"#)
        #expect(claims["iat"]?.numberValue?.spelling == "1700000100000")
        #expect(claims["exp"]?.numberValue?.spelling == "1700003700000")
        let ofSDKs = try Self.fsso.filled(#"{"iss":"acme","sub":"jo"}"#, unit: .seconds)
        #expect(ofSDKs["exp"]?.numberValue?.spelling == "1700003700")
    }

    @Test("This time should be short: the SDKs' hour") func short() throws {
        #expect(
            try Self.fsso.violation("exp", "1700003600001")
                == .windowTooLong(
                    start: "iat", window: TimeSpan(microseconds: 3_600_001_000), limit: .seconds(3600)))
    }

    @Test(#"The key ID ("kid") must uniquely match the key ID that you provided"#) func keyID() {
        #expect(throws: ProfileError.self) { try Self.fsso.header(keyID: nil) }
        #expect(throws: ProfileError.self) { try Self.signIn.header(keyID: nil) }
    }

    @Test("An empty kid is none", arguments: all) func emptyKeyID(_ fixture: ProfileFixture) throws {
        if fixture.profile.name == "sudo-test" {
            #expect(try fixture.header(keyID: "") == #"{"alg":"RS256","kid":"register_key"}"#)
        } else {
            #expect(throws: ProfileError.self) { try fixture.header(keyID: "") }
        }
        #expect(try fixture.headerViolation(#"{"alg":"RS256","kid":""}"#) == .keyIDMissing)
    }

    // MARK: Test Registration Keys

    @Test("TESTAuthenticationProvider: iss is testRegisterIssuer, aud is testRegisterAudience")
    func constants() throws {
        let claims = try Self.test.filled(#"{"sub":"mytest-\#(Self.uuid)"}"#)
        #expect(claims["iss"]?.stringValue == "testRegisterIssuer")
        #expect(claims["aud"]?.stringValue == "testRegisterAudience")
        #expect(
            try Self.test.violation("iss", "\"other\"")
                == .other(claim: "iss", found: "other", expected: "testRegisterIssuer"))
        #expect(
            try Self.test.violation("aud", "\"other\"")
                == .other(claim: "aud", found: "other", expected: "testRegisterAudience"))
    }

    @Test(
        #""name" parameter should be unique for each test suite: sub is NAME-UUID"#,
        arguments: [
            ("mytest-\(uuid)", true), ("a-\(uuid.lowercased())", true), ("a-b-\(uuid)", true),
            ("ü-\(uuid)", true),
            ("mytest", false), (uuid, false), ("-\(uuid)", false), ("mytest-\(uuid)x", false),
            ("mytest_\(uuid)", false), ("mytest-\(uuid.dropLast())", false),
            ("mytest-3F2504E0-4F89-41D3-9A0C-0305E82C330G", false),
            ("mytest-3F2504E0-4F89-41D3-9A0C00305E82C3301", false), ("é", false),
        ]) func name(_ subject: String, _ passes: Bool) throws
    {
        #expect(
            try Self.test.violation("sub", "\"\(subject)\"")
                == (passes ? nil : .mistyped(claim: "sub", expected: .nameAndUUID)))
    }

    @Test("The name alone says who it is") func names() {
        let subject = "mytest-\(Self.uuid)"
        #expect(Self.test.profile.names(ofSubject: subject) == [subject, "mytest"])
        #expect(Self.fsso.profile.names(ofSubject: subject) == [subject])
        let other = "\(subject)-\(Self.uuid)"
        #expect(Self.test.profile.names(ofSubject: other) == [other])
    }

    @Test("register_key unless given") func registerKey() throws {
        #expect(try Self.test.header(keyID: nil) == #"{"alg":"RS256","kid":"register_key"}"#)
        #expect(try Self.test.header(keyID: "mine") == #"{"alg":"RS256","kid":"mine"}"#)
        #expect(try Self.test.headerViolation(#"{"alg":"RS256","kid":"mine"}"#) == nil)
    }

    @Test("lifetime 3600 s") func testLifetime() throws {
        #expect(
            try Self.test.violation("exp", "1700003601")
                == .windowTooLong(start: "iat", window: .seconds(3601), limit: .seconds(3600)))
        #expect(try Self.test.violation("exp", "1700000000") == .windowNotPositive(start: "iat"))
    }

    // MARK: Sign In via Private Key

    @Test("iss and sub are the user's ID") func userID() throws {
        #expect(
            try Self.signIn.violation("iss", "\"user-2\"")
                == .differing(claim: "iss", found: "user-2", from: "sub", expected: "user-1"))
        #expect(try Self.signIn.filled(#"{"sub":"user-3"}"#)["iss"]?.stringValue == "user-3")
    }

    @Test("The challenge's audience and its nonce are given") func challenge() throws {
        let claims = try Self.signIn.filled(#"{"sub":"user-1"}"#)
        #expect(claims.memberNames == ["sub", "iss", "iat", "exp"])
    }

    @Test("lifetime 300 s") func signInLifetime() throws {
        #expect(
            try Self.signIn.violation("exp", "1700000301")
                == .windowTooLong(start: "iat", window: .seconds(301), limit: .seconds(300)))
    }

    @Test("the public key is stored in the Sudo Platform: PKCS#1, standard base64, not SPKI")
    func registration() throws {
        let object = SudoRegistration.object(keyID: "1", publicKey: [0x30, 0x82, 0xFF, 0xFB, 0xF0])
        #expect(
            String(decoding: JSONWriter.bytes(.object(object)), as: UTF8.self)
                == #"{"keyId":"1","algorithm":"RSA","symmetricAlgorithm":"AES/256","publicKey":"MIL/+/A="}"#)
    }
}

extension ProfileFixture: CustomTestStringConvertible {
    var testDescription: String { profile.name }
}
