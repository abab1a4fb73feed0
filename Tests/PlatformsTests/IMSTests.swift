import JOSE
import JSON
import OpenSSL
import PKI
import System
import Testing

@testable import Platforms

/// The rules of "Mobile App Signing Interface" and "Public Certificate and RSA Key Pair", with the document's own words
/// in the names.
@Suite struct IMSTests {
    /// The document's example.
    private let ims = ProfileFixture(
        .ims, now: 1_497_577_400,
        """
        {"iss":"63d9a389-4ddc-4df1-8dd1-af6a10c7226e","sub":"14",\
        "jti":"BD988B2E-B16A-49B8-8882-9B3C9D35DD84","nbf":1497577381,"exp":1497578281}
        """)

    @Test("The example of the document") func example() throws {
        #expect(try ims.violation(ims.example) == nil)
    }

    @Test(
        "SDK will verify that all the required fields are provided in the JWT",
        arguments: ["iss", "sub", "jti", "nbf", "exp"])
    func required(_ claim: String) throws {
        guard case .missing(claim, _) = try ims.violation(claim, nil) else {
            Issue.record("\(claim) may be missing")
            return
        }
    }

    @Test("Value Type: String", arguments: ["iss", "sub", "jti"], ProfileFixture.noTexts)
    func strings(_ claim: String, _ json: String) throws {
        #expect(
            try ims.violation(claim, json) == .mistyped(claim: claim, expected: .string))
    }

    @Test(
        "Names that differ only in case are one to some readers",
        arguments: ["SUB", "Sub", "\u{17F}ub", "suB"])
    func caseOfNames(_ name: String) throws {
        #expect(try ims.violation(name, "\"15\"") == .caseDiffers(claim: name, from: "sub"))
        #expect(try ims.violation("subs", "\"15\"") == nil)
    }

    @Test("Value Type: Number", arguments: ["nbf", "exp"], ProfileFixture.noTimes)
    func numbers(_ claim: String, _ json: String) throws {
        #expect(
            try ims.violation(claim, json)
                == .mistyped(claim: claim, expected: .wholeTime(.seconds)))
    }

    @Test("A timestamp: of seconds", arguments: ["nbf", "exp"]) func seconds(_ claim: String) throws {
        #expect(
            try ims.violation(claim, "1497577381000")
                == .unit(claim: claim, found: .milliseconds, expected: .seconds))
    }

    @Test("The window of time a JWT is valid can be no longer than 15 minutes") func window() throws {
        #expect(try ims.violation("exp", "1497578281") == nil)
        #expect(
            try ims.violation("exp", "1497578282")
                == .windowTooLong(start: "nbf", window: .seconds(901), limit: .seconds(900)))
        let claims = try JSONObjectText(parsing: Array(try ims.example("exp", "1497578282").utf8))
        #expect(throws: ProfileError.self) {
            try ims.profile.verify(claims, now: ims.now, unit: nil, leeway: .zero)
        }
        #expect(try ims.violation("exp", "1497577382", at: 1_497_577_381) == nil)
        #expect(try ims.violation("exp", "1497577381") == .windowNotPositive(start: "nbf"))
        #expect(try ims.violation("exp", "1497577380") == .windowNotPositive(start: "nbf"))
    }

    @Test("exp: the time the token will become invalid") func expiry() throws {
        let end = Timestamp(seconds: 1_497_578_281)
        #expect(try ims.violation(ims.example, at: end) == .time(.expired(at: end, now: end)))
        #expect(try ims.violation(ims.example, at: Timestamp(seconds: 1_497_578_280)) == nil)
        #expect(
            try ims.violation(ims.example, at: end, leeway: .seconds(1)) == .time(.expired(at: end, now: end))
        )
    }

    @Test("nbf: the time the token will become valid") func begin() throws {
        let start = Timestamp(seconds: 1_497_577_381)
        let before = Timestamp(seconds: 1_497_577_380)
        #expect(try ims.violation(ims.example, at: start) == nil)
        #expect(try ims.violation(ims.example, at: before) == .time(.notYetValid(from: start, now: before)))
        #expect(try ims.violation(ims.example, at: before, leeway: .seconds(1)) == nil)
    }

    @Test("iat is not the document's, and none is from the future") func issued() throws {
        #expect(try ims.violation("iat", "1497577400") == nil)
        #expect(
            try ims.violation("iat", "1497577401")
                == .time(
                    .issuedInFuture(
                        at: Timestamp(seconds: 1_497_577_401), now: Timestamp(seconds: 1_497_577_400))))
        #expect(
            try ims.violation("iat", "1497577399.5")
                == .mistyped(claim: "iat", expected: .wholeTime(.seconds)))
    }

    @Test("alg: this is always set to RS256") func algorithm() throws {
        #expect(try ims.headerViolation(#"{"alg":"RS256","typ":"JWT"}"#) == nil)
        #expect(
            try ims.headerViolation(#"{"alg":"HS256","typ":"JWT"}"#)
                == .algorithm(found: "HS256", expected: ["RS256"]))
    }

    @Test("typ: identifies the type of token as a JWT") func type() throws {
        #expect(try ims.headerViolation(#"{"alg":"RS256"}"#) == .type(found: nil, expected: "JWT"))
        #expect(
            try ims.headerViolation(#"{"alg":"RS256","typ":"jwt"}"#) == .type(found: "jwt", expected: "JWT"))
    }

    @Test(
        "A later edition adds an optional kid",
        arguments: [
            (#"{"alg":"RS256","typ":"JWT"}"#, true), (#"{"typ":"JWT","alg":"RS256"}"#, true),
            (#"{"alg":"RS256","typ":"JWT","kid":"1"}"#, true),
            (#"{"alg":"RS256","typ":"JWT","x":1}"#, false),
            (#"{"alg":"HS256","typ":"JWT"}"#, false),
        ]) func keyID(_ header: String, _ isAccepted: Bool) throws
    {
        let header = try Header(parsing: Array(header.utf8))
        let isRight =
            ims.profile.headerViolations(header).isEmpty && ims.profile.otherMember(of: header) == nil
        #expect(isRight == isAccepted)
    }

    @Test("The header is written as the document shows it") func header() throws {
        #expect(try ims.header(keyID: nil) == #"{"alg":"RS256","typ":"JWT"}"#)
        #expect(try ims.header(keyID: "7") == #"{"alg":"RS256","typ":"JWT","kid":"7"}"#)
    }

    @Test("The host is responsible for generating a 2048 bit RSA key pair") func key() throws {
        try ims.profile.checkKey(.rsa(bits: 2048))
        try ims.profile.checkKeyForm(.pkcs1, isPEM: false)
        for type: KeyType? in [.rsa(bits: 3072), .ec(.p256), .ed25519, nil] {
            #expect(throws: ProfileError.self) { try ims.profile.checkKey(type) }
        }
    }

    @Test("A public certificate, signed using the SHA-256 with RSA algorithm") func certificate() throws {
        let rules = try #require(ims.profile.certificate)
        #expect(rules.signatureAlgorithm == "sha256WithRSAEncryption")
        #expect(rules.rsaBits == 2048)
    }

    @Test("The later edition lets the host make the whole token") func claimsAreMade() throws {
        let claims = try ims.filled(#"{"iss":"a","sub":"b"}"#)
        #expect(claims.memberNames == ["iss", "sub", "jti", "nbf", "exp"])
        #expect(claims["nbf"]?.numberValue?.spelling == "1497577400")
        #expect(claims["exp"]?.numberValue?.spelling == "1497578300")
        #expect(claims["jti"]?.stringValue?.utf8.count == 36)
        #expect(try ims.violation(String(decoding: claims.bytes, as: UTF8.self)) == nil)
    }

    @Test("Claims that are there are kept") func claimsAreKept() throws {
        #expect(try ims.filled(ims.example).bytes == Array(ims.example.utf8))
    }

    @Test("Other claims are nobody's attributes") func attributes() {
        #expect(ims.profile.attributeViolation("iss") == nil)
    }
}

extension ProfileFixture {
    fileprivate func violation(
        _ claim: String, _ json: String, at seconds: Int64
    ) throws -> ProfileError.Fact? {
        try violation(example(claim, json), at: Timestamp(seconds: seconds))
    }
}
