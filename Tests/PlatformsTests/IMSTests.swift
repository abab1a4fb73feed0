import JOSE
import JSON
import OpenSSL
import Platforms
import System
import Testing

/// The rules of "Mobile App Signing Interface", with the document's own words in the names.
@Suite struct IMSTests {
    private let ims = Profile.named("ims")!
    /// The document's example is valid at this time.
    private let now = Timestamp(seconds: 1_497_577_400)

    private static let example = """
        {"iss":"63d9a389-4ddc-4df1-8dd1-af6a10c7226e","sub":"14",\
        "jti":"BD988B2E-B16A-49B8-8882-9B3C9D35DD84","nbf":1497577381,"exp":1497578281}
        """

    private func violation(
        _ claims: String, at now: Timestamp? = nil, leeway: TimeSpan = .zero
    ) throws -> ProfileViolation.Fact? {
        let object = try JSONObjectText(parsing: Array(claims.utf8))
        do {
            try ims.check(object, now: now ?? self.now, leeway: leeway)
            return nil
        } catch {
            #expect(error.profile == "ims")
            #expect(error.section == "Mobile App Signing Interface")
            return error.fact
        }
    }

    private func example(_ claim: String, _ json: String) throws -> String {
        var text = try JSONObjectText(parsing: Array(Self.example.utf8))
        text.set(MemberName(claim), to: try JSONValueText(parsing: Array(json.utf8)))
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test func theExampleOfTheDocumentPasses() throws {
        #expect(try violation(Self.example) == nil)
    }

    @Test(arguments: ["iss", "sub", "jti", "nbf", "exp"]) func eachClaimIsRequired(_ claim: String) throws {
        var text = try JSONObjectText(parsing: Array(Self.example.utf8))
        text.remove(MemberName(claim))
        let fact = try violation(String(decoding: text.bytes, as: UTF8.self))
        guard case .missing(claim, _) = fact else {
            Issue.record("\(String(describing: fact))")
            return
        }
    }

    @Test(arguments: ["iss", "sub", "jti"], ["14", "null", "\"\"", "[\"a\"]", "{}", "true"])
    func aStringIsAString(_ claim: String, _ json: String) throws {
        #expect(
            try violation(example(claim, json))
                == .mistyped(claim: claim, expected: "a string that is not empty"))
    }

    @Test(
        arguments: ["nbf", "exp"],
        [
            "\"1497577381\"", "null", "1497577381.5", "1497577381.0", "1.497577381e9", "-1", "1e309", "true",
            "99999999999999999999",
        ])
    func aTimestampIsAWholeNumberOfSeconds(_ claim: String, _ json: String) throws {
        #expect(
            try violation(example(claim, json))
                == .mistyped(claim: claim, expected: "a whole number of seconds since 1970"))
    }

    @Test func theWindowOfTimeCanBeNoLongerThan15Minutes() throws {
        #expect(try violation(example("exp", "1497578281")) == nil)
        #expect(try violation(example("exp", "1497578282")) == .windowTooLong(seconds: 901, limit: 900))
    }

    @Test func theWindowHasALength() throws {
        #expect(try violation(example("exp", "1497577381")) == .windowNotPositive)
        #expect(try violation(example("exp", "1497577380")) == .windowNotPositive)
    }

    @Test func expIsWhenTheTokenBecomesInvalid() throws {
        let end = Timestamp(seconds: 1_497_578_281)
        #expect(try violation(Self.example, at: end) == .expired(at: end, now: end))
        #expect(try violation(Self.example, at: Timestamp(seconds: 1_497_578_280)) == nil)
        #expect(try violation(Self.example, at: end, leeway: .seconds(1)) == .expired(at: end, now: end))
    }

    @Test func nbfIsWhenTheTokenBecomesValid() throws {
        let start = Timestamp(seconds: 1_497_577_381)
        let before = Timestamp(seconds: 1_497_577_380)
        #expect(try violation(Self.example, at: start) == nil)
        #expect(try violation(Self.example, at: before) == .notYetValid(from: start, now: before))
        #expect(try violation(Self.example, at: before, leeway: .seconds(1)) == nil)
    }

    @Test func algIsAlwaysRS256AndTypJWT() throws {
        #expect(ims.headerViolation(try Header(parsing: Array(#"{"alg":"RS256","typ":"JWT"}"#.utf8))) == nil)
        let hmac = ims.headerViolation(try Header(parsing: Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8)))
        #expect(hmac?.fact == .algorithm(found: "HS256", expected: "RS256"))
        let untyped = ims.headerViolation(try Header(parsing: Array(#"{"alg":"RS256"}"#.utf8)))
        #expect(untyped?.fact == .type(found: nil, expected: "JWT"))
    }

    @Test(arguments: [
        (#"{"alg":"RS256","typ":"JWT"}"#, true), (#"{"typ":"JWT","alg":"RS256"}"#, true),
        (#"{"alg":"RS256","typ":"JWT","kid":"1"}"#, true), (#"{"alg":"RS256","typ":"JWT","x":1}"#, false),
        (#"{"alg":"HS256","typ":"JWT"}"#, false),
    ]) func anOptionalKidIsAccepted(_ header: String, _ isAccepted: Bool) throws {
        #expect(ims.accepts(try Header(parsing: Array(header.utf8))) == isAccepted)
    }

    @Test func theHeaderIsWrittenAsTheDocumentShowsIt() {
        #expect(
            String(decoding: ims.header(keyID: nil).bytes, as: UTF8.self) == #"{"alg":"RS256","typ":"JWT"}"#)
        #expect(
            String(decoding: ims.header(keyID: "7").bytes, as: UTF8.self)
                == #"{"alg":"RS256","typ":"JWT","kid":"7"}"#)
    }

    @Test func theHostGeneratesA2048BitRSAKeyPair() throws {
        try ims.checkKey(.rsa(bits: 2048))
        for type: KeyType? in [.rsa(bits: 3072), .ec(.p256), .ed25519, nil] {
            #expect(throws: ProfileViolation.self) { try ims.checkKey(type) }
        }
    }

    @Test func claimsThatAreMissingAreMade() throws {
        var claims = try JSONObjectText(parsing: Array(#"{"iss":"a","sub":"b"}"#.utf8))
        var uuids = UUIDSource()
        try ims.fill(&claims, now: now, uuids: &uuids)
        #expect(claims.memberNames == ["iss", "sub", "jti", "nbf", "exp"])
        #expect(claims["nbf"]?.numberValue?.spelling == "1497577400")
        #expect(claims["exp"]?.numberValue?.spelling == "1497578300")
        #expect(claims["jti"]?.stringValue?.utf8.count == 36)
        try ims.check(claims, now: now, leeway: .zero)
    }

    @Test func claimsThatAreThereAreKept() throws {
        var claims = try JSONObjectText(parsing: Array(Self.example.utf8))
        var uuids = UUIDSource()
        try ims.fill(&claims, now: now, uuids: &uuids)
        #expect(claims.bytes == Array(Self.example.utf8))
    }
}
